"""The precompiled header of a module: what the launchers of its sources include, parsed once for all of them."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import weakref
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from cutlass_lint.analyzer.cache.answers import Cache
from cutlass_lint.analyzer.cache.digests import digest_of, text_of
from cutlass_lint.analyzer.cache.identity import tool
from cutlass_lint.analyzer.model import Launcher, Lookup, Module
from cutlass_lint.analyzer.roots import Roots, outside
from cutlass_lint.analyzer.smem.frontend import arguments, readable
from cutlass_lint.analyzer.smem.hooks import Hooks, hooks
from cutlass_lint.analyzer.smem.jobs import Diagnostic, Job
from cutlass_lint.analyzer.smem.reading import dependencies
from cutlass_lint.analyzer.smem.workers import Workers
from cutlass_lint.analyzer.sources.openings import Opening
from cutlass_lint.analyzer.temporary import temporary_folder

_HEADER = "/cutlass-lint/launcher_includes.h"
_ADAPTER = "cutlass/gemm/device/gemm_universal_adapter.h"
_GUARD = re.compile(r"^\s*#\s*(?:pragma\s+once\b|ifndef\s+(\w+)\s+#\s*define\s+\1\b)", re.MULTILINE)
# The cache knows whether headers are as they were; clang would refuse without a word.
_CHECKED = ("-Xclang", "-fno-validate-pch")


class Folder:
    """A folder that is gone when nobody has this object any more."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(dir=temporary_folder()))
        self._finalizer = weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)


class _Kept(msgspec.Struct, frozen=True, array_like=True):
    """What the cache has of a prefix beside its file."""

    hooks: Hooks
    read: dict[str, bytes]
    times: dict[str, int]


class _Unkept(msgspec.Struct, frozen=True):
    """What the cache is to have by which keys, and the arguments of the parse."""

    keys: frozenset[bytes]
    times: dict[str, int]
    arguments: tuple[str, ...]
    file: Path


class Prefix(msgspec.Struct, frozen=True):
    """A launcher's includes, parsed once: the arguments that its sources are parsed with, and the changed headers.

    `error` is set where the headers have one: nothing that includes them can be trusted. `read` are digests of what
    was read for it, by path. `folder` holds the precompiled header, as long as anybody has this. `unkept` is what the
    cache is still to have of it.
    """

    launcher: Launcher
    hooks: Hooks
    arguments: tuple[str, ...]
    roots: Roots
    read: dict[str, bytes]
    error: Diagnostic | None = None
    folder: Folder | None = None
    unkept: _Unkept | None = None


def precompile(launchers: Sequence[Launcher], opening: Opening, module: Module, workers: Workers) -> Prefix:
    """Parse the headers that launchers include, all at once: what each of them can build on, given as the first's.

    `opening` is what their sources have ahead of them. Raises FrontEndError as `Workers.parse` does, and OSError.
    """
    base, roots = arguments(module.flags, workers.settings), readable(module.flags, workers.settings)
    text = _text(launchers, opening, module)
    known = _known(_key(text, base, module), launchers[0], base, roots, workers)
    if known is not None:
        workers.check(known.read)
        return known
    folder = Folder()
    output = folder.path / "launcher_includes.pch"
    changed = hooks(module.flags.lookup, module.devices)
    workers.check(changed.read)
    changed = replace(changed, files={**changed.files, _HEADER: text.encode("utf-8", "surrogateescape")})
    job = Job(_HEADER, dict(changed.files), (*base, "-x", "c++-header"), roots, precompiled=str(output))
    parsed = workers.parse(job)
    error = next((diagnostic for diagnostic in parsed.diagnostics if diagnostic.error), None)
    built_on = (*base, *_CHECKED, "-include-pch", str(output))
    unkept = None
    if error is None and workers.cache.is_on:
        # A run that is about one of the launchers can build on what includes them all.
        texts = (text, *(_text([launcher], opening, module) for launcher in launchers))
        keys = frozenset(_key(part, base, module) for part in texts)
        unkept = _Unkept(keys, parsed.times, base, output)
    return Prefix(launchers[0], changed, built_on, roots, parsed.included, error, folder, unkept)


def keep_prefix(prefix: Prefix, cache: Cache) -> None:
    """Have the cache keep a precompiled header, if it is new: what builds on it need not wait for that."""
    if new := prefix.unkept:
        kept = _Kept(prefix.hooks, prefix.read, new.times)
        on = dependencies(prefix.read, {}, new.arguments, prefix.hooks, cache.disk)
        cache.put_file(dict.fromkeys(new.keys, kept), on, new.file)


def _known(key: bytes, launcher: Launcher, base: Sequence[str], roots: Roots, workers: Workers) -> Prefix | None:
    """What the cache has of a header."""
    found = workers.cache.get_file(key, roots)
    if found is None:
        return None
    value, file = found
    try:
        known = msgspec.msgpack.decode(value, type=_Kept)
        # Clang tells what it must not include twice by its size and time.
        if any(os.stat(path).st_mtime_ns // 10**9 != time for path, time in known.times.items()):  # noqa: PTH116 - called for every header
            return None
        folder = Folder()
        own = folder.path / file.name
        _link(file, own)
    except (msgspec.DecodeError, OSError):
        return None
    built_on = (*base, *_CHECKED, "-include-pch", str(own))
    return Prefix(launcher, known.hooks, built_on, roots, known.read, None, folder)


def _link(file: Path, own: Path) -> None:
    """Give a file of the cache another name, under which it stays if it is removed there. Raises OSError."""
    try:
        own.hardlink_to(file)
    except OSError:  # another file system
        shutil.copyfile(file, own)


def _text(launchers: Sequence[Launcher], opening: Opening, module: Module) -> str:
    """A header with what launchers include."""
    names = dict.fromkeys(_names(launchers, module.flags.lookup))
    return opening.ahead + "".join(f"#include {name}\n" for name in names) + opening.behind


def _key(text: str, base: Sequence[str], module: Module) -> bytes:
    """What stands for a header's precompilation."""
    return digest_of(tool(), b"prefix", text_of((base, module.devices, text)))


def _names(launchers: Sequence[Launcher], lookup: Lookup) -> Iterator[str]:
    """What to include ahead of launchers, as `#include` takes it."""
    for launcher in launchers:
        beside = str(Path(launcher.file).parent)
        for name in launcher.includes:
            found = _found(name, [beside, *lookup.include_dirs])
            if found is None or outside(str(found), lookup.roots):
                yield _quoted(str(found or name))
            elif _GUARD.search(found.read_text(encoding="utf-8", errors="replace")):
                # It is included again by the launcher: only where it guards itself.
                is_beside = not name.startswith("<") and found.is_relative_to(beside)
                yield _quoted(str(found) if is_beside else name)
    # The overlay's own comes last: a launcher that makes no adapter does not include it.
    yield _quoted(_ADAPTER)


def _found(name: str, folders: Sequence[str]) -> Path | None:
    return next((path for path in (Path(folder, name.strip('<>"')) for folder in folders) if path.is_file()), None)


def _quoted(name: str) -> str:
    return name if name.startswith(("<", '"')) else f'"{name}"'
