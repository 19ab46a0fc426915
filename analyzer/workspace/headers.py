"""Where launchers and CUTLASS lie, and what FlashInfer compiles a fused-MoE module with.

Nothing of FlashInfer is imported or executed: folders are looked at, and its flag lists are read from the syntax trees
of its own build scripts.
"""

from __future__ import annotations

import importlib.util
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from cutlass_lint.analyzer.model import HeaderRoot
from cutlass_lint.analyzer.sources.files import contents, version
from cutlass_lint.analyzer.workspace.looking import is_dir, is_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LAUNCHERS = Path("tensorrt_llm/kernels/cutlass_kernels")
"""Where FlashInfer and TensorRT-LLM keep the launchers that instantiations include, below an include folder."""
INSTANTIATIONS = "cutlass_instantiations"
"""The folder that holds one folder of generated sources for each fused-MoE module."""
PACKAGE_INSTANTIATIONS = Path("csrc/nv_internal/tensorrt_llm", INSTANTIATIONS)
"""Where releases up to 0.6.2 write generated sources, below the package's data folder."""

_SEARCH_LEVELS = 4
_SEARCH_FOLDERS = 20_000

_VERSION_LINE = re.compile(r"^__version__\s*(?::\s*str\s*)?=\s*[\"']([^\"'\s]+)[\"']", re.MULTILINE)
_DIST_INFO = re.compile(r"flashinfer_python-(.+?)\.(?:dist|egg)-info")
_CUTLASS_NUMBER = r"^\s*#\s*define\s+CUTLASS_{}\s+(\d+)"


class HeadersError(ValueError):
    """A folder that doesn't hold what is needed; the message is one line that says what is missing."""


class Headers(Struct, frozen=True):
    """A header root and its include folders in search order."""

    root: HeaderRoot
    include_dirs: tuple[str, ...]


class _Layout(Struct, frozen=True):
    """The folders of a FlashInfer tree. A wheel has them below flashinfer/data, a checkout at its top."""

    csrc: Path
    include: Path
    cutlass: Path
    spdlog: Path

    def include_dirs(self) -> Iterator[Path]:
        """Yield them in the order of FlashInfer's own build of a fused-MoE module."""
        yield from launcher_dirs(self.csrc / "nv_internal")
        yield self.include
        yield self.csrc
        yield self.cutlass / "include"
        yield self.cutlass / "tools" / "util" / "include"
        yield self.spdlog / "include"


def launcher_dirs(internal: Path) -> Iterator[Path]:
    """Yield the include folders of the launchers below `internal` (FlashInfer's nv_internal, TensorRT-LLM's cpp)."""
    yield internal
    yield internal / "include"
    yield internal / "tensorrt_llm" / "cutlass_extensions" / "include"
    yield internal / LAUNCHERS / "include"
    yield internal / LAUNCHERS


def find(folder: Path, origin: str = "--headers") -> Headers:
    """Find the launchers and CUTLASS below `folder`.

    `folder` is an unpacked wheel or a site-packages folder, the `flashinfer` package, its `data` folder, a checkout, or
    any folder with CUTLASS's include folder and `tensorrt_llm/kernels/cutlass_kernels` a few levels down.

    Raises:
        HeadersError: it isn't a folder, or CUTLASS isn't found in it.

    """
    folder = Path(os.path.abspath(folder))  # noqa: PTH100 - resolve() would change what the user named
    if not is_dir(folder):
        raise HeadersError(f"{folder} is not a folder")
    layout = _flashinfer(folder)
    dirs = list(layout.include_dirs()) if layout else _searched(folder)
    present = tuple(dict.fromkeys(str(path) for path in dirs if is_dir(path)))
    return Headers(
        HeaderRoot(str(folder), origin, release_of(layout.csrc.parent if layout else folder), cutlass_of(present)),
        present,
    )


def package(folder: Path) -> Path | None:
    """Return the folder with `csrc` and CUTLASS that FlashInfer keeps in `folder`: None where it isn't FlashInfer's."""
    layout = _flashinfer(folder)
    return layout.csrc.parent if layout else None


def _flashinfer(folder: Path) -> _Layout | None:
    for data in (folder, folder / "data", folder / "flashinfer" / "data"):
        if _holds(data / "csrc", data / "cutlass"):
            return _Layout(data / "csrc", data / "include", data / "cutlass", data / "spdlog")
    for top in (folder, folder.parent):
        # A checkout, or the package inside one. The parent counts only for the package itself.
        third = top / "3rdparty"
        if _holds(top / "csrc", third / "cutlass") and (top == folder or folder.name == "flashinfer"):
            return _Layout(top / "csrc", top / "include", third / "cutlass", third / "spdlog")
    return None


def _holds(csrc: Path, cutlass: Path) -> bool:
    return is_dir(csrc / "nv_internal") and _is_cutlass(cutlass / "include")


def _is_cutlass(include: Path) -> bool:
    return any(is_file(include / "cutlass" / name) for name in ("cutlass.h", "version.h"))


def _searched(folder: Path) -> list[Path]:
    """Include folders in a tree of unknown layout: launchers first, then CUTLASS, then the folder itself."""
    launchers: list[Path] = []
    cutlass: list[Path] = []
    for level in _levels(folder):
        for path in level:
            if is_dir(path / LAUNCHERS) and not launchers:
                launchers = list(launcher_dirs(path))
            if not cutlass:
                found = next((p for p in (path, path / "include", path / "cutlass/include") if _is_cutlass(p)), None)
                cutlass = [found, found.parent / "tools" / "util" / "include"] if found else []
        if launchers and cutlass:
            break
    if not cutlass:
        raise HeadersError(
            f"no CUTLASS headers (include/cutlass/cutlass.h) within {_SEARCH_LEVELS} levels of {folder}; "
            "name an unpacked flashinfer wheel, or a folder with the launchers and CUTLASS's include"
        )
    return [*launchers, folder, folder / "include", *cutlass]


def _levels(folder: Path) -> Iterator[list[Path]]:
    """Yield the folder, then its folders, and so on: sorted, without hidden ones, a bounded number in all."""
    level, seen = [folder], 0
    for _ in range(_SEARCH_LEVELS + 1):
        yield level
        below: list[Path] = []
        for path in level:
            try:
                with os.scandir(path) as entries:
                    names = sorted(e.name for e in entries if not e.name.startswith(".") and e.is_dir())
            except OSError:
                continue  # what can't be opened can't be included either
            below += [path / name for name in names]
            seen += len(names)
            if seen > _SEARCH_FOLDERS:
                return
        level = below


def release_of(folder: Path) -> str | None:
    """Return FlashInfer's version as a wheel, its package or data folder, or a checkout tells it; None if none does."""
    for top in (folder, folder.parent, folder.parent.parent):
        for package_folder in (top / "flashinfer", top):
            if package_folder.name == "flashinfer" and (version := _build_meta(package_folder)):
                return version
        if is_dir(folder / "csrc") and top == folder and (version := _first_line(top / "version.txt")):
            return version
        if is_dir(top / "flashinfer") and (version := _dist_info(top)):
            return version
    return None


def _build_meta(package_folder: Path) -> str | None:
    for name in ("_build_meta.py", "version.py"):
        if match := _VERSION_LINE.search(_text(package_folder / name)):
            return match[1]
    return None


def _first_line(path: Path) -> str | None:
    return next(iter(_text(path).split()), None)


def _dist_info(top: Path) -> str | None:
    try:
        names = sorted(os.listdir(top))  # noqa: PTH208 - names only
    except OSError:
        return None
    return next((match[1] for name in names if (match := _DIST_INFO.fullmatch(name))), None)


def cutlass_of(include_dirs: Iterable[str]) -> str | None:
    """Return CUTLASS's version, from the first `cutlass/version.h` on the include path."""
    for folder in include_dirs:
        if text := _text(Path(folder, "cutlass", "version.h")):
            found = [re.search(_CUTLASS_NUMBER.format(p), text, re.MULTILINE) for p in ("MAJOR", "MINOR", "PATCH")]
            return ".".join(match[1] for match in found if match) or None
    return None


def _text(path: Path) -> str:
    found = version(str(path))
    if found is None or found[2] < 0:  # nothing there, or a pipe: to open it would be to wait
        return ""
    try:
        return contents(str(path)).decode("utf-8", "replace")
    except OSError:
        return ""


def installed() -> Path | None:
    """Return the `flashinfer` package of the current interpreter, found without importing it."""
    try:
        spec = importlib.util.find_spec("flashinfer")
    except (ImportError, ValueError):
        return None
    for location in (spec.submodule_search_locations or ()) if spec else ():
        if _flashinfer(Path(location)):
            return Path(location)
    return None
