"""SMEM006: the shared memory leaves a kernel no more stages than its pipeline needs.

## What it does

Says for each place that asks a builder to compute the stage count for how many of its kernels the answer is 2 or less,
with their tiles and what their storages take. Launchers that give the stage count themselves are left alone.

2 is the fewest with which one stage is loaded while another is computed on. Most of CUTLASS's mainloops refuse fewer
("Specialization requires Stages set to value 2 or more."); the block-scaled ones of Sm100 and Sm103 do not.

## Why it matters

With 2 stages, the loads of one must be through by the time that the other is computed: nothing hides the latency of a
load that takes longer.

## Example

FlashInfer 0.6.3 for Sm120, 128×256×128 with FINALIZE and SWAP_AB=true: the epilogue takes 18,432 bytes, the mainloop
56,320 with 2 stages.

## What to do

Choose a smaller tile or an epilogue with a smaller tile of its own (EpilogueTile); let the epilogue reuse the storage
of C for D; or leave it, where the kernel is bound by what it computes. `cutlass-lint fit` lists neighbours with their
stages.

## References

CUTLASS, media/docs/cpp/pipeline.md; DispatchPolicy::Stages in cutlass/gemm/collective.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Finding, Kernel
from cutlass_lint.rules import Rule
from cutlass_lint.rules.stage_budgets import Place, by_place, some

_ROWS = 8
"""Lines with the bytes of tiles."""
_FEWEST = 2
"""Stages: one is loaded while another is computed on. Most of cutlass/gemm/collective asserts as many, such as
sm90_mma_tma_gmma_ss_warpspecialized.hpp."""


def check(graph: KernelGraph) -> Iterator[Finding]:
    """Yield a finding for each place that asks for a stage count where the answer is the least."""
    for place, kernels in by_place(graph.running()).items():
        few = [kernel for kernel in kernels if kernel.stages is not None and kernel.stages <= _FEWEST]
        if few:
            yield _finding(place, kernels, few)


RULE = Rule("SMEM006", "minimum-stages", "note", check)


def _finding(place: Place, kernels: Sequence[Kernel], few: Sequence[Kernel]) -> Finding:
    return RULE.at(
        place.location,
        f"no more than {_FEWEST} stages are left to {len(few):,} of {len(kernels):,} kernels on {place.device}",
        details=(f"kernels: {some(few)}", *_rows(few)),
        related=few[0].chain,
    )


def _rows(few: Sequence[Kernel]) -> Iterator[str]:
    """A line for each tile with its bytes, and how many kernels have them."""
    rows = Counter(map(_row, few))
    yield from (f"{row} ({count:,}×)" for row, count in rows.most_common(_ROWS))
    if len(rows) > _ROWS:
        yield f"and {len(rows) - _ROWS:,} more"


def _row(kernel: Kernel) -> str:
    tile = "×".join(map(str, kernel.tile or ())) or "tile not known"
    sizes, stages = kernel.sizes, kernel.stages
    if sizes is None or sizes.mainloop is None or sizes.epilogue is None or not stages:
        return tile
    plural = "s" if stages > 1 else ""
    told = f"{tile}: epilogue {sizes.epilogue:,}, mainloop {sizes.mainloop:,} with {stages} stage{plural}"
    budget = kernel.budget
    if budget is not None:
        return (
            f"{told}; one more takes {budget.stage_bytes:,}, {budget.stage_bytes - budget.spare:,} more than are left"
        )
    if kernel.margin is not None:
        return f"{told}; one more takes up to {sizes.mainloop // stages:,}, and {kernel.margin:,} are left"
    return told
