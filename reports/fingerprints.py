"""Texts that tell a finding from all others, and stay the same while lines move and files are renamed."""

from __future__ import annotations

import hashlib
import re
from collections import Counter

from cutlass_lint.analyzer.model import Finding, Kernel, Report
from cutlass_lint.reports import from_headers

_NUMBER = re.compile(r"\d[\d,.]*")


def fingerprints(report: Report) -> tuple[str, ...]:
    """The fingerprint of each of a report's findings, then of those suppressed, no two alike, as `HASH:NUMBER`.

    The hash is of what the finding is about: rule, launcher, arguments, variant and device; or rule, file and message
    without its numbers, where it is about no kernel. Findings that have all of it in common, such as those of one
    kernel that two modules build, are numbered by place, whether suppressed or not.
    """
    kernels = {kernel.id: kernel for kernel in report.kernels}
    findings = (*report.findings, *(suppressed.finding for suppressed in report.suppressed))
    seen: Counter[str] = Counter()
    found = [""] * len(findings)
    for index in sorted(range(len(findings)), key=lambda index: findings[index].location):
        finding = findings[index]
        kernel = kernels[finding.kernel] if finding.kernel is not None else None
        identity = _hashed(_identity(finding, kernel) if kernel else _subject(finding, report))
        seen[identity] += 1
        found[index] = f"{identity}:{seen[identity]}"
    return tuple(found)


def _subject(finding: Finding, report: Report) -> tuple[str, ...]:
    return (finding.rule, from_headers(finding.location.file, report.roots), _NUMBER.sub("#", finding.message))


def _identity(finding: Finding, kernel: Kernel) -> tuple[str, ...]:
    arguments = [f"{name}={value}" for name, value in sorted(kernel.arguments.items())]
    return (
        finding.rule,
        kernel.instantiation.launcher,
        # A kernel that its own source makes has no arguments: its type is all there is to tell it by.
        *(arguments or [kernel.kernel_type or ""]),
        kernel.variant or "",
        kernel.device or "",
    )


def _hashed(parts: tuple[str, ...]) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "backslashreplace")).hexdigest()[:32]
