"""SMEM003: the carveout of the stage count leaves out storage that the kernels hold.

## What it does

Says once for each place that asks a builder for `StageCountAutoCarveout<...>` how many of its kernels are larger than
the opt-in limit per block, what they hold that the stage count leaves no bytes for, and how much larger the carveout
must be for them to fit. That size is not calculated: the builder is asked for its mainloop under the larger carveout,
and the front end lays out the kernel that has it.

## Why it matters

The builder divides its budget less the carveout by the bytes of a stage, and rounds down. A launcher that passes
`sizeof(CollectiveEpilogue::SharedStorage)` says nothing of tensormaps, of the pipelines and the response of the tile
scheduler, and of what alignment adds between the collectives and at the end. Mostly the remainder of the division
holds them by luck. Where it does not, the kernel has a stage too many.

It is a warning: the kernels that fail are errors of SMEM001, and this is why they do.

## Example

On Sm120, FlashInfer 0.6.3 hands the builder 17,408 bytes for 128×256×128 with FINALIZE. 3 stages of 27,664 leave 976 of
the 101,376, and 102,400 are held. With 977 bytes more in the carveout, 2 stages are left: 74,752.

## What to do

Add the bytes to the carveout in the launcher. It is then larger for all kernels that are instantiated from there, and
one whose stages leave less than these bytes spare loses a stage, too: where that matters, choose the carveout by a
condition on the tile.

## References

CUTLASS, StageCountAutoCarveout in cutlass/gemm/collective/collective_builder_decl.hpp and the builders in
cutlass/gemm/collective/builders, which subtract it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Finding, Kernel, Suggestion
from cutlass_lint.rules import Rule
from cutlass_lint.rules.stage_budgets import Place, by_place, cause, some


def check(graph: KernelGraph) -> Iterator[Finding]:
    """Yield a finding for each place that asks for a stage count whose kernels overflow by what it leaves out."""
    for place, kernels in by_place(graph.running()).items():
        failing = [kernel for kernel in kernels if _lacks_bytes(kernel)]
        if failing:
            yield _finding(place, kernels, sorted(failing, key=lambda kernel: kernel.margin or 0))


RULE = Rule("SMEM003", "carveout-leaves-out-storage", "warning", check)


def _lacks_bytes(kernel: Kernel) -> bool:
    """Whether a kernel overflows though its builder divides no more than the device has."""
    budget, limit = kernel.budget, kernel.limit
    return kernel.verdict == "overflow" and budget is not None and limit is not None and budget.budget <= limit


def _finding(place: Place, kernels: Sequence[Kernel], failing: Sequence[Kernel]) -> Finding:
    first = failing[0]
    outcomes = Counter(map(_outcome, failing))
    return RULE.at(
        place.location,
        f"{len(failing):,} of {len(kernels):,} kernels larger than {first.limit:,} bytes "
        f"({place.device} opt-in limit per block), by storage that the carveout leaves out",
        details=_details(failing, outcomes),
        related=first.chain,
        suggestions=[outcome.mend for outcome in outcomes if outcome.mend],
    )


def _details(failing: Sequence[Kernel], outcomes: Counter[_Outcome]) -> Iterator[str]:
    first = failing[0]
    yield f"kernels: {some(failing)}"
    if first.sizes and first.limit:
        told, *rest = cause(first, first.sizes, first.limit)
        yield f"cause: {'in the first, ' if failing[1:] else ''}{told}"
        yield from (f"       {line}" for line in rest)
    for outcome, count in outcomes.items():
        # What mends them all is a suggestion, which says the same.
        if count < len(failing) or outcome.mend is None:
            yield outcome.told if count == len(failing) else f"{outcome.told} ({count:,} of them)"


class _Outcome(Struct, frozen=True):
    """What a larger carveout makes of a kernel, in words, and the change where the kernel then fits."""

    told: str
    mend: Suggestion | None = None


def _outcome(kernel: Kernel) -> _Outcome:
    budget, refit, limit = kernel.budget, kernel.refit, kernel.limit
    if budget is None or refit is None or limit is None:
        return _Outcome("a larger carveout leaves too few stages, or a kernel that could not be measured")
    change = f"a carveout of {refit.carveout - budget.carveout:,} bytes more"
    told = f"with {change}: {refit.stages} stages, {refit.kernel_size:,} bytes"
    if refit.kernel_size > limit:
        return _Outcome(f"{told}, still too many")
    return _Outcome(told, Suggestion(change, refit.kernel_size, refit.stages))
