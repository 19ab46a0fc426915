"""DIFF002: parameters of which the labelled kernels cannot tell which one matters.

## What it does

With labels (`--failing`, `--working` or `--log`), finds parameters of a launcher that never vary apart in the labelled
kernels, and parameters about which no failing kernel tells anything, because none differs from another in them alone.
Names the kernel that would tell.

## Why it matters

Whoever names one of such parameters as the cause is guessing. One kernel more, run or sized, decides it.

## Example

Where every failing kernel has FUSION=FINALIZE and EpilogueTag=X and every working one neither, each of them could be
the reason.

## What to do

Run the kernel that is named, or size it: `cutlass-lint diff --what-if` with the same labels, or `cutlass-lint fit`.

## References

`cutlass-lint diff --help`.
"""

from __future__ import annotations

from collections.abc import Iterator

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.groups.entries import NeverApart, Untold
from cutlass_lint.analyzer.model import Finding
from cutlass_lint.rules import Rule
from cutlass_lint.rules.comparing import compared, told


def check(graph: KernelGraph) -> Iterator[Finding]:
    """Yield a finding for each set of parameters that the labelled kernels leave open."""
    for failing, entries in compared(graph):
        for entry in entries:
            # Those that have no effect together are no candidates.
            if isinstance(entry, Untold) or (isinstance(entry, NeverApart) and entry.deciders):
                message, *details = told(entry)
                yield RULE.about(failing, message, details=details)


RULE = Rule("DIFF002", "confounded-parameters", "warning", check)
