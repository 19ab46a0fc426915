"""DIFF001: parameters that separate the kernels that fail from those that work.

## What it does

With labels (`--failing`, `--working` or `--log`), finds the smallest conjunction of parameters that holds for every
failing kernel of a launcher and for no working one, and counts for how many each of its conditions holds alone.

## Why it matters

A single parameter that most failing kernels have in common is often not the cause. The conjunction says which kernels
to leave out, and what to report.

## Example

FlashInfer 0.6.3 for SM120: FUSION=FINALIZE, SWAP_AB=false and a side of 256 together separate 4 failing kernels from 36
working ones. FINALIZE alone fails in 4 of 20.

## What to do

`cutlass-lint diff` with the same labels tells all of it: each parameter, what these kernels cannot tell, and the
verdict on each failing kernel.

## References

`cutlass-lint diff --help`.
"""

from __future__ import annotations

from collections.abc import Iterator

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.groups.entries import Inseparable, Separated
from cutlass_lint.analyzer.model import Finding
from cutlass_lint.rules import Rule
from cutlass_lint.rules.comparing import compared, told


def check(graph: KernelGraph) -> Iterator[Finding]:
    """Yield a finding for each launcher whose kernels some parameters separate."""
    for failing, entries in compared(graph):
        separating = [told(entry) for entry in entries if isinstance(entry, Separated | Inseparable)]
        if separating:
            (first, *rest), *others = separating
            yield RULE.about(failing, first, details=[*rest, *(line for lines in others for line in lines)])


RULE = Rule("DIFF001", "separating-parameters", "warning", check)
