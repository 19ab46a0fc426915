"""The sources of a FlashInfer module that generated ones are used by: what else its build.ninja compiles, and how."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cutlass_lint.analyzer.model import Build, Module
from cutlass_lint.analyzer.sources.dispatch import Unit
from cutlass_lint.analyzer.workspace import ninja
from cutlass_lint.analyzer.workspace.headers import INSTANTIATIONS
from cutlass_lint.analyzer.workspace.places import GENERATED

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

_HOST_FLAGS = ("cflags", "post_cflags")
"""The variables of FlashInfer's rule for sources of the host."""
_SUFFIXES = (".cu", ".cpp", ".cc", ".cxx")


def hand_written(module: Module, builds: Iterable[Build], instantiating: Collection[str]) -> tuple[Unit, ...]:
    """Return the sources that are compiled with a module's, beside those of its sources that instantiate.

    None where its build.ninja is not known or can't be read, and where not all that it generates is in the module.
    """
    sources = set(module.sources)
    build = next((one for one in builds if one.module == module.name and sources & set(one.sources)), None)
    if build is None:
        return ()
    others = [source for source in build.sources if source not in instantiating and source.endswith(_SUFFIXES)]
    folders = {os.path.dirname(source) for source in sources}  # noqa: PTH120 - called for every source
    if any(source not in sources and _is_generated(source, folders) for source in others):
        return ()
    file = Path(build.file)
    try:
        edges = ninja.read(file)
        cuda = {path: edge.flags for edge in edges for path in _spelled(edge.source, file)}
        variables = ninja.manifest(file).variables
        words = shlex.split(" ".join(variables.get(name, "") for name in _HOST_FLAGS))
        host, _ = ninja.compile_flags(words)
    except (ninja.NinjaError, ValueError):
        return ()
    if ninja.unread(words) or any(edge.unread for edge in edges):
        return ()
    roots = module.flags.roots
    return tuple(Unit(source, replace(cuda.get(source, host), roots=roots)) for source in others)


def _spelled(source: str, build: Path) -> Iterator[str]:
    """A source's path from the two folders that ninja may be run in: the module's, and before 0.6.1 the one above."""
    for folder in (build.parent.parent, build.parent):
        yield os.path.normpath(folder / source)


def _is_generated(source: str, folders: Collection[str]) -> bool:
    """Whether a source lies with generated ones."""
    folder = os.path.dirname(source)  # noqa: PTH120 - called for every source
    return folder in folders or f"/{GENERATED}/" in source or f"/{INSTANTIATIONS}/" in source
