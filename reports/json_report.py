"""The machine format `cutlass-lint/1`: integers are bytes unless named otherwise, paths relative to the root.

Keys may be added, never renamed, within a version; so the structs here are copies of the model, not the model.
"""

from __future__ import annotations

from typing import Any

import msgspec

import cutlass_lint
from cutlass_lint.analyzer.model import Finding, Kernel, LayoutMember, Problem, Report
from cutlass_lint.reports import shown
from cutlass_lint.reports.summary import summarize

SCHEMA = "cutlass-lint/1"


def render(report: Report) -> str:
    """The report as one JSON object."""
    return msgspec.json.format(msgspec.json.encode(document(report)), indent=2).decode()


def document(report: Report) -> dict[str, Any]:
    """The report's keys and values."""
    document: dict[str, Any] = texts(
        {
            **opening(SCHEMA, report),
            "kernels": [_kernel(kernel, report) for kernel in report.kernels],
            "findings": [finding_entry(finding, report) for finding in report.findings],
            **closing(report),
        }
    )
    return document


def opening(schema: str, report: Report) -> dict[str, Any]:
    """What tells a reader whose report this is, and of what."""
    return {
        "schema": schema,
        "tool": {"name": "cutlass-lint", "version": cutlass_lint.__version__},
        "roots": [msgspec.to_builtins(root) for root in report.roots],
    }


def closing(report: Report) -> dict[str, Any]:
    """What was not read, and how much was."""
    return {
        "problems": [_problem(problem, report) for problem in report.problems],
        "summary": msgspec.to_builtins(summarize(report)),
    }


def _kernel(kernel: Kernel, report: Report) -> dict[str, Any]:
    return {
        "id": kernel.id,
        "file": shown(kernel.instantiation.file, report),
        "line": kernel.instantiation.line,
        "module": kernel.module,
        "launcher": kernel.instantiation.launcher,
        "arguments": kernel.arguments,
        "arch": kernel.arch,
        "variant": kernel.variant,
        "tile": kernel.tile,
        "cluster": kernel.cluster,
        "schedule": msgspec.to_builtins(kernel.schedule),
        "stage_count": kernel.stage_count,
        "status": kernel.status,
        "reason": kernel.reason or None,
        "confidence": kernel.confidence,
        "sizes": msgspec.to_builtins(kernel.sizes),
        "stages": kernel.stages,
        "threads": kernel.threads,
        "device": kernel.device,
        "limit": kernel.limit,
        "verdict": kernel.verdict,
        "layout": _layout(kernel.layout) if kernel.layout else None,
        "stage_budget": _budget(kernel),
    }


def _budget(kernel: Kernel) -> dict[str, Any] | None:
    budget = kernel.budget
    if budget is None:
        return None
    return {**msgspec.to_builtins(budget), "spare": budget.spare, "quotient": round(budget.quotient, 6)}


def _layout(tree: LayoutMember) -> dict[str, Any]:
    return {
        "name": tree.name,
        "kind": tree.kind,
        "type": tree.type,
        "offset": tree.offset,
        "size": tree.size,
        "members": [_layout(member) for member in tree.members],
    }


def finding_entry(finding: Finding, report: Report) -> dict[str, Any]:
    """A finding's keys and values."""
    return {
        "rule": finding.rule,
        "name": finding.name,
        "severity": finding.severity,
        "confidence": finding.confidence,
        "file": shown(finding.location.file, report),
        "line": finding.location.line,
        "column": finding.location.column,
        "message": finding.message,
        "details": list(finding.details),
        "kernel": finding.kernel,
        "related": [
            {"file": shown(r.location.file, report), "line": r.location.line, "message": r.message}
            for r in finding.related
        ],
        "suggestions": [msgspec.to_builtins(suggestion) for suggestion in finding.suggestions],
    }


def _problem(problem: Problem, report: Report) -> dict[str, Any]:
    return {
        "file": shown(problem.file, report),
        "line": problem.line,
        "message": problem.message,
        "remedy": problem.remedy,
    }


def texts(value: Any) -> Any:
    """A value with every `text` in it as JSON can hold it."""
    match value:
        case str():
            return text(value)
        case dict():
            return {text(key): texts(item) for key, item in value.items()}
        case list() | tuple():
            return [texts(item) for item in value]
        case _:
            return value


def text(text: str) -> str:
    """JSON is Unicode: bytes of a file name that are not UTF-8 become escapes."""
    return text.encode("utf-8", "backslashreplace").decode()
