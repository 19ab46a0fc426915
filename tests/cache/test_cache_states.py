"""What an answer depends on: whether it still holds, where else headers are looked for, and how much is kept."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count, product
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from cached_copy import SETTLED_NS
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cutlass_lint.analyzer.cache import answers, states
from cutlass_lint.analyzer.cache.answers import Cache
from cutlass_lint.analyzer.cache.digests import digest_of
from cutlass_lint.analyzer.cache.lookups import asked_in, missed
from cutlass_lint.analyzer.cache.states import Dependencies, Disk, FileState, FolderState, merged

NAMES = ("a.h", "b.h", "text", "inner", "inner/a.h")
TEXTS = (b"one", b"two", b"")
SECOND = 1_000_000_000


def hide(path: Path, content: bytes) -> None:
    """Write without another time of the last change."""
    before = path.stat()
    path.write_bytes(content)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


ACTS: dict[str, Callable[[Path, bytes], object]] = {
    "write": Path.write_bytes,
    "hide": hide,
    "touch": lambda path, _content: os.utime(path),
    "remove": lambda path, _content: path.unlink(),
    "move": lambda path, _content: path.rename(path.with_name("text")),
    "folder": lambda path, _content: path.mkdir(),
    "link": lambda path, _content: path.symlink_to("text"),
}
Changes = list[tuple[str, str, bytes]]
CHANGES = st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(list(ACTS)), st.sampled_from(TEXTS)), max_size=5)


def change(root: Path, changes: Changes) -> None:
    """Do something to what lies under paths, as far as that can be done."""
    for name, act, content in changes:
        with suppress(OSError):
            ACTS[act](root / name, content)


def content(path: Path) -> bytes:
    return digest_of(path.read_bytes()) if path.is_file() else b""


def listed(folder: Path) -> set[str]:
    """The folders in a folder, and the headers."""
    return {path.name for path in folder.iterdir() if path.is_dir() or ".h" in path.name} if folder.is_dir() else set()


LOOKS = st.tuples(*(st.lists(st.sampled_from(("", *NAMES)), unique=True, max_size=3) for _ in range(3)))


def looked(root: Path, names: tuple[list[str], ...]) -> list[dict[str, object]]:
    """By plain means: what some files hold, which paths are there, and what lies in folders."""
    ways = (content, os.path.lexists, listed)
    return [{str(root / name): look(root / name) for name in some} for look, some in zip(ways, names, strict=True)]


@settings(max_examples=150, derandomize=True)
@given(before=CHANGES, on=st.lists(LOOKS, min_size=1, max_size=2), after=CHANGES, waits=st.booleans())
def test_dependencies_hold_where_nothing_of_them_has_changed(
    before: Changes, on: list[tuple[list[str], ...]], after: Changes, waits: bool
) -> None:
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patched:
        patched.setattr(states, "_SETTLED_NS", SETTLED_NS)
        root = Path(folder)
        change(root, before)
        if waits:  # until times vouch for contents
            time.sleep(2 * SETTLED_NS / SECOND)
        then = [looked(root, names) for names in on]
        parts = [
            Disk().dependencies(files, filter(there.get, there), [path for path in there if not there[path]], folders)
            for files, there, folders in then
        ]
        change(root, after)
        same = [looked(root, names) == found for names, found in zip(on, then, strict=True)]
        assert [*map(Disk().holds, parts)] == same
        whole = merged(parts)
        assert whole is not None
        assert Disk().holds(whole) == all(same)
        if whole.files:
            assert merged([whole, Dependencies((replace(whole.files[0], digest=b"another"),))]) is None
        if all(same):
            now = Disk().refreshed(whole)
            assert now.digest == whole.digest
            assert Disk().holds(now)


STEPS = st.lists(st.sampled_from((*TEXTS[:2], SECOND // 2, 3 * SECOND, "read", "ask", "look")), max_size=12)


@settings(max_examples=500, derandomize=True)
@given(steps=STEPS)
@example(steps=["ask", "look", TEXTS[1], 3 * SECOND, "look"])
@example(steps=["ask", 3 * SECOND, TEXTS[1], 3 * SECOND, "look"])
def test_however_coarse_a_clock_is_no_change_goes_unseen(steps: list[bytes | int | str]) -> None:
    # Of a file system whose times have 2 s: of two changes within these the second does not show.
    now = written = 100 * SECOND
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patched:
        file = Path(folder, "a.h")
        file.write_bytes(TEXTS[0])
        patched.setattr(time, "time_ns", lambda: now)
        patched.setattr(states, "_signature", lambda _path: (1, 1, 3, written, written))
        disk, read, kept = Disk(), TEXTS[0], []
        for step in (*steps, "look"):
            if isinstance(step, bytes):
                file.write_bytes(step)
                written = now // (2 * SECOND) * 2 * SECOND
            elif isinstance(step, int):
                now += step
            elif step == "read":
                read = file.read_bytes()
            elif step == "ask":
                disk.asked(str(file))
            else:
                kept.append((read, disk.dependencies({str(file): digest_of(read)})))
        for text, dependencies in kept:
            assert not Disk().holds(dependencies) or text == file.read_bytes()


def test_times_in_the_future_vouch_for_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(states, "_SETTLED_NS", 0)
    file = tmp_path / "a.h"
    file.write_bytes(TEXTS[0])
    os.utime(file, (4e9, 4e9))
    time.sleep(0.03)
    (state,) = Disk().dependencies({str(file): digest_of(TEXTS[0])}).files
    assert state.signature is None
    os.utime(file, (1e9, 1e9))
    time.sleep(0.03)
    (state,) = Disk().refreshed(Dependencies((state,))).files
    assert state.signature is not None


INCLUDED = ("x.h", "y.h", "in/x.h")
FOLDERS = ("first", "second", "second/in")
HOMES = ("source", *FOLDERS, "first/in")
PLACES = [f"{home}/{name}" for home, name in product(HOMES, INCLUDED)]
INCLUDES = st.lists(st.tuples(st.booleans(), st.sampled_from(INCLUDED)), min_size=1, max_size=3)
Headers = dict[str, list[tuple[bool, str]]]


def resolved(headers: Headers) -> dict[tuple[str, bool, str], str]:
    """Which file each include means, from a source on, as a preprocessor finds it: each file is read once."""
    found: dict[tuple[str, bool, str], str] = {}
    pending = ["source/main.cu"]
    for file in pending:
        for quoted, name in headers[file]:
            folders = [*([file.rpartition("/")[0]] if quoted else []), *FOLDERS]
            aim = next(path for path in (f"{folder}/{name}" for folder in folders) if path in headers)
            found[file, quoted, name] = aim
            pending += [aim] if aim not in pending else []
    return found


@settings(max_examples=200, derandomize=True)
@given(headers=st.dictionaries(st.sampled_from(PLACES), INCLUDES, max_size=6), main=INCLUDES)
def test_whatever_would_be_included_instead_is_looked_for(headers: Headers, main: list[tuple[bool, str]]) -> None:
    # What does not parse is not kept: everything is somewhere.
    headers = {**{f"second/{name}": [] for name in INCLUDED}, **headers, "source/main.cu": main}
    before = resolved(headers)
    included = {"source/main.cu", *before.values()}
    with TemporaryDirectory() as root:
        for name in headers:
            Path(root, name).parent.mkdir(parents=True, exist_ok=True)
            Path(root, name).touch()
        gaps = set(missed({f"{root}/{file}" for file in included}, [f"{root}/{folder}" for folder in FOLDERS]))
        assert not any(map(os.path.lexists, gaps))
        for new in (place for place in PLACES if place not in headers and resolved({**headers, place: []}) != before):
            path = Path(root, new)
            assert gaps & {str(path), *map(str, path.parents)}, new


def test_what_conditions_ask_for_is_looked_for_everywhere(tmp_path: Path) -> None:
    asked = asked_in(b'#if __has_include(<a.h>) || __has_include ( "in/b.h" )\n#if !__has_include(NAMED)\n')
    assert asked == {"a.h", "in/b.h"}
    assert asked_in(b"#if _CCCL_HAS_INCLUDE(<nv/target>)\n#include <c.h>\n") == {"nv/target"}
    (tmp_path / "first").mkdir()
    (tmp_path / "second" / "in").mkdir(parents=True)
    folders = [f"{tmp_path}/{name}" for name in ("first", "second")]
    gaps = {os.path.relpath(gap, tmp_path) for gap in missed([f"{tmp_path}/source/main.cu"], folders, asked)}
    assert gaps == {"source/a.h", "source/in", "first/a.h", "first/in", "second/a.h", "second/in/b.h"}


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache may take a megabyte, and every look at the clock takes two hours."""
    hours = count(time.time_ns(), 7200 * SECOND)
    monkeypatch.setattr(time, "time_ns", lambda: next(hours))
    monkeypatch.setattr(answers, "LIMIT", 1_000_000)
    monkeypatch.setattr(answers, "_KEPT", 750_000)


def test_what_was_not_used_for_longest_goes_first(small: None, tmp_path: Path) -> None:
    with Cache(tmp_path) as cache:
        for number in range(8):
            cache.put({bytes([number]): os.urandom(90_000)}, Dependencies())
    with Cache(tmp_path) as cache:
        assert cache.get(bytes([0]))
        for number in range(8, 12):
            cache.put({bytes([number]): os.urandom(90_000)}, Dependencies())
    with Cache(tmp_path) as cache:
        assert [number for number in range(12) if cache.get(bytes([number]))] == [0, *range(5, 12)]
        assert 700_000 < cache.info().size < 1_000_000


def test_files_go_with_their_answers(small: None, tmp_path: Path) -> None:
    made = tmp_path / "made.pch"
    (tmp_path / "cache" / "files").mkdir(parents=True)
    (tmp_path / "cache" / "files" / ".left_by_a_run_that_was_killed.pch").touch()
    (tmp_path / "cache" / "answers-of_another_version.sqlite").touch()
    for number in range(6):
        made.write_bytes(bytes([number]) * 300_000)
        with Cache(tmp_path / "cache") as cache:
            cache.put_file({b"old" + bytes([number]): number, b"new": number}, Dependencies(), made)
        assert cache.info().size < 1_000_000
    with Cache(tmp_path / "cache") as cache:
        value, file = cache.get_file(b"new") or (b"", tmp_path)
        assert (value, file.read_bytes()) == (bytes([5]), made.read_bytes())
        assert cache.get_file(b"old\0") is None
    assert {path.stat().st_size for path in (tmp_path / "cache" / "files").iterdir()} == {300_000}
    assert [path.name for path in (tmp_path / "cache").glob("answers-*")] == [answers._DATABASE]


def test_dependencies_are_bounded_too(small: None, tmp_path: Path) -> None:
    for number in range(60):
        with Cache(tmp_path) as cache:
            absent = tuple(sorted(os.urandom(8).hex() for _ in range(2500)))
            cache.put({bytes([number]): number}, Dependencies((), (FolderState("/", (), absent, b"", None),)))
    assert Cache(tmp_path).info().size < 1_000_000


def test_one_file_that_several_make_at_once_is_kept(tmp_path: Path) -> None:
    made = tmp_path / "made.pch"
    made.write_bytes(os.urandom(1_000_000))
    with Cache(tmp_path / "cache") as cache, ThreadPoolExecutor(8) as threads:
        for number in range(40):
            threads.submit(cache.put_file, {bytes([number]): number}, Dependencies(), made)
    assert cache.problem is None
    with Cache(tmp_path / "cache") as cache:
        assert all(cache.get_file(bytes([number])) for number in range(40))


def test_dependencies_that_cannot_be_read_are_those_of_what_is_made_instead(tmp_path: Path) -> None:
    depending = Dependencies((FileState(str(tmp_path / "a.h"), b"", None),))
    with Cache(tmp_path / "cache") as cache:
        cache.put({b"key": 1}, depending)
        cache._write(("UPDATE dependencies SET states = X'00'", ()))
    with Cache(tmp_path / "cache") as cache:
        assert cache.get(b"key") is None
        cache.put({b"key": 1}, depending)
        assert cache.used == [depending]
        assert cache.get(b"key") is not None
