"""A Code Quality report, which GitLab shows in merge requests and compares with that of the target branch.

Source: GitLab Docs, "Code Quality", section "Code Quality report format": an array of objects with the properties
below; the fingerprint is unique, the path relative, and severities are info, minor, major, critical and blocker.
"""

from __future__ import annotations

from msgspec import Struct

from cutlass_lint.analyzer.model import Report
from cutlass_lint.reports import printable, shown, subject
from cutlass_lint.reports.fingerprints import fingerprints
from cutlass_lint.reports.json_text import encoded

_SEVERITIES = {"error": "major", "warning": "minor", "note": "info"}


class _Lines(Struct, frozen=True):
    begin: int


class _Location(Struct, frozen=True):
    path: str
    lines: _Lines


class _Entry(Struct, frozen=True):
    description: str
    check_name: str
    fingerprint: str
    severity: str
    location: _Location


def render(report: Report) -> str:
    """The findings; the format has no place for what could not be read or sized."""
    kernels = {kernel.id: kernel for kernel in report.kernels}
    entries = [
        _Entry(
            printable(f"{finding.message} ({about})" if (about := subject(finding, kernels)) else finding.message),
            finding.rule,
            fingerprint,
            _SEVERITIES[finding.severity],
            _Location(printable(shown(finding.location.file, report)), _Lines(finding.location.line)),
        )
        for finding, fingerprint in zip(report.findings, fingerprints(report), strict=False)
    ]
    return f"{encoded(entries)}\n"
