"""The machine format `cutlass-lint/1`: integers are bytes unless named otherwise, paths relative to the root.

Its keys are those of the structs in `json_document`, of which its JSON schema is made; this fills them from the model.
"""

from __future__ import annotations

from typing import Any, Literal, TypeVar

import msgspec

import cutlass_lint
from cutlass_lint.analyzer.model import Finding, Kernel, LayoutMember, Problem, Report, Suppressed
from cutlass_lint.reports import json_document as keys
from cutlass_lint.reports import shown
from cutlass_lint.reports.json_text import encoded, holdable
from cutlass_lint.reports.summary import summarize

_Keys = TypeVar("_Keys", bound=msgspec.Struct)


def render(report: Report) -> str:
    """The report as one JSON object."""
    return encoded(document(report))


def document(report: Report) -> dict[str, Any]:
    """The report's keys and values."""
    filled = keys.Document(
        schema="cutlass-lint/1",
        tool=tool(),
        roots=roots(report),
        kernels=tuple(_kernel(kernel, report) for kernel in report.kernels),
        findings=tuple(finding_entry(finding, report) for finding in report.findings),
        suppressed=tuple(_suppressed(suppressed, report) for suppressed in report.suppressed),
        problems=problems(report),
        summary=summary(report),
    )
    values: dict[str, Any] = holdable(msgspec.to_builtins(filled))
    return values


def tool() -> keys.Tool:
    """Whose report it is."""
    return keys.Tool(name="cutlass-lint", version=cutlass_lint.__version__)


def roots(report: Report) -> tuple[keys.ScannedRoot, ...]:
    """What was scanned."""
    return tuple(_copied(root, keys.ScannedRoot) for root in report.roots)


def finding_entry(finding: Finding, report: Report) -> keys.FindingEntry:
    """A finding's keys and values."""
    return keys.FindingEntry(
        rule=finding.rule,
        name=finding.name,
        severity=finding.severity,
        confidence=finding.confidence,
        file=shown(finding.location.file, report),
        line=finding.location.line,
        column=finding.location.column,
        message=finding.message,
        details=finding.details,
        kernel=finding.kernel,
        related=tuple(
            keys.RelatedPlace(file=shown(r.location.file, report), line=r.location.line, message=r.message)
            for r in finding.related
        ),
        suggestions=tuple(_copied(suggestion, keys.Mend) for suggestion in finding.suggestions),
    )


def problems(report: Report) -> tuple[keys.ProblemEntry, ...]:
    """What was not read."""
    return tuple(_problem(problem, report) for problem in report.problems)


def summary(report: Report) -> keys.Counts:
    """How much was read and found."""
    return _copied(summarize(report), keys.Counts)


def _kernel(kernel: Kernel, report: Report) -> keys.KernelEntry:
    return keys.KernelEntry(
        id=kernel.id,
        file=shown(kernel.instantiation.file, report),
        line=kernel.instantiation.line,
        module=kernel.module,
        launcher=kernel.instantiation.launcher,
        arguments=kernel.arguments,
        arch=kernel.arch,
        variant=kernel.variant,
        tile=kernel.tile,
        cluster=kernel.cluster,
        schedule=_copied(kernel.schedule, keys.Schedules),
        stage_count=kernel.stage_count,
        status=kernel.status,
        reason=kernel.reason or None,
        confidence=kernel.confidence,
        sizes=_copied(kernel.sizes, keys.StorageSizes) if kernel.sizes else None,
        stages=kernel.stages,
        threads=kernel.threads,
        device=kernel.device,
        limit=kernel.limit,
        verdict=kernel.verdict,
        layout=_member(kernel.layout) if kernel.layout else None,
        stage_budget=_budget(kernel),
        refit=_copied(kernel.refit, keys.Refitted) if kernel.refit else None,
    )


def _budget(kernel: Kernel) -> keys.Budget | None:
    if kernel.budget is None:
        return None
    copied = _copied(kernel.budget, keys.Budget)
    return msgspec.structs.replace(copied, quotient=round(copied.quotient, 6))


def _member(tree: LayoutMember) -> keys.Member:
    return keys.Member(
        name=tree.name,
        kind=tree.kind,
        type=tree.type,
        offset=tree.offset,
        size=tree.size,
        members=tuple(_member(member) for member in tree.members),
    )


def _suppressed(suppressed: Suppressed, report: Report) -> keys.SuppressedEntry:
    finding, suppression = finding_entry(suppressed.finding, report), suppressed.suppression
    if suppression is None:
        return keys.SuppressedEntry(finding=finding, by="baseline", reason=None)
    by: Literal["comment", "configuration"] = "comment" if suppression.kernels is None else "configuration"
    return keys.SuppressedEntry(finding=finding, by=by, reason=suppression.reason or None)


def _problem(problem: Problem, report: Report) -> keys.ProblemEntry:
    return keys.ProblemEntry(
        file=shown(problem.file, report),
        line=problem.line,
        message=problem.message,
        remedy=problem.remedy,
    )


def _copied(value: msgspec.Struct, kind: type[_Keys]) -> _Keys:
    """What the model says under the same names."""
    return msgspec.convert(value, kind, from_attributes=True)
