"""Which headers a module's sources are to be read with.

Sizes are true only for the very headers that the sources were generated for, so headers of another FlashInfer version
are never taken silently.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from cutlass_lint.analyzer.model import Flags, HeaderRoot
from cutlass_lint.analyzer.workspace import headers, store
from cutlass_lint.analyzer.workspace.headers import LAUNCHERS, Headers, HeadersError
from cutlass_lint.analyzer.workspace.looking import is_dir, is_file

if TYPE_CHECKING:
    from collections.abc import Iterator

_LIBRARY_FILES = (
    *("cuda_runtime_api.h", "cuda/std/cstddef", "cub/cub.cuh", "thrust/version.h"),
    *("Python.h", "stdio.h", "ATen/ATen.h"),
)
"""Files that tell the include folder of a toolkit, CCCL, Python, the system or torch: there are stand-ins for these."""


class NoHeaders(Exception):  # noqa: N818 - an answer, not a fault
    """No headers fit a module: the message says why, `remedy` what to do."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.remedy = remedy


class Wanted(Struct, frozen=True):
    """What is known about the headers that a module was generated for."""

    version: str | None
    """FlashInfer's version, where the sources' place tells it."""
    flags: Flags | None
    """From the module's build.ninja."""
    package: Path | None
    """The FlashInfer data folder that the sources lie in."""
    folder: Path
    """Where the sources lie."""
    cache: bool
    """Whether they lie in a FlashInfer cache: headers that happen to lie below it are not theirs."""
    device: str | None
    """The capability to name in a remedy."""


class HeaderChoice:
    """Chooses headers, the same for equal wants. `named` are those that the user named: they always win."""

    def __init__(self, named: Headers | None, scanned: Path | None) -> None:
        self.named = named
        self.scanned = scanned
        self._found: dict[tuple[Path, str], Headers | None] = {}
        self._installed = headers.installed()

    def choose(self, wanted: Wanted) -> Headers:
        """Return the headers for one module.

        Raises:
            NoHeaders: there are none that fit.

        """
        if self.named:
            return self.named
        cause = ""
        if wanted.flags and wanted.flags.include_dirs:
            answer = _from_build(wanted.flags, wanted.version)
            if isinstance(answer, Headers):
                return answer
            cause = answer
        for folder, origin in self._candidates(wanted):
            if (found := self._find(folder, origin)) and _same(found.root.release, wanted.version):
                return found
        if not wanted.version and (found := self._any(cache=wanted.cache)):
            return found
        raise self._none(wanted, cause)

    def _candidates(self, wanted: Wanted) -> Iterator[tuple[Path, str]]:
        if wanted.package:
            yield wanted.package, "package"
        for parent in wanted.folder.parents:
            if is_file(parent / store.RECORD):
                yield parent, "release"  # sources that were generated below a fetched release
        if self._installed and wanted.version:
            yield self._installed, "installed"
        if wanted.version:
            for folder in store.fetched():
                yield folder, "release"

    def _any(self, *, cache: bool) -> Headers | None:
        """Headers for sources that don't tell their version: beside them, installed, or the newest fetched."""
        candidates = [(self.scanned, "beside the sources")] if self.scanned and not cache else []
        unknown = "; the sources do not tell their version"
        if self._installed:
            candidates.append((self._installed, f"installed{unknown}"))
        candidates += [(folder, f"release{unknown}") for folder in store.fetched()]
        return next((found for folder, origin in candidates if (found := self._find(folder, origin))), None)

    def _find(self, folder: Path, origin: str) -> Headers | None:
        key = (folder, origin)
        if key not in self._found:
            try:
                self._found[key] = headers.find(folder, origin)
            except HeadersError:
                self._found[key] = None
        return self._found[key]

    def _none(self, wanted: Wanted, cause: str) -> NoHeaders:
        device = wanted.device or "ARCH"
        if wanted.version is None:
            return NoHeaders(
                cause or "no launchers and CUTLASS headers found",
                "name an unpacked flashinfer wheel of the sources' version with --headers DIR",
            )
        public = _public(wanted.version)
        needs = f"needs FlashInfer {wanted.version}'s headers"
        return NoHeaders(
            f"{needs}: {cause}" if cause else f"{needs}, which are not installed here",
            f"run with --release flashinfer=={public} --arch {device}, or name them with --headers DIR",
        )


def _from_build(flags: Flags, version: str | None) -> Headers | str:
    """Return the headers that build.ninja names, or why they can't be used."""
    listed = [Path(folder) for folder in flags.include_dirs]
    gone = [path for path in listed if not is_dir(path)]
    present = [path for path in listed if path not in gone and not is_library(path)]
    if missing := next((path for path in gone if path.name in ("nv_internal", "csrc")), None):
        return f"build.ninja's include folder {missing} is gone"
    if not any(is_file(path / "cutlass" / "version.h") for path in present):
        missing = next((path for path in gone if "cutlass" in path.parts), gone[0] if gone else None)
        return f"build.ninja's include folder {missing} is gone" if missing else "build.ninja names no CUTLASS headers"
    root = next((path.parent for path in present if path.name == "csrc"), None) or next(
        (path.parents[1] for path in present if path.name == "nv_internal" and is_dir(path / LAUNCHERS)),
        next(path for path in present if is_file(path / "cutlass" / "version.h")),
    )
    release = headers.release_of(root)
    if release and version and not _same(release, version):
        return f"the folder that build.ninja names, {root}, now holds FlashInfer {release}"
    dirs = tuple(str(path) for path in present)
    return Headers(HeaderRoot(str(root), "build.ninja", release or version, headers.cutlass_of(dirs)), dirs)


def is_library(folder: Path) -> bool:
    """Whether an include folder is that of a library that the front end stands in for."""
    return any(os.path.lexists(folder / name) for name in _LIBRARY_FILES)


def _same(release: str | None, wanted: str | None) -> bool:
    """Local labels such as +cu129 say how binaries were built, not other sources."""
    return wanted is None or (release is not None and _public(release) == _public(wanted))


def _public(version: str) -> str:
    return version.partition("+")[0]
