"""A cache that is shared, damaged, full, in the way or gone: a run tells the same, and of the cache a line at most."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from cached_copy import HALF_BYTES, SIZES, Copy, Told
from click.testing import CliRunner

from cutlass_lint.analyzer.cache import answers
from cutlass_lint.analyzer.cache.database import Database
from cutlass_lint.analyzer.cli.app import app
from cutlass_lint.analyzer.smem.jobs import Job, Parsed
from cutlass_lint.analyzer.smem.workers import Workers

MARK = "CUTLASS_LINT_TEST"


class Shared(Copy):
    """A working copy, and a cache of its runs."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "copy")
        self.cache = folder / "cache"
        self.count = 2
        self._plain: Told | None = None

    def begin(self) -> subprocess.Popen[str]:
        """A run of its own, with all that it starts in a group."""
        return subprocess.Popen(
            [sys.executable, "-m", "cutlass_lint", *self.command("--cache-dir", self.cache, "--jobs", "1")],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            env={**os.environ, MARK: str(self.folder), "TMPDIR": str(self.folder)},
        )

    def edit(self) -> None:
        """Have everything depend on something else."""
        self.count += 1
        self.write(SIZES, HALF_BYTES.format(self.count))
        self._plain = None

    def edit_a_source(self) -> None:
        self.exchange("sources/moe.cu", "FINALIZE, 128, 112", "FINALIZE, 128, 128")
        self._plain = None

    @property
    def plain(self) -> Told:
        """What a run without the cache tells."""
        self._plain = self._plain or self.told("--no-cache")
        return self._plain

    def check(self, said: str | None = None) -> None:
        """Compare a run with one without the cache, of which it says nothing, or a line with a text in it."""
        line = "" if said is None else f"cutlass-lint: the cache in .* is not used: .*{said}.*\n"
        told = self.told("--cache-dir", self.cache)
        assert (told.code, told.report) == (self.plain.code, self.plain.report)
        assert re.fullmatch(line, told.errors) or (said == "" and not told.errors)

    @property
    def files(self) -> list[Path]:
        return list((self.cache / "files").glob("*"))

    def rows(self, query: str) -> list[tuple[object, ...]]:
        database = sqlite3.connect(self.cache / answers._DATABASE)
        rows = database.execute(query).fetchall()
        database.close()
        return rows


@pytest.fixture
def shared(tmp_path: Path) -> Shared:
    return Shared(tmp_path)


def test_processes_that_share_an_empty_cache_agree(shared: Shared) -> None:
    runs = [shared.begin() for _ in range(16)]
    pipes = [run.communicate(timeout=300) for run in runs]
    assert {Told(run.returncode, *written) for run, written in zip(runs, pipes, strict=True)} == {shared.plain}
    shared.check()


def processes(mark: str) -> list[int]:
    """The processes that have a mark in their environment, but for those that have ended."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if f"{MARK}={mark}\0".encode() in (folder / "environ").read_bytes():
                found.append(int(folder.name))
    return found


def test_a_run_that_is_killed_leaves_a_cache_that_works(shared: Shared, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(0)
    for kill in (os.killpg, os.kill) * 4:
        shared.edit()
        run = shared.begin()
        time.sleep(chance.uniform(0.2, 1.2))
        kill(run.pid, signal.SIGKILL)
        run.communicate()
        ends = time.monotonic() + 10
        while (left := processes(str(shared.folder))) and time.monotonic() < ends:
            time.sleep(0.05)
        assert left == []
        shared.check()
    monkeypatch.setattr(answers, "_RECENT_NS", -1)
    shared.edit()
    shared.check()
    named = {name for (name,) in shared.rows("SELECT file FROM answers WHERE file IS NOT NULL")}
    assert {path.name for path in shared.files} == named


UNUSABLE: dict[str, Callable[[Shared], object]] = {
    "below a file": lambda shared: (shared.cache.write_text(""), setattr(shared, "cache", shared.cache / "cache")),
    "where nothing can be made": lambda shared: setattr(shared, "cache", Path("/proc/cutlass-lint")),
    "read-only": lambda shared: shared.cache.mkdir(mode=0o500),
    "files in the way": lambda shared: (shared.cache.mkdir(), (shared.cache / "files").write_text("")),
    "a folder in the way": lambda shared: (shared.cache / answers._DATABASE).mkdir(parents=True),
}


@pytest.mark.parametrize("what", UNUSABLE)
def test_a_folder_that_cannot_be_used_is_told(shared: Shared, what: str) -> None:
    if what == "read-only" and os.geteuid() == 0:
        pytest.skip("root may write everywhere")
    UNUSABLE[what](shared)
    shared.check(".")
    shared.check(".")


@pytest.mark.parametrize("pages", [2, 8])
def test_a_full_disk_is_told(shared: Shared, monkeypatch: pytest.MonkeyPatch, pages: int) -> None:
    opened = Database._opened

    def limited(database: Database) -> sqlite3.Connection:
        connection = opened(database)
        connection.execute(f"PRAGMA max_page_count = {pages}")
        return connection

    monkeypatch.setattr(Database, "_opened", limited)
    shared.check("full")


def test_a_disk_without_room_for_a_file_is_told(shared: Shared, monkeypatch: pytest.MonkeyPatch) -> None:
    write = Path.write_bytes

    def partly(path: Path, data: bytes) -> int:
        if path.parent.name != "files":
            return write(path, data)
        write(path, data[:1000])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", partly)
    shared.check("No space left on device")
    assert shared.files == []


def test_a_cache_that_can_only_be_read_answers(shared: Shared, monkeypatch: pytest.MonkeyPatch) -> None:
    def opened(database: Database) -> sqlite3.Connection:
        return sqlite3.connect(f"file:{database.file}?mode=ro", uri=True, check_same_thread=False)

    shared.check()
    monkeypatch.setattr(Database, "_opened", opened)
    shared.check("")
    shared.edit_a_source()
    shared.check("readonly")


def other_bytes(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 2 :: 997] = bytes(byte ^ 1 for byte in data[len(data) // 2 :: 997])
    file.write_bytes(data)


DAMAGES: dict[str, Callable[[Path], object]] = {
    "rubbish": lambda file: file.write_bytes(b"rubbish" * 1000),
    "cut off": lambda file: os.truncate(file, file.stat().st_size // 2),
    "other bytes": other_bytes,
    "empty": lambda file: file.write_bytes(b""),
    "gone": Path.unlink,
}


@pytest.mark.parametrize("how", DAMAGES)
def test_what_is_damaged_is_made_anew(shared: Shared, how: str) -> None:
    shared.check()
    (file,) = shared.files
    DAMAGES[how](file)
    shared.edit_a_source()
    shared.check()
    DAMAGES[how](shared.cache / answers._DATABASE)
    shared.check("")
    shared.check("")
    shared.edit_a_source()
    shared.check()


@pytest.mark.parametrize(("is_used", "job"), [(False, 1), (False, 3), (True, 0), (True, 1)])
def test_a_cache_may_be_removed_under_a_run(
    shared: Shared, monkeypatch: pytest.MonkeyPatch, is_used: bool, job: int
) -> None:
    if is_used:
        shared.check()
        shared.edit_a_source()
    assert shared.plain
    parse, begun = Workers.parse, []

    def removing(workers: Workers, asked: Job) -> Parsed:
        begun.append(asked)
        if len(begun) == job + 1:
            shutil.rmtree(shared.cache, ignore_errors=True)
        return parse(workers, asked)

    monkeypatch.setattr(Workers, "parse", removing)
    shared.check("")


def command(*words: str | Path) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, ["cache", *map(str, words)])
    return done.exit_code, done.stdout, done.stderr


def test_info_and_clear(shared: Shared, monkeypatch: pytest.MonkeyPatch) -> None:
    told = "folder   {}\nanswers  {}\nsize     {} MB of 1,073.7 MB at most\n"
    assert command("info", "--cache-dir", shared.cache) == (0, told.format(shared.cache, 0, "0.0"), "")
    assert command("clear", "--cache-dir", shared.cache) == (0, f"removed 0.0 MB from {shared.cache}\n", "")
    shared.check()
    ((count,),) = shared.rows("SELECT count(*) FROM answers")
    size = f"{sum(path.stat().st_size for path in shared.cache.rglob('*') if path.is_file()) / 1e6:.1f}"
    assert count
    assert command("info", "--cache-dir", shared.cache) == (0, told.format(shared.cache, count, size), "")
    assert command("clear", "--cache-dir", shared.cache) == (0, f"removed {size} MB from {shared.cache}\n", "")
    assert list(shared.cache.iterdir()) == []
    monkeypatch.setenv("CUTLASS_LINT_CACHE_DIR", str(shared.cache))
    assert shared.told() == shared.plain
    assert (
        command("info") == command("info", "--cache-dir", shared.cache) != (0, told.format(shared.cache, 0, "0.0"), "")
    )


def test_what_cannot_be_told_or_cleared_is_said_in_a_line(shared: Shared) -> None:
    UNUSABLE["a folder in the way"](shared)
    code, told, errors = command("info", "--cache-dir", shared.cache)
    assert (code, errors) == (0, "")
    assert f"problem  the cache in {shared.cache} is not used: unable to open database file\n" in told
    code, told, errors = command("clear", "--cache-dir", shared.cache)
    assert (code, told) == (2, "")
    assert re.fullmatch(f"cutlass-lint: cannot clear {shared.cache}: .*\n", errors)
