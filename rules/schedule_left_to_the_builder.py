"""SCHED002: a schedule is left to the builder where sibling kernels name one.

## What it does

Finds kernels whose builder is asked for `KernelScheduleAuto` or `EpilogueScheduleAuto`, where other kernels of the same
module, launcher, ArchTag and element types name a schedule. Says what the mainloop's builder made of Auto.

## Why it matters

Auto is the builder's choice, which changes with the tile and from one CUTLASS release to the next: pingpong for one
kernel, cooperative for its neighbour, one SM rather than two. The choice takes part in the stage count, in the threads
and in what a tile may be. Where the siblings' author has chosen, Auto is often what was forgotten.

## Example

Of the kernels of a launcher for Sm100 with half, six name KernelTmaWarpSpecialized1SmSm100 and two KernelScheduleAuto.

## What to do

Name the schedule that Auto resolved to, where that is meant, or the one of the siblings. Nothing, where the builder is
meant to choose.

## References

cutlass/gemm/dispatch_policy.hpp; cutlass/gemm/collective/builders, for what each makes of KernelScheduleAuto.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from cutlass_lint.analyzer.graph import KernelGraph, argument_kind
from cutlass_lint.analyzer.model import Finding, Kernel
from cutlass_lint.rules import Rule
from cutlass_lint.rules.several import about_all

_KERNEL_AUTO = "KernelScheduleAuto"
_EPILOGUE_AUTO = "EpilogueScheduleAuto"


def check(graph: KernelGraph) -> Iterator[Finding]:
    """Yield a finding for the kernels of each group that leave to the builder what their siblings name."""
    groups: dict[tuple[object, ...], list[Kernel]] = {}
    for kernel in graph.kernels():
        if kernel.status != "sized" or not kernel.launcher:
            continue
        elements = tuple(item for item in kernel.arguments.items() if argument_kind(*item) == "element-type")
        # Without the names of its element types, no kernel is known to be another's sibling.
        if elements:
            built = graph.module(kernel) or kernel.module
            group = (built, kernel.launcher.file, kernel.launcher.name, kernel.arch, elements)
            groups.setdefault(group, []).append(kernel)
    for siblings in groups.values():
        yield from _kernel_schedules(siblings)
        yield from _epilogue_schedules(siblings)


RULE = Rule("SCHED002", "schedule-left-to-the-builder", "note", check)


def _kernel_schedules(siblings: list[Kernel]) -> Iterator[Finding]:
    automatic = [kernel for kernel in siblings if kernel.schedule.kernel == _KERNEL_AUTO]
    named = _names(kernel.schedule.kernel for kernel in siblings if kernel.schedule.kernel != _KERNEL_AUTO)
    if automatic and named:
        resolved = _names(kernel.schedule.resolved for kernel in automatic)
        details = [f"it resolved to {resolved}"] if resolved else []
        yield about_all(RULE, automatic, _message(automatic, _KERNEL_AUTO, named), details=details)


def _epilogue_schedules(siblings: list[Kernel]) -> Iterator[Finding]:
    automatic = [kernel for kernel in siblings if kernel.schedule.epilogue == _EPILOGUE_AUTO]
    named = _names(kernel.schedule.epilogue for kernel in siblings if kernel.schedule.epilogue != _EPILOGUE_AUTO)
    if automatic and named:
        yield about_all(RULE, automatic, _message(automatic, _EPILOGUE_AUTO, named))


def _message(automatic: list[Kernel], auto: str, named: str) -> str:
    who = f"{len(automatic):,} kernels ask" if automatic[1:] else "the kernel asks"
    launcher = automatic[0].instantiation.launcher
    return f"{who} for {auto}, where others of {launcher} with the same element types name {named}"


def _names(schedules: Iterable[str | None]) -> str:
    """The schedules, the most frequent first, each with how often it is named; empty where there are none."""
    counts = Counter(schedule for schedule in schedules if schedule)
    return ", ".join(f"{schedule} ({count:,})" for schedule, count in counts.most_common())
