"""How many findings each rule has, instead of the findings."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct
from rich.console import Console
from rich.table import Table

from cutlass_lint.analyzer.model import Report
from cutlass_lint.reports.json_text import encoded
from cutlass_lint.rules import all_rules

SCHEMA = "cutlass-lint/statistics/1"


class Count(Struct, frozen=True):
    """The findings of one rule, those that suppressions or the baseline keep out, and the seconds that it took."""

    rule: str
    name: str
    severity: str
    findings: int
    suppressed: int
    seconds: float


class _Document(Struct, frozen=True):
    schema: str
    rules: tuple[Count, ...]
    hidden: int


def counts(report: Report) -> tuple[Count, ...]:
    """The counts of the rules that found something, the most findings first."""
    found = Counter(finding.rule for finding in report.findings)
    suppressed = Counter(one.finding.rule for one in report.suppressed)
    told = (
        Count(
            rule.code,
            rule.name,
            rule.severity,
            found[rule.code],
            suppressed[rule.code],
            round(report.seconds.get(rule.code, 0.0), 6),
        )
        for rule in all_rules()
        if found[rule.code] or suppressed[rule.code]
    )
    return tuple(sorted(told, key=lambda count: (-count.findings, count.rule)))


def render(report: Report, console: Console) -> None:
    """Print a table."""
    table = Table(box=None, show_edge=False, pad_edge=False)
    for heading in ("findings", "rule", "name", "severity", "suppressed", "ms"):
        table.add_column(heading, justify="right" if heading in ("findings", "suppressed", "ms") else "left")
    for count in counts(report):
        table.add_row(
            f"{count.findings:,}",
            count.rule,
            count.name,
            count.severity,
            f"{count.suppressed:,}" if count.suppressed else "",
            f"{count.seconds * 1000:.1f}",
        )
    console.print(table)


def document(report: Report) -> str:
    """The counts as JSON."""
    content = _Document(SCHEMA, counts(report), report.hidden)
    return f"{encoded(content)}\n"
