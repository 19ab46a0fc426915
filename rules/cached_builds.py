"""What the rules about FlashInfer's cache have in common."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePath

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Build, Location, Module
from cutlass_lint.analyzer.wording import few


def at_rest(graph: KernelGraph) -> Iterator[Build]:
    """The builds that no process is at work on, and that belong to the FlashInfer that is there."""
    return (build for build in graph.surroundings.builds if not build.is_locked and not build.is_abandoned)


def build_of(module: Module, graph: KernelGraph) -> Build | None:
    """The build.ninja of a module, which others of its name may have in other caches."""
    for build in graph.surroundings.builds:
        inside = f"{build.architecture}/"
        if build.module == module.name and any(
            source.startswith(inside) or source in build.sources for source in module.sources[:1]
        ):
            return build
    return None


def whole(file: str) -> Location:
    """The place of a finding about a file that is no text."""
    return Location(file, 1)


def names(paths: Sequence[str]) -> str:
    """The names of the first few files, and how many more there are."""
    return few([PurePath(path).name for path in paths])
