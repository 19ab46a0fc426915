"""Workflow commands, which GitHub Actions shows as annotations of the lines of a pull request.

Sources: GitHub Docs, "Workflow commands for GitHub Actions" (error, warning, notice and their parameters); the escapes
are those of `escapeData` and `escapeProperty` in actions/toolkit, packages/core/src/command.ts.
"""

from __future__ import annotations

from collections.abc import Iterator

from cutlass_lint.analyzer.model import Report
from cutlass_lint.reports import most_severe_first, printable, shown, subject
from cutlass_lint.reports.notices import notices

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


def render(report: Report) -> str:
    """A command for each finding, the most severe first, for GitHub shows ten of a kind; then what is not complete."""
    return "".join(f"{command}\n" for command in _commands(report))


def _commands(report: Report) -> Iterator[str]:
    kernels = {kernel.id: kernel for kernel in report.kernels}
    for finding in most_severe_first(report.findings):
        place = finding.location
        fits = [f"fits: {suggestion.message}" for suggestion in finding.suggestions]
        yield _command(
            _COMMANDS[finding.severity],
            {
                "file": shown(place.file, report),
                "line": str(place.line),
                "col": str(place.column),
                "title": f"{finding.rule} {finding.name}",
            },
            tuple(filter(None, (finding.message, subject(finding, kernels), *fits))),
        )
    for notice in notices(report):
        places = {"file": shown(notice.file, report)}
        places |= {name: str(number) for name, number in (("line", notice.line), ("col", notice.column)) if number}
        yield _command("warning", {**places, "title": "cutlass-lint"}, (notice.message,))


def _command(name: str, properties: dict[str, str], lines: tuple[str, ...]) -> str:
    told = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    message = "\n".join(map(printable, lines))
    return f"::{name} {told}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(printable(text)).replace(":", "%3A").replace(",", "%2C")
