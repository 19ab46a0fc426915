"""INST003: instantiations that a guard, or a condition in the launcher, leaves out of this build.

## What it does

Counts the instantiations of each module and launcher that are read but not built, by the condition that leaves them
out, and names the macros that the condition asks for and the module's command does not define.

## Why it matters

Mostly it does not: a module's sources serve several builds. It does where a kernel is looked for in vain, such as a
tactic that the autotuner never offers: it is generated, and yet not in the library.

## Example

378 instantiations of sm90_generic_mixed_gemm_kernelLauncher in a fused_moe_120 module, whose launcher asks for
`defined(COMPILE_HOPPER_TMA_GEMMS)`.

## What to do

Nothing, where they are meant for other devices. Else define the macro that is named, in the flags of the module.

## References

C++ [cpp.cond]; flashinfer/jit/fused_moe.py, for the macros of each fused-MoE module.
"""

from __future__ import annotations

from collections.abc import Iterator

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Finding, Kernel
from cutlass_lint.analyzer.sources.guards import lacking
from cutlass_lint.rules import Rule
from cutlass_lint.rules.several import about_all


def check(graph: KernelGraph) -> Iterator[Finding]:
    """Yield a finding for what each condition leaves out of a launcher's instantiations."""
    groups: dict[tuple[object, ...], list[Kernel]] = {}
    for kernel in graph.kernels():
        if kernel.status == "disabled":
            group = (graph.module(kernel) or kernel.module, kernel.instantiation.launcher, kernel.reason)
            groups.setdefault(group, []).append(kernel)
    for kernels in groups.values():
        first = kernels[0]
        launcher = first.instantiation.launcher
        what = f"{len(kernels):,} instantiations of {launcher} are" if kernels[1:] else "the instantiation is"
        message = f"{what} not built: {first.reason}"
        yield about_all(RULE, kernels, message, details=_enabling(graph, first), related=first.chain)


RULE = Rule("INST003", "disabled-instantiation", "note", check)


def _enabling(graph: KernelGraph, kernel: Kernel) -> Iterator[str]:
    """What would make the conditions hold, where all that they ask for are macros that the module's command lacks."""
    module, launcher = graph.module(kernel), kernel.launcher
    around = (kernel.instantiation.guards, launcher.adapter_guards if launcher else ())
    # The reason quotes those that are off together.
    off = next(
        (guards for guards in around if guards and all(one.condition in (kernel.reason or "") for one in guards)), ()
    )
    names = lacking(off, module.flags.defines) if module else ()
    if names:
        yield f"the conditions hold with {' '.join(f'-D{name}' for name in names)}"
