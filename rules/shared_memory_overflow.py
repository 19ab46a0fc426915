"""SMEM001: the kernel's SharedStorage is larger than the shared memory that a block may have.

## What it does

Compares `sizeof(GemmKernel::SharedStorage)` with the opt-in limit per block of the device that the module is built
for, and tells from the headers why the stage count let it grow so large. Of a kernel whose ArchTag the device cannot
run, the size does not matter: that is SCHED004.

## Why it matters

Nothing in CUTLASS checks the size of such a kernel before it runs. It compiles, `can_implement` succeeds, and
`initialize` answers "Error Internal", because `cudaFuncSetAttribute` refuses the size.

## Example

On Sm120 (101,376 bytes), 128×256×128 with FUSION=FINALIZE and SWAP_AB=false: 3 stages, 102,400 bytes.

## What to do

Choose one of the configurations listed as fitting, or a larger carveout or a smaller StageCount in the launcher.

## References

CUDA C++ Programming Guide, "Compute Capabilities"; cutlass/gemm/collective/builders.
"""

from __future__ import annotations

from collections.abc import Iterator

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Finding, Kernel, LayoutMember, Related, Sizes, Suggestion
from cutlass_lint.rules import Rule
from cutlass_lint.rules.stage_budgets import carveout_terms, cause

_LAYOUT_DEPTH = 2


def check(graph: KernelGraph) -> Iterator[Finding]:
    """Yield a finding for each kernel that is larger than its device's limit."""
    for kernel in graph.running():
        if kernel.verdict == "overflow" and kernel.sizes and kernel.limit and not guarded(kernel):
            yield _finding(graph, kernel, kernel.sizes, kernel.limit)


RULE = Rule("SMEM001", "shared-memory-overflow", "error", check)


def guarded(kernel: Kernel) -> bool:
    """Whether the launcher itself asks, before it launches without an adapter, if the kernel fits."""
    launcher = kernel.launcher
    return launcher is not None and launcher.occupancy_line > 0 and not launcher.adapter_line


def _finding(graph: KernelGraph, kernel: Kernel, sizes: Sizes, limit: int) -> Finding:
    return RULE.about(
        kernel,
        f"sizeof(GemmKernel::SharedStorage) = {sizes.kernel:,} > {limit:,} "
        f"({kernel.device} opt-in limit per block): {sizes.kernel - limit:,} bytes over",
        details=_details(kernel, sizes, limit),
        related=_related(kernel),
        suggestions=_suggestions(graph, kernel),
    )


def _details(kernel: Kernel, sizes: Sizes, limit: int) -> Iterator[str]:
    if sizes.epilogue is None or sizes.mainloop is None:
        yield f"the kernel has no CUTLASS collectives; it is launched with {kernel.stages} stages"
        return
    yield f"sizeof(CollectiveEpilogue::SharedStorage) = {sizes.epilogue:,}"
    yield _stage_arithmetic(kernel)
    yield f"sizeof(CollectiveMainloop::SharedStorage) = {sizes.mainloop:,}"
    if kernel.layout:
        yield "layout of GemmKernel::SharedStorage, bytes at offset:"
        yield from _layout_lines(kernel.layout)
    elif kernel.reason:
        yield kernel.reason
    first, *rest = cause(kernel, sizes, limit)
    yield f"cause: {first}"
    yield from (f"       {line}" for line in rest)


def _stage_arithmetic(kernel: Kernel) -> str:
    budget = kernel.budget
    if budget is None:
        return f"{kernel.stages} stages"
    return (
        f"StageCountAutoCarveout<{budget.carveout:,}> → {budget.stages} stages: "
        f"({budget.budget:,} − {budget.carveout:,}) / {budget.stage_bytes:,} = {budget.quotient:.3f}, "
        f"{budget.spare:,} bytes spare"
    )


def _layout_lines(tree: LayoutMember, depth: int = 0) -> Iterator[str]:
    parts = ""
    if depth == _LAYOUT_DEPTH:
        names = [member.name for member in tree.members if member.name]
        parts = f": {', '.join(names)}" if names else ""
    yield f"  {tree.size:>9,} @ {tree.offset:>7,}  {'  ' * depth}{tree.label}{parts}"
    if depth < _LAYOUT_DEPTH:
        for member in tree.members:
            yield from _layout_lines(member, depth + 1)


def _related(kernel: Kernel) -> list[Related]:
    return sorted([*carveout_terms(kernel), *kernel.chain], key=lambda related: related.location)


def _suggestions(graph: KernelGraph, kernel: Kernel) -> Iterator[Suggestion]:
    fitting = [(name, other) for name, other in graph.neighbours(kernel) if other.verdict == "fits" and other.sizes]
    for name, other in sorted(fitting, key=lambda pair: -(pair[1].sizes.kernel if pair[1].sizes else 0)):
        if other.sizes:
            yield Suggestion(f"{name.rstrip('_')}={other.arguments[name]}", other.sizes.kernel, other.stages)
