"""The machine format `cutlass-lint/jsonl/1`, JSON Lines: a line that is about the report, then one for each finding.

The first line has the keys "schema", "tool", "roots", "problems" and "summary", the others those of a finding in
`cutlass-lint/1`, whose keys and values these all are. Keys may be added, never renamed, within a version.
"""

from __future__ import annotations

from cutlass_lint.analyzer.model import Report
from cutlass_lint.reports import json_document, json_report
from cutlass_lint.reports.json_text import encoded


def render(report: Report) -> str:
    """The report as JSON objects, one a line."""
    first = json_document.Header(
        schema="cutlass-lint/jsonl/1",
        tool=json_report.tool(),
        roots=json_report.roots(report),
        problems=json_report.problems(report),
        summary=json_report.summary(report),
    )
    lines = (first, *(json_report.finding_entry(finding, report) for finding in report.findings))
    return "".join(f"{encoded(line, indent=-1)}\n" for line in lines)
