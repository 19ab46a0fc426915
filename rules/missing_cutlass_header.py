"""CACHE006: a launcher includes a header that the CUTLASS at hand does not have.

## What it does

Follows the `#include`s of the generated sources through FlashInfer's headers, up to CUTLASS's own, and looks for each
`cutlass/...` and `cute/...` header in the include folders of the module, in the order of its compile command. Only an
`#include` outside of every condition counts.

Left out: what stands under `#if` or `__has_include`, headers of CUTLASS that include others, and sources of which the
include folders are not all known, such as those of `compile_commands.json`.

## Why it matters

The module cannot be compiled: "No such file or directory". The launchers were written for another CUTLASS than the one
that the include folders lead to: a folder that was exchanged, an archive that was packed with an older one, an `-I` of
the environment that comes first.

## Example

`#include "cutlass/epilogue/fusion/sm90_visitor_store_tma_warpspecialized.hpp"` where the include folder holds CUTLASS
3.1.

## What to do

Use the CUTLASS that FlashInfer comes with: install its wheel again, and take other CUTLASS folders out of
`FLASHINFER_EXTRA_CUDAFLAGS` and `CPATH`.

## References

CUTLASS, include/cutlass/version.h; flashinfer-ai/flashinfer#1166, #2203.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Build, Finding, HeaderRoot, Location, Module, Related
from cutlass_lint.analyzer.roots import Roots, outside
from cutlass_lint.analyzer.sources.files import version
from cutlass_lint.analyzer.sources.includes import Include, always_included
from cutlass_lint.analyzer.wording import few
from cutlass_lint.analyzer.workspace.headers import cutlass_of
from cutlass_lint.analyzer.workspace.toolkits import HEADER_VARIABLES
from cutlass_lint.rules import Rule
from cutlass_lint.rules.cached_builds import build_of

_CUTLASS = ("cutlass/", "cute/")
_WHOLE = ("--headers", "installed", "package", "release", "beside the sources")
"""The origins of headers that are laid together by this tool, so that no include folder is unknown."""
_EVERYWHERE = ("/usr/local/include", "/usr/include")


def check(graph: KernelGraph) -> Iterator[Finding]:
    """Yield a finding for each header that is missing, and each place that includes it."""
    sources = {source.file: source for source in graph.surroundings.sources}
    missing: dict[tuple[str, int, str], list[Module]] = defaultdict(list)
    exists = cache(version)  # modules have most of their folders in common
    for module in graph.surroundings.modules:
        roots = module.flags.roots
        if folders := _include_dirs(module, build_of(module, graph)):
            # One of those that include the same, which are generated from one template.
            files = {sources[file].includes: file for file in module.sources if file in sources}
            for include in _missing(files.values(), folders, exists, roots):
                missing[include.file, include.line, include.name].append(module)
    for (file, line, name), modules in sorted(missing.items()):
        yield _finding(Location(file, line), name, modules)


RULE = Rule("CACHE006", "missing-cutlass-header", "error", check)


def _include_dirs(module: Module, build: Build | None) -> tuple[str, ...]:
    """All folders that the module's compiler looks in; none where they, or CUTLASS among them, are not known."""
    root = module.headers
    if module.problem or root is None or root.cutlass is None:
        return ()
    if root.origin == "build.ninja":
        folders = (*module.flags.include_dirs, *build.include_dirs) if build else ()
    else:
        folders = module.flags.include_dirs if root.origin.partition(";")[0] in _WHOLE else ()
    return (*folders, *_EVERYWHERE, *_of_environment()) if folders else ()


def _of_environment() -> Iterator[str]:
    for name in HEADER_VARIABLES:
        yield from filter(None, os.environ.get(name, "").split(os.pathsep))


def _missing(
    files: Iterable[str], folders: Sequence[str], exists: Callable[[str], object], roots: Roots
) -> Iterator[Include]:
    def follows(include: Include) -> bool:
        return not include.name.startswith(_CUTLASS) and not outside(include.found or "", roots)

    for include in always_included(files, folders, follows, exists):
        if include.name.startswith(_CUTLASS) and include.found is None:
            yield include


def _finding(place: Location, name: str, modules: list[Module]) -> Finding:
    module = modules[0]
    root = module.headers or HeaderRoot("", "")
    holder = next((folder for folder in module.flags.include_dirs if cutlass_of((folder,))), root.path)
    return RULE.at(
        place,
        f"{name} is in no include folder of {few([module.name for module in modules])}: CUTLASS {root.cutlass} "
        "does not have it",
        details=(f"CUTLASS {root.cutlass} is in {holder}", *_release(root)),
        related=(Related(Location(str(Path(holder, "cutlass", "version.h")), 1), f"CUTLASS {root.cutlass}"),),
    )


def _release(root: HeaderRoot) -> Iterator[str]:
    if root.release:
        yield f"the launchers are those of FlashInfer {root.release}"
