"""LINT002: a suppression that is not understood, or is of a rule that does not exist.

## What it does

Finds comments that begin with `cutlass-lint:` and are not `ignore[CODE, ...]` or `ignore-file[CODE, ...]`, and
suppressions of codes or names that no rule has.

## Why it matters

Such a comment suppresses nothing, though its author thought that it would. One without codes would also hide what
nobody has thought of, so that there is none.

## Example

`INSTANTIATE_MOE_GEMM(...);  // cutlass-lint: ignore[SMEM01]`: there is a SMEM001.

## What to do

Write `// cutlass-lint: ignore[SMEM001]: the reason`, behind the instantiation or on a line of its own before it.

## References

`cutlass-lint rule` lists all codes.
"""

from __future__ import annotations

from collections.abc import Iterator

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Finding, Location
from cutlass_lint.rules import Rule


def check(graph: KernelGraph) -> Iterator[Finding]:
    """Yield a finding for each comment or entry that suppresses nothing because of how it is written."""
    for problem in graph.surroundings.invalid:
        yield RULE.at(Location(problem.file, problem.line), f"{problem.message}: {problem.remedy}")


RULE = Rule("LINT002", "invalid-suppression", "warning", check)
