"""One line for each finding, for editors, grep and problem matchers: FILE:LINE:COLUMN: CODE SEVERITY MESSAGE.

This is the form of GNU Coding Standards, "Formatting Error Messages", which most tools that read compilers read too.
What keeps the report from being complete has a line of the same form, with "warning" in place of code and severity.
"""

from __future__ import annotations

from collections.abc import Iterator

from cutlass_lint.analyzer.model import Report
from cutlass_lint.reports import printable, shown
from cutlass_lint.reports.notices import notices


def render(report: Report) -> str:
    """The report's lines, findings first; nothing where there are none."""
    return "".join(f"{printable(line)}\n" for line in _lines(report))


def _lines(report: Report) -> Iterator[str]:
    for finding in report.findings:
        place = finding.location
        where = f"{shown(place.file, report)}:{place.line}:{place.column}"
        yield f"{where}: {finding.rule} {finding.severity} {finding.message}"
    for notice in notices(report):
        numbers = "".join(f":{number}" for number in (notice.line, notice.column) if number)
        yield f"{shown(notice.file, report)}{numbers}: warning: {notice.message}"
