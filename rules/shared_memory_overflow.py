"""SMEM001: the kernel's SharedStorage is larger than the shared memory that a block may have.

## What it does

Compares `sizeof(GemmKernel::SharedStorage)` with the opt-in limit per block of the device that the module is built
for, and tells from the headers why the stage count let it grow so large.

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

import re
from collections.abc import Iterator

from msgspec import Struct

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Finding, Kernel, LayoutMember, Location, Related, Sizes, Suggestion
from cutlass_lint.rules import Rule

_LAYOUT_DEPTH = 2
# cute/arch/copy_sm90_desc.hpp: TmaDescriptor, an alias of the driver's CUtensorMap where the toolkit has one.
_DESCRIPTOR = re.compile(r"(?:cute::TmaDescriptor|CUtensorMap(?:_st)?)(?:\[(\d+)\])?")


def check(graph: KernelGraph) -> Iterator[Finding]:
    """Yield a finding for each kernel that is larger than its device's limit."""
    for kernel in graph.kernels():
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
        related=_related(kernel, sizes),
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
    first, *rest = _cause(kernel, sizes, limit)
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


def _cause(kernel: Kernel, sizes: Sizes, limit: int) -> list[str]:
    """Lines that set what the kernel holds against what its stage count leaves, as the headers at hand have it."""
    budget = kernel.budget
    too_few = f"{sizes.kernel - limit:,} bytes too few"
    if budget is None:
        return [
            f"{kernel.stages} stages and the epilogue leave {too_few} for the rest",
            kernel.reason
            or f"how the launcher comes to {kernel.stages} stages is not known: "
            "it asks for them itself, or the builder could not be measured",
        ]
    if budget.budget > limit:
        return [
            f"the builder budgets {budget.budget:,} bytes for ArchTag {kernel.arch}, "
            f"but a block on {kernel.device} has {limit:,}"
        ]
    reserved = limit - budget.budget
    ledger = _ledger(kernel.layout) if kernel.layout else None
    if ledger is None:
        held = sizes.kernel - budget.carveout - budget.stages * budget.stage_bytes
        return [
            f"beside its carveout and stages the kernel holds {held:,} bytes",
            f"the stage count leaves {budget.spare + reserved:,} for them: {too_few}",
        ]
    carveout_rest = budget.carveout - ledger.epilogue
    stages_rest = budget.stages * budget.stage_bytes - ledger.mainloop
    left = carveout_rest + stages_rest + budget.spare + reserved
    others = ", ".join(f"{name} {size:,}" for name, size in ledger.others.items())
    return [
        f"beside the tensors of epilogue and mainloop the kernel holds {sum(ledger.others.values()):,} bytes: {others}",
        f"the stage count leaves {left:,} for them: {carveout_rest:,} of the carveout, {stages_rest:,} of the stages, "
        f"{budget.spare:,} spare, {reserved:,} set aside",
        too_few,
    ]


class _Ledger(Struct, frozen=True):
    """The bytes of a SharedStorage: the tensors of both collectives, and by name everything else."""

    epilogue: int
    mainloop: int
    others: dict[str, int]


def _ledger(layout: LayoutMember) -> _Ledger | None:
    """None where the storage does not lay the tensors of both collectives one after the other."""
    tensors = next((member for member in layout.members if member.name == "tensors"), None)
    if tensors is None:
        return None
    collectives = {member.name: member.size for member in tensors.members if member.kind == "member"}
    if collectives.keys() != {"epilogue", "mainloop"}:
        return None
    others: dict[str, int] = {}
    padding = 0
    for member in (*layout.members, *tensors.members):
        if member.kind == "padding":
            padding += member.size
        elif member is not tensors and member not in tensors.members:
            count = _descriptors(member)
            name = f"{count} {member.label}" if count else member.label
            others[name] = others.get(name, 0) + member.size
    return _Ledger(collectives["epilogue"], collectives["mainloop"], {**others, "padding": padding})


def _descriptors(tree: LayoutMember) -> int:
    """The number of TMA descriptors in a part of a layout."""
    match = _DESCRIPTOR.fullmatch(tree.type)
    return int(match[1] or 1) if match else sum(map(_descriptors, tree.members))


def _related(kernel: Kernel, sizes: Sizes) -> list[Related]:
    launcher = kernel.launcher
    terms = [
        Related(Location(launcher.file, term.line), f"{term.expression} = {sizes.epilogue:,} is the carveout")
        for term in (launcher.size_terms if launcher else ())
        if "CollectiveEpilogue" in term.expression and launcher
    ]
    return sorted([*terms, *kernel.chain], key=lambda related: related.location)


def _suggestions(graph: KernelGraph, kernel: Kernel) -> Iterator[Suggestion]:
    fitting = [(name, other) for name, other in graph.neighbours(kernel) if other.verdict == "fits" and other.sizes]
    for name, other in sorted(fitting, key=lambda pair: -(pair[1].sizes.kernel if pair[1].sizes else 0)):
        if other.sizes:
            yield Suggestion(f"{name.rstrip('_')}={other.arguments[name]}", other.sizes.kernel, other.stages)
