"""LINT001: a suppression that suppresses nothing.

## What it does

Finds comments `// cutlass-lint: ignore[CODE]`, and suppressions in the configuration, that no finding of this run
needed. Those of rules that did not run, or about kernels whose size is not known, are left alone; so are suppressions
of the configuration that select no kernel of this run.

## Why it matters

What they were written for is gone, because the kernel fits now or is no longer made. The next overflow there would be
hidden without anybody having looked at it.

## Example

`INSTANTIATE_MOE_GEMM(...);  // cutlass-lint: ignore[SMEM001]: fits from CUTLASS 4.9 on`, where the kernel fits.

## What to do

Remove the comment, or the entry of the configuration.

## References

ruff has the same for its `noqa` comments (RUF100), mypy for `type: ignore` (warn_unused_ignores).
"""

from __future__ import annotations

from collections.abc import Iterator

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Finding
from cutlass_lint.rules import Rule


def check(graph: KernelGraph) -> Iterator[Finding]:
    """Yield a finding for each suppression that was not needed."""
    for suppression in graph.surroundings.unused:
        codes = ", ".join(suppression.rules)
        yield RULE.at(suppression.location, f"nothing here is found by {codes}: remove the suppression")


RULE = Rule("LINT001", "unused-suppression", "warning", check)
