"""From the outcome of an instantiation to its kernels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from cutlass_lint.analyzer.model import Guard, Kernel, Module
from cutlass_lint.analyzer.smem.candidates import without_collective
from cutlass_lint.analyzer.smem.evidence import Evidence
from cutlass_lint.analyzer.smem.sized import sized
from cutlass_lint.analyzer.smem.sizing import Failure, Outcome, Rejection
from cutlass_lint.analyzer.smem.variants import variants


def settle(kernel: Kernel, module: Module, outcome: Outcome) -> Iterator[Kernel]:
    """The kernels that an instantiation makes, one that stands for them all where none of them is sized."""
    if isinstance(outcome, Failure):
        yield replace(kernel, reason=outcome.reason)
    elif isinstance(outcome, Rejection):
        yield replace(kernel, chain=outcome.chain, status="rejected", reason=outcome.reason)
    elif off := _off_by(kernel, module, outcome):
        yield replace(kernel, chain=outcome.chain, status="disabled", reason=off)
    elif not outcome.kernels:
        yield replace(kernel, status="not-sized", reason=without_collective(kernel.arguments))
    else:
        launched = [made for made in outcome.kernels if made in outcome.launched]
        for made, variant in zip(launched, variants(launched), strict=True):
            chain = (*outcome.chain, outcome.kernels[made])
            yield sized(replace(kernel, kernel_type=made, variant=variant, chain=chain), module, outcome)


def _off_by(kernel: Kernel, module: Module, evidence: Evidence) -> str | None:
    """What leaves an instantiation out of the module's build."""
    if evidence.skipped:
        return f"{_off(kernel.instantiation.guards)} in module {module.name}"
    if evidence.adapter_skipped and kernel.launcher:
        return f"its launcher leaves it out: {_off(kernel.launcher.adapter_guards)} in module {module.name}"
    beside = kernel.launcher is not None and kernel.launcher.adapter_beside and not kernel.launcher.launch_line
    if not evidence.launched.intersection(evidence.kernels) and (evidence.kernels or not beside):
        return f"its launcher discards it by `if constexpr`, with the defines of module {module.name}"
    return None


def _off(guards: Sequence[Guard]) -> str:
    conditions = " and ".join(f"`{guard.condition}`" for guard in guards)
    return f"{conditions} {'do not both hold' if len(guards) == 2 else 'do not all hold' if guards[2:] else 'is off'}"
