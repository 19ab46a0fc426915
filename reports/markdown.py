"""The report as Markdown for a comment on a pull request: the findings as a table, and what was covered.

GitHub refuses comments of more than 65,536 characters, so rows end where there is no room for more. Whatever comes from
the input stands in code spans, where GitHub makes no mention of a name after @ and no link of a number after #.
"""

from __future__ import annotations

from collections.abc import Iterator

import cutlass_lint
from cutlass_lint.analyzer.model import Finding, Report
from cutlass_lint.reports import most_severe_first, shown, subject
from cutlass_lint.reports.markdown_text import code, plain, row
from cutlass_lint.reports.notices import notices
from cutlass_lint.reports.summary import outcome, sentence, summarize

_ROOM = 50_000
"""Characters for the rows of findings."""
_NOTICES = 10
_NOTICE = 300
"""Characters of a notice, which may hold the errors of a front end."""


def render(report: Report) -> str:
    """A heading that says all, the findings, what keeps the report from being complete, and the counts."""
    return "".join(f"{line}\n" for line in _lines(report))


def _lines(report: Report) -> Iterator[str]:
    summary = summarize(report)
    plural = "finding" if summary.findings == 1 else "findings"
    yield f"### cutlass-lint: {summary.findings:,} {plural}; {outcome(report)}"
    if report.findings:
        yield ""
        yield from _table(report)
    yield from _incomplete(report)
    yield ""
    yield f"{sentence(summary)}; cutlass-lint {cutlass_lint.__version__}."


def _table(report: Report) -> Iterator[str]:
    kernels = {kernel.id: kernel for kernel in report.kernels}
    yield row(("severity", "rule", "place", "kernel", "message"))
    yield row(("---",) * 5)
    left = _ROOM
    for number, finding in enumerate(most_severe_first(report.findings)):
        cells = row(_cells(finding, subject(finding, kernels), report))
        left -= len(cells) + 1
        if left < 0:
            yield ""
            yield f"… and {len(report.findings) - number:,} more findings."
            return
        yield cells


def _cells(finding: Finding, about: str, report: Report) -> Iterator[str]:
    place = f"{shown(finding.location.file, report)}:{finding.location.line}:{finding.location.column}"
    fits = " · ".join(f"{code(s.message)} ({s.kernel_size:,} bytes)" for s in finding.suggestions)
    yield finding.severity
    yield f"{finding.rule} {finding.name}"
    yield code(place)
    yield code(about) if about else ""
    yield plain(finding.message) + (f"; fits: {fits}" if fits else "")


def _incomplete(report: Report) -> Iterator[str]:
    found = list(notices(report))
    if not found:
        return
    yield ""
    yield "**This is not all:** something could not be read or sized."
    yield ""
    yield row(("place", "reason"))
    yield row(("---",) * 2)
    for notice in found[:_NOTICES]:
        place = shown(notice.file, report) + (f":{notice.line}" if notice.line else "")
        text = notice.message if len(notice.message) <= _NOTICE else f"{notice.message[: _NOTICE - 1]}…"
        yield row((code(place), code(text)))
    if len(found) > _NOTICES:
        yield ""
        yield f"… and {len(found) - _NOTICES:,} more."
