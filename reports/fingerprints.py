"""Texts that tell a finding from all others, and stay the same while lines move and files are renamed."""

from __future__ import annotations

import hashlib
from collections import Counter

from cutlass_lint.analyzer.model import Finding, Kernel, Report


def fingerprints(report: Report) -> tuple[str, ...]:
    """The fingerprint of each of a report's findings, no two alike, as `HASH:NUMBER`.

    The hash is of what the finding is about: rule, launcher, arguments, variant and device. Findings that have all of
    it in common, such as those of one kernel that two modules build, are numbered in the order of the report.
    """
    kernels = {kernel.id: kernel for kernel in report.kernels}
    seen: Counter[str] = Counter()
    found = []
    for finding in report.findings:
        identity = _identity(finding, kernels[finding.kernel])
        seen[identity] += 1
        found.append(f"{identity}:{seen[identity]}")
    return tuple(found)


def _identity(finding: Finding, kernel: Kernel) -> str:
    arguments = [f"{name}={value}" for name, value in sorted(kernel.arguments.items())]
    parts = (
        finding.rule,
        kernel.instantiation.launcher,
        # A kernel that its own source makes has no arguments: its type is all there is to tell it by.
        *(arguments or [kernel.kernel_type or ""]),
        kernel.variant or "",
        kernel.device or "",
    )
    return hashlib.sha256("\0".join(parts).encode("utf-8", "backslashreplace")).hexdigest()[:32]
