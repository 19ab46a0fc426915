"""What the place of a source tells about it, and the build.ninja files beside it."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from cutlass_lint.analyzer.devices import is_device_folder
from cutlass_lint.analyzer.model import Flags, Problem
from cutlass_lint.analyzer.workspace import headers, ninja
from cutlass_lint.analyzer.workspace.headers import INSTANTIATIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

GENERATED = "generated"
VERSION = re.compile(r"\d+(?:\.\d+)+[0-9A-Za-z.+_-]*")
_COPIED = re.compile(r"/(\d+)/gemm(?:_grouped)?/\d+/[^/]+\.generated\.cu$")
_GENERATED_NAME = re.compile(r"_sm(\d+)_M\d+\w*\.generated\.cu$")


class Place(Struct, frozen=True, order=True):
    """What the place of a source tells about it."""

    folder: str
    name: str
    architecture: str | None = None
    """The cache's folder for one architecture: it holds generated/ and cached_ops/."""
    devarch: str | None = None
    """The device string of its fused-MoE module."""
    package: str | None = None
    """The FlashInfer data folder that it lies in."""

    @property
    def version(self) -> str | None:
        """FlashInfer's version: a folder of the cache's, or the package's own."""
        if self.architecture is not None and VERSION.fullmatch(name := Path(self.architecture).parent.name):
            return name
        return headers.release_of(Path(self.package)) if self.package else None


def place_of(source: Path) -> Place:
    """Read everything that the folders above a source, and its name, tell about it."""
    if place := _place_of_all(source.parent):
        return place
    copied = _COPIED.search(str(source)) or _GENERATED_NAME.search(source.name)
    return Place(str(source.parent), source.parent.name, None, copied[1] if copied else None)


@lru_cache(maxsize=1024)
def _place_of_all(above: Path) -> Place | None:
    """What the folders above a source tell, where its name has nothing to add."""
    parts = above.parts
    if (at := _last(INSTANTIATIONS, parts)) and at + 1 < len(parts):
        devarch, above = parts[at + 1], Path(*parts[:at])
        folder, name = str(Path(*parts[: at + 2])), f"fused_moe_{devarch}"
        if above.name == GENERATED:
            return Place(folder, name, architecture_of(above.parent), devarch)
        package = above.parents[2] if above.match("csrc/nv_internal/tensorrt_llm") else None
        return Place(folder, name, None, devarch, str(package) if package else None)
    if (at := _last(GENERATED, parts)) and (architecture := architecture_of(Path(*parts[:at]))):
        top = parts[: at + 2]
        return Place(str(Path(*top)), top[-1], architecture)
    return None


def _last(name: str, parts: Sequence[str]) -> int:
    """Return the last index of `name`, 0 where it isn't there (a path's first part is its root)."""
    return max((index for index, part in enumerate(parts) if part == name), default=0)


def architecture_of(folder: Path) -> str | None:
    """Return `folder` where its name is that of a cache's architecture folder."""
    return str(folder) if is_device_folder(folder.name) else None


def architecture_of_module(file: Path) -> str | None:
    """Return the architecture folder that a file of a module, <architecture>/cached_ops/<module>/<file>, lies in."""
    return architecture_of(file.parents[2]) if len(file.parents) > 3 else None


def is_gemm_folder(place: Place) -> bool:
    """Whether FlashInfer generates all sources of a folder at once and compiles them all: those of its GEMM modules.

    cutlass_instantiations/<device>, gen_gemm_* and gen_tgv_gemm_*; others are shared by modules that are not all built.
    """
    folder = Path(place.folder)
    return folder.parent.name == INSTANTIATIONS or re.fullmatch(r"gen_(?:\w+_)?gemm\w*", folder.name) is not None


def tail(source: str) -> str:
    """Return the end of a path that stays the same when a cache is moved or copied."""
    for folder in (f"/{INSTANTIATIONS}/", f"/{GENERATED}/"):
        if (at := source.rfind(folder)) >= 0:
            return source[at:]
    return source


class Command(Struct, frozen=True):
    """How sources of a module are compiled, as far as its build.ninja tells."""

    module: str
    """The module's own name, which the folder of its generated sources need not have."""
    flags: Flags | None = None
    devices: tuple[str, ...] = ()
    unread: str | None = None
    """Why that is not known."""


class Builds:
    """The build.ninja files of one architecture folder."""

    def __init__(self, files: Iterable[Path], problems: list[Problem]) -> None:
        self.modules: dict[str, tuple[ninja.CompileEdge, ...]] = {}
        self.by_tail: dict[str, Command] = {}
        for file in sorted(files):
            try:
                edges = ninja.read(file)
            except ninja.NinjaError as error:
                remedy = f"delete {file.parent} and let FlashInfer build the module again"
                problems.append(Problem(str(file), 0, str(error), remedy))
                continue
            self.modules[file.parent.name] = edges
            for edge in edges:
                self.by_tail.setdefault(tail(edge.source), _command(file.parent.name, edge))

    def command(self, module: str, sources: Iterable[str]) -> Command | None:
        """Return how most of the sources, or else of the module, are compiled: the answer for those no edge lists."""
        listed = [command for source in sources if (command := self.by_tail.get(tail(source)))]
        edges = () if listed else self.modules.get(module, ())
        commands = Counter(listed or (_command(module, edge) for edge in edges))
        return commands.most_common(1)[0][0] if commands else None


def _command(module: str, edge: ninja.CompileEdge) -> Command:
    return Command(module, edge.flags, edge.devices, edge.unread)
