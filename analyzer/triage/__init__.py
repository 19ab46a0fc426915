"""From all that the rules found to what is reported: ignored files, suppressions, the baseline, and thresholds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import get_args

from msgspec import Struct
from msgspec.structs import replace

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Confidence, Finding, Report, Severity, Suppressed, Suppression, Surroundings
from cutlass_lint.analyzer.triage.suppressing import Suppressing
from cutlass_lint.reports import placed
from cutlass_lint.reports.fingerprints import fingerprints
from cutlass_lint.rules import Rule, run_rules

_ABOUT_SUPPRESSIONS = "LINT"


class Policy(Struct, frozen=True):
    """What to report of what was found.

    `ignored` maps patterns of paths, relative to the scanned root, to what no file with such a path is checked for.
    `suppressions` are those of the configuration, `known` the fingerprints of the baseline.
    """

    rules: tuple[Rule, ...]
    min_severity: Severity = "warning"
    min_confidence: Confidence = "unknown"
    ignored: Mapping[str, frozenset[str]] = {}
    suppressions: tuple[Suppression, ...] = ()
    known: frozenset[str] = frozenset()


def triaged(report: Report, policy: Policy) -> Report:
    """A report with what is to be reported; what suppressions and the baseline keep out is in it as suppressed."""
    suppressing = Suppressing(report, policy.rules, policy.suppressions)
    kept: list[Finding] = []
    suppressed: list[Suppressed] = []
    for finding in report.findings:
        suppression = suppressing.of(finding)
        if suppression is None:
            kept.append(finding)
        else:
            suppressed.append(Suppressed(finding, suppression))
    about = [rule for rule in policy.rules if rule.code.startswith(_ABOUT_SUPPRESSIONS)]
    surroundings = Surroundings(unused=suppressing.unused(), invalid=suppressing.invalid())
    kept += run_rules(KernelGraph((), surroundings), about).findings
    kept = [finding for finding in kept if not _is_ignored(finding, report, policy)]
    kept.sort(key=lambda finding: (finding.location, finding.rule))
    report = replace(report, findings=tuple(kept), suppressed=tuple(suppressed))
    return _above(_without_known(report, policy.known), policy)


def _is_ignored(finding: Finding, report: Report, policy: Policy) -> bool:
    found = placed(finding.location.file, report.roots)
    paths = {finding.location.file, *((found[1],) if found else ())}
    return any(
        finding.rule in codes and any(fnmatchcase(path, pattern) for path in paths)
        for pattern, codes in policy.ignored.items()
    )


def _without_known(report: Report, known: frozenset[str]) -> Report:
    if not known:
        return report
    pairs = list(zip(report.findings, fingerprints(report), strict=False))
    old = tuple(Suppressed(finding) for finding, fingerprint in pairs if fingerprint in known)
    new = tuple(finding for finding, fingerprint in pairs if fingerprint not in known)
    return replace(report, findings=new, suppressed=(*report.suppressed, *old))


def _above(report: Report, policy: Policy) -> Report:
    severities = _from(get_args(Severity), policy.min_severity)
    confidences = _from(get_args(Confidence), policy.min_confidence)
    shown = tuple(f for f in report.findings if f.severity in severities and f.confidence in confidences)
    return replace(report, findings=shown, hidden=len(report.findings) - len(shown))


def _from(values: Sequence[str], least: str) -> Iterable[str]:
    """The values from the highest, which comes first, down to one."""
    return values[: values.index(least) + 1]
