"""SCHED001: a builder or the kernel class refuses the configuration.

## What it does

Names the assertion of the headers that a kernel fails, the line of the launcher that leads to it, and the kernels of
the same module and launcher that differ in one argument, are accepted and fit.

## Why it matters

nvcc stops at the same assertion. The module of this kernel does not build, and with it nothing that is in it; what the
user sees is "Ninja build failed", or a page of template names.

## Example

On Sm120, a cluster of 2×1×1: "no programmatic multicast on this arch". A tile of 128×16×128: "Invalid tile shape N."

## What to do

Choose one of the configurations listed as fitting, or leave this one out of what is generated.

## References

cutlass/gemm/collective/builders; CUTLASS, "Blackwell Functionality", for the tiles and schedules of each data type.
"""

from __future__ import annotations

from collections.abc import Iterator

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Finding, Kernel, Related, Suggestion
from cutlass_lint.rules import Rule


def check(graph: KernelGraph) -> Iterator[Finding]:
    """Yield a finding for each kernel that the headers refuse."""
    for kernel in graph.kernels():
        if kernel.status == "rejected" and kernel.chain:
            yield _finding(graph, kernel)


RULE = Rule("SCHED001", "builder-rejects", "error", check)


def _finding(graph: KernelGraph, kernel: Kernel) -> Finding:
    assertion, *asked = kernel.chain
    return RULE.about(
        kernel,
        f"the headers refuse it: {assertion.message}",
        details=(f"nvcc stops at the same assertion: module {kernel.module} does not build with this kernel",),
        related=(Related(assertion.location, "the assertion"), *asked),
        suggestions=_accepted(graph, kernel),
    )


def _accepted(graph: KernelGraph, kernel: Kernel) -> list[Suggestion]:
    """The kernels that differ in one argument, are accepted and fit, the largest first; equal ones once."""
    accepted = {
        Suggestion(f"{name.rstrip('_')}={other.arguments[name]}", other.sizes.kernel, other.stages)
        for name, other in graph.neighbours(kernel)
        if other.sizes and other.verdict == "fits"
    }
    return sorted(accepted, key=lambda suggestion: (-suggestion.kernel_size, suggestion.message))
