"""A baseline: the findings that were there when it was written, which later runs leave out."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from cutlass_lint.analyzer.model import Report
from cutlass_lint.reports import shown
from cutlass_lint.reports.fingerprints import fingerprints
from cutlass_lint.reports.json_text import encoded

_SCHEMA = "cutlass-lint/baseline/1"


class BaselineError(ValueError):
    """A file that is no baseline; the message is one line with the file and the remedy."""


class _Entry(Struct, frozen=True):
    """A finding: by its fingerprint, and for people who read the file by the rest."""

    fingerprint: str
    rule: str = ""
    file: str = ""
    message: str = ""


class _Baseline(Struct, frozen=True):
    schema: str
    findings: tuple[_Entry, ...]


def read_baseline(file: Path) -> frozenset[str]:
    """Return the fingerprints of a baseline. Raises BaselineError."""
    try:
        baseline = msgspec.json.decode(file.read_bytes(), type=_Baseline)
    except OSError as error:
        raise BaselineError(
            f"cannot read the baseline {file}: {error.strerror or error}; --update-baseline writes it"
        ) from error
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BaselineError(f"{file} is no baseline: {error}; write it anew with --update-baseline") from error
    if baseline.schema != _SCHEMA:
        raise BaselineError(f"{file} is no baseline: its schema is {baseline.schema!r}, not {_SCHEMA!r}")
    return frozenset(entry.fingerprint for entry in baseline.findings)


def baseline_of(report: Report) -> str:
    """Return the text of a baseline that has all findings of a report, in an order that does not depend on lines."""
    entries = [
        _Entry(fingerprint, finding.rule, shown(finding.location.file, report), finding.message)
        for finding, fingerprint in zip(report.findings, fingerprints(report), strict=False)
    ]
    entries.sort(key=lambda entry: (entry.file, entry.rule, entry.message, entry.fingerprint))
    return f"{encoded(_Baseline(_SCHEMA, tuple(entries)))}\n"
