"""The counts that end every report."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from cutlass_lint.analyzer.model import Report


class Summary(Struct, frozen=True):
    """Counts of a report. `kernels` are those that the module's build makes: sized, rejected or unknown.

    An instantiation may make several kernels; all counts but that of instantiations are counts of kernels.
    """

    files: int
    instantiations: int
    kernels: int
    sized: int
    rejected: int
    disabled: int
    unknown: int
    not_sized: dict[str, int]
    findings: int
    suppressed: int
    hidden: int


def summarize(report: Report) -> Summary:
    """Count the kernels of a report by status, those not sized by their launcher."""
    status = Counter(kernel.status for kernel in report.kernels)
    not_sized = Counter(kernel.instantiation.launcher for kernel in report.kernels if kernel.status == "not-sized")
    return Summary(
        files=report.files,
        instantiations=len({(kernel.module, kernel.instantiation) for kernel in report.kernels}),
        kernels=status["sized"] + status["rejected"] + status["unknown"],
        sized=status["sized"],
        rejected=status["rejected"],
        disabled=status["disabled"],
        unknown=status["unknown"],
        not_sized=dict(sorted(not_sized.items())),
        findings=len(report.findings),
        suppressed=len(report.suppressed),
        hidden=report.hidden,
    )


def kept_out(report: Report) -> str:
    """How many findings more there are, and why they are not told; empty where there are none."""
    reasons = [f"{len(report.suppressed):,} suppressed"] if report.suppressed else []
    reasons += [f"{report.hidden:,} hidden: --min-severity note"] if report.hidden else []
    return f" ({', '.join(reasons)})" if reasons else ""


def outcome(report: Report) -> str:
    """How many kernels fit, in the last words of a report."""
    if any(kernel.is_left_out for kernel in report.kernels):
        return "sizes left out: --no-sizes"
    verdicts = Counter(kernel.verdict for kernel in report.kernels if kernel.sizes)
    return f"{verdicts['fits']:,} of {verdicts.total():,} sized kernels fit"


def sentence(summary: Summary) -> str:
    """What became of all instantiations."""
    return (
        f"{summary.instantiations:,} instantiations in {summary.files:,} files: {summary.sized:,} sized, "
        f"{summary.rejected:,} rejected, {summary.disabled:,} disabled, {summary.unknown:,} unknown, "
        f"{sum(summary.not_sized.values()):,} not sized"
    )
