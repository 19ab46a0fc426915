"""CACHE009: generated sources lie beside those that a module compiles, and are compiled by none.

## What it does

Compares the folders of FlashInfer's GEMM sources, `generated/cutlass_instantiations/<device>` and
`generated/gen_*gemm*`, with the `build.ninja` files of the same architecture: FlashInfer generates the sources of such
a folder together and compiles all of them, so that one that no `build.ninja` names is left from another version or was
added since.

Left out: folders of which nothing is compiled, folders that several modules share, sources that another one includes,
and modules that a process may be building now.

## Why it matters

What these sources instantiate is in no library. Findings about their kernels are about kernels that cannot run; and
where they are the newer ones, the kernels that the dispatch asks for are missing: "undefined symbol" when the module is
loaded.

## Example

A checkout of FlashInfer is updated without another version. The generator writes three tiles more, and FlashInfer, up
to 0.6.11, keeps the `build.ninja` that does not have them.

## What to do

Delete the module's folder in `cached_ops` and the folder of its sources: FlashInfer generates and compiles them again.

## References

FlashInfer, flashinfer/jit/fused_moe.py: `gen_cutlass_fused_moe_module`;
flashinfer/jit/gemm/cutlass/generate_kernels.py: `clean_leftover_files`; flashinfer-ai/flashinfer#828.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Build, Finding, Location, Related
from cutlass_lint.analyzer.wording import count
from cutlass_lint.rules import Rule
from cutlass_lint.rules.cached_builds import at_rest, names

_SHOWN = 10


def check(graph: KernelGraph) -> Iterator[Finding]:
    """Yield a finding for each module beside whose sources others lie."""
    included = {PurePath(name).name for source in graph.surroundings.sources for name in source.includes}
    for build in at_rest(graph):
        sources = [source for source in build.uncompiled if PurePath(source).name not in included]
        if sources:
            yield _finding(build, sources)


RULE = Rule("CACHE009", "uncompiled-generated-source", "warning", check)


def _finding(build: Build, sources: list[str]) -> Finding:
    verb = "lies" if len(sources) == 1 else "lie"
    return RULE.at(
        Location(build.file, 1),
        f"{count(len(sources), 'generated source')} {verb} beside those of {build.module}, "
        f"which no build.ninja compiles: {names(sources)}",
        details=("what they instantiate is in no library",),
        related=[Related(Location(source, 1), "not compiled") for source in sources[:_SHOWN]],
    )
