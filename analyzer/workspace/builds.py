"""What lies beside the build.ninja of a FlashInfer module: objects, its library, and the locks on it.

Nothing is executed and nothing changed. Of objects and libraries the first bytes are read, of ninja's logs all.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from packaging.version import InvalidVersion, Version

from cutlass_lint.analyzer.model import Artifact, Build, CudaHome, Lock
from cutlass_lint.analyzer.workspace import headers, locks, ninja, ninja_logs
from cutlass_lint.analyzer.workspace.looking import is_dir
from cutlass_lint.analyzer.workspace.places import VERSION, architecture_of_module
from cutlass_lint.analyzer.workspace.staleness import Staleness, Stats

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_CACHED = "cached_ops"
_CUDA_HOME = "cuda_home"
_ALL_MODULES = "flashinfer_jit"
"""The lock that FlashInfer takes while it builds several modules at once."""
_UNKNOWN = "0.0.0+unknown"
"""What FlashInfer calls itself in a checkout that was never built."""
_KEPT = (Version("0.4.0"), Version("0.6.11"))
"""The first and the last FlashInfer that keeps a build.ninja that is there (`JitSpec.build` in jit/core.py); the others
write it again, where its text changes, before each build."""


class Cached:
    """The builds of FlashInfer modules among the build.ninja files under a path, and the locks beside them."""

    def __init__(
        self, compiled: Mapping[Path, tuple[ninja.CompileEdge, ...]], uncompiled: Mapping[Path, Sequence[str]]
    ) -> None:
        """Read what lies beside some build.ninja files.

        `compiled` are the CUDA sources that each compiles, `uncompiled` those beside them that none does.
        """
        self._stats = Stats()
        self._logs: dict[Path, ninja_logs.Logs] = {}
        self._locks: dict[str, Lock] = {}
        self.builds = tuple(
            build
            for file, edges in sorted(compiled.items())
            if file.parent.parent.name == _CACHED
            and (build := self._read(file, edges, tuple(uncompiled.get(file, ()))))
        )

    @property
    def locks(self) -> tuple[Lock, ...]:
        """The locks of the modules, held or not, by name."""
        return tuple(lock for _file, lock in sorted(self._locks.items()))

    def _read(self, file: Path, edges: Sequence[ninja.CompileEdge], uncompiled: tuple[str, ...]) -> Build | None:
        architecture = architecture_of_module(file)
        if architecture is None:
            return None
        try:
            manifest = ninja.manifest(file)
            objects, library, sources = self._made(file, manifest)
            made = {one.file for one in objects}
            leftovers = tuple(path for path in _objects_in(file.parent) if path not in made) if library else ()
            gone = tuple(path for path in sources if self._stats.of(path) is None)
            cuda_home = _cuda_home(file, manifest)
        except (ninja.NinjaError, OSError):
            return None  # said where its compile commands are read
        include_dirs = tuple(dict.fromkeys(folder for edge in edges for folder in edge.flags.include_dirs))
        version = Path(architecture).parent.name
        return Build(
            str(file),
            file.parent.name,
            architecture,
            version if VERSION.fullmatch(version) and version != _UNKNOWN else None,
            _release(include_dirs),
            cuda_home,
            include_dirs,
            sources,
            gone,
            objects,
            library,
            leftovers,
            uncompiled,
            self._is_locked(file),
            _is_kept(version),
        )

    def _made(
        self, file: Path, manifest: ninja.Manifest
    ) -> tuple[tuple[Artifact, ...], Artifact | None, tuple[str, ...]]:
        """The objects and the library that a build.ninja makes in its own folder, and its sources.

        None are made where it puts its library elsewhere: the cache was moved or copied here.
        """
        outputs = dict.fromkeys(output for edge in manifest.edges for output in edge.outputs)
        library = next((output for output in reversed(outputs) if output.endswith(".so")), None)
        # From 0.6.1 on FlashInfer writes absolute outputs and runs ninja in the module's folder, before that one above.
        folder = file.parent if library and Path(library).is_absolute() else file.parent.parent
        inputs = (path for edge in manifest.edges for path in edge.inputs if path not in outputs)
        sources = tuple(dict.fromkeys(os.path.normpath(folder / path) for path in inputs))
        if library is None or not _is_same(folder / Path(library).parent, file.parent):
            return (), None, sources
        if folder not in self._logs:
            self._logs[folder] = ninja_logs.read(folder)
        judged = Staleness(file, manifest, folder, self._logs[folder], self._stats)
        objects = tuple(judged.artifact(output) for output in outputs if output != library)
        return objects, judged.artifact(library), sources

    def _is_locked(self, file: Path) -> bool:
        """Whether its lock, or that of all modules, is held: or, to be safe, where that cannot be told."""
        folder = file.parent.parent / "tmp"
        own = self._lock(folder / f"{file.parent.name}.lock")
        return self._lock(folder / f"{_ALL_MODULES}.lock") or own

    def _lock(self, file: Path) -> bool:
        key = str(file)
        if key not in self._locks:
            lock = locks.read(file)
            if lock is None:
                return False
            self._locks[key] = lock
        return self._locks[key].is_held is not False


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False


def _objects_in(folder: Path) -> Iterator[str]:
    paths = (str(folder / name) for name in sorted(os.listdir(folder)) if name.endswith(".o"))  # noqa: PTH208 - names only
    return filter(os.path.isfile, paths)


def _cuda_home(file: Path, manifest: ninja.Manifest) -> CudaHome | None:
    path = manifest.variables.get(_CUDA_HOME)
    if not path:
        return None
    lines = file.read_bytes().splitlines()
    line = next((number for number, text in enumerate(lines, 1) if text.startswith(_CUDA_HOME.encode())), 1)
    return CudaHome(path, line, is_dir(path))


def _release(include_dirs: Sequence[str]) -> str | None:
    """FlashInfer's version where the include folders are: its csrc is always one of them."""
    csrc = next((Path(folder) for folder in include_dirs if Path(folder).name == "csrc"), None)
    return headers.release_of(csrc.parent) if csrc and is_dir(csrc) else None


def _is_kept(version: str) -> bool | None:
    try:
        found = Version(version)
    except InvalidVersion:
        return None
    return None if found.is_prerelease else _KEPT[0] <= Version(found.public) <= _KEPT[1]
