"""INST005: no header that is found defines what an instantiation names.

## What it does

Finds instantiations whose macro or function template is defined neither in the source nor in any header that its
includes lead to, where the macros of the module are enough for the guards around it to hold. A header that as much as
mentions the name keeps this rule silent.

## Why it matters

Nothing is known of these kernels: they are neither sized nor judged by any other rule. Either the header with the
launcher is not where cutlass-lint looks, or the name is wrong, and then the source does not compile.

## Example

`INSTANTIATE_MY_GEMM(128, 128, 64);` in a source that includes my_gemm.h, whose folder was not named.

## What to do

Name the folder of the header with `--headers` or `-I`. If the launcher is gone from this release, generate the source
again.

## References

C++ [temp.explicit]: the definition of a template must be there where it is instantiated.
"""

from __future__ import annotations

from collections.abc import Iterator

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Finding, Kernel, Module, Source
from cutlass_lint.analyzer.sources.guards import surely_hold
from cutlass_lint.analyzer.sources.reach import Reach, mentions, reach
from cutlass_lint.rules import Rule
from cutlass_lint.rules.several import about_all


def check(graph: KernelGraph) -> Iterator[Finding]:
    """Yield a finding for each name of a module that nothing defines, at the first instantiation of it."""
    groups: dict[tuple[Module, str], list[Kernel]] = {}
    for kernel in graph.kernels():
        module, source, place = graph.module(kernel), graph.source(kernel), kernel.instantiation
        if kernel.status != "not-sized" or kernel.launcher or place.form == "source" or not module or not source:
            continue
        reached = reach(source, module.flags.lookup)
        if surely_hold(place.guards, module.flags.defines) and not _is_mentioned(place.launcher, source, reached):
            groups.setdefault((module, place.launcher), []).append(kernel)
    for (module, launcher), kernels in groups.items():
        if source := graph.source(kernels[0]):
            yield _finding(source, module, launcher, reach(source, module.flags.lookup), kernels)


_NAMED = 5

RULE = Rule("INST005", "unknown-launcher", "warning", check)


def _is_mentioned(name: str, source: Source, reached: Reach) -> bool:
    """Whether a name is anywhere but in the instantiations of the source, so that it may be defined there."""
    uses = sum(1 for one in source.instantiations if one.launcher == name)
    counts = mentions(name, reached.files)
    return any(count > (uses if file == source.file else 0) for file, count in counts.items())


def _looked_at(source: Source, reached: Reach) -> str:
    """What a source includes and what was found of it, and how much that leads to."""
    found = [name for name in source.includes if name not in reached.missing]
    named = ", ".join(found[:_NAMED]) or "none"
    others = len(reached.files) - 1 - len(found[:_NAMED])
    return f"{named}, and {others:,} by way of these" if others > 0 else named


def _finding(source: Source, module: Module, launcher: str, reached: Reach, kernels: list[Kernel]) -> Finding:
    message = f"no header that is found defines {launcher}"
    if kernels[1:]:
        message += f", which {len(kernels):,} instantiations of module {module.name} name"
    details = [f"headers that were looked at: {_looked_at(source, reached)}"]
    if reached.missing:
        details.append(f"headers that are not found: {', '.join(reached.missing)}")
    return about_all(RULE, kernels, message, details=details)
