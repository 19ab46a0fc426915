"""What a report has to say beside its findings: what could not be read, and the kernels that could not be sized."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from cutlass_lint.analyzer.model import Report
from cutlass_lint.reports import told


class Notice(Struct, frozen=True):
    """Something that keeps a report from being complete. `line` and `column` are 0 where the whole file is meant."""

    file: str
    line: int
    column: int
    message: str


def notices(report: Report) -> Iterator[Notice]:
    """The problems of a report, each with its remedy, then its unknown kernels, each with the reason.

    Those that an error is about are findings.
    """
    for problem in report.problems:
        yield Notice(problem.file, problem.line, 0, f"{problem.message}: {problem.remedy}")
    known = told(report)
    for kernel in report.kernels:
        if kernel.status == "unknown" and kernel.id not in known:
            place = kernel.instantiation
            yield Notice(place.file, place.line, place.column, f"size unknown: {kernel.reason}")
