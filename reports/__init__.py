"""Reporters: one format a file, each a function from a Report to text. They know findings and nothing of C++."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import get_args

from cutlass_lint.analyzer.model import Finding, HeaderRoot, Kernel, Report, Root, Severity

# What a runner of GitHub Actions takes for a command in whatever a step prints: `::NAME` at the start of a line and
# `##[NAME` anywhere (actions/runner, src/Runner.Common/ActionCommand.cs and src/Runner.Worker/ActionCommandManager.cs).
_RUNNER_COMMAND = re.compile(
    r"(#)(#)(?=\[)|\A(\s*:)(:)(?=(?:add-mask|add-matcher|add-path|debug|echo|endgroup|error|group|notice|"
    r"remove-matcher|save-state|set-env|set-output|stop-commands|warning)\b)",
    re.IGNORECASE,
)


def shown(file: str, report: Report) -> str:
    """A path relative to the scanned root it lies in; as it is where it lies in none."""
    return relative(file, report.roots)


def relative(file: str, roots: Iterable[Root]) -> str:
    """A path relative to the one of some scanned roots that it lies in; as it is where it lies in none."""
    found = placed(file, roots)
    return found[1] if found else file


def placed(file: str, roots: Iterable[Root]) -> tuple[Root, str] | None:
    """The first of some scanned roots that a path lies in, and the path relative to it."""
    for root in roots:
        folder = base(root)
        if Path(file).is_relative_to(folder):
            return root, str(Path(file).relative_to(folder))
    return None


def base(root: Root) -> Path:
    """The folder that paths of a scanned root are relative to: itself, or that of the file that it is."""
    path = Path(root.path)
    return path.parent if root.kind == "file" else path


def versions(headers: HeaderRoot) -> str:
    """The versions that a folder of headers tells: `FlashInfer 0.6.3, CUTLASS 4.2.1`; empty where it tells none."""
    known = (("FlashInfer", headers.release), ("CUTLASS", headers.cutlass))
    return ", ".join(f"{name} {version}" for name, version in known if version)


def header_versions(roots: Iterable[Root]) -> Iterator[str]:
    """Yield the versions of each root's headers that tell some."""
    yield from filter(None, (versions(headers) for root in roots for headers in root.headers))


def subject(finding: Finding, kernels: Mapping[str, Kernel]) -> str:
    """The signature of the kernel that a finding is about, by the kernels' ids; empty where it is about none."""
    return signature(kernels[finding.kernel]) if finding.kernel is not None else ""


def most_severe_first(findings: Iterable[Finding]) -> list[Finding]:
    """Findings by severity, those of one severity as they came."""
    severities = get_args(Severity)
    return sorted(findings, key=lambda finding: severities.index(finding.severity))


def told(report: Report) -> set[str]:
    """The ids of kernels that an error is about, which says why they have no size where they have none."""
    return {finding.kernel for finding in report.findings if finding.kernel and finding.severity == "error"}


def from_headers(file: str, roots: Iterable[Root]) -> str:
    """A path relative to the scanned root or the headers that it lies in, for readers who have neither here."""
    folders = [Path(headers.path) for root in roots for headers in root.headers]
    folder = next((folder for folder in folders if Path(file).is_relative_to(folder)), None)
    return relative(file, roots) if folder is None else str(Path(file).relative_to(folder))


def printable(text: str) -> str:
    """Text with control characters and stray bytes shown as escapes, so that input can't drive a terminal or a runner.

    So are characters that are not seen, or turn the direction of text.
    """
    shown = text.encode("utf-8", "backslashreplace").decode()
    if not shown.isprintable():
        shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in shown)
    return _RUNNER_COMMAND.sub(lambda match: f"{match[1] or match[3]}\\x{ord(match[2] or match[4]):02x}", shown)


def extent(sizes: tuple[int, ...] | None) -> str:
    """A tile or cluster as engineers write it: 128×256×128, with ? for an extent known at run time only."""
    return "×".join(str(size) if size else "?" for size in sizes or ())


def signature(kernel: Kernel) -> str:
    """One line that tells a kernel from its siblings: architecture, tile, cluster and every argument by name."""
    known = {"CTA_M", "CTA_N", "CTA_K", "CGA_M", "CGA_N", "CGA_K", "ArchTag", "CTAShape", "ClusterShape"}
    rest = [f"{name.rstrip('_')}={value}" for name, value in kernel.arguments.items() if name.rstrip("_") not in known]
    parts = [kernel.arch or kernel.arguments.get("ArchTag_", ""), extent(kernel.tile)]
    if kernel.cluster:
        parts.append(f"cluster {extent(kernel.cluster)}")
    if kernel.variant:
        parts.append(f"[{kernel.variant}]")
    return " ".join([part for part in parts if part] + rest)
