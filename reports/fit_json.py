"""The machine format `cutlass-lint/fit/1`: integers are bytes unless named otherwise.

Keys, which may be added to but never renamed within a version:

- `schema`, `tool` {`name`, `version`}, `roots`: as in `cutlass-lint/1`.
- `launcher`: `name`, `form`, `file`, `line` and `parameters`, in order.
- `kernel`: the kernel asked about as in `cutlass-lint/1`, without `layout`, `stage_budget` and `refit`; null in a
  sweep over a launcher.
- `results`: what was tried, the best first: what fits, then what overflows, is refused, left out of the build, and
  unknown. Each has `changes` [{`parameter`, `old`, `new`}], the keys of a kernel, where `id`, `file` and `line` are
  those of the instantiation that it was made from, and `margin`, limit − size, null where either is not known.
- `summary`: counts of `tried`, `fits`, `overflow`, `rejected`, `disabled`, `not_sized`, `unknown`, and of `left_out`,
  the configurations that were not tried because there are too many.
- `notes`: sentences on what was and was not tried.
"""

from __future__ import annotations

from typing import Any

import msgspec

import cutlass_lint
from cutlass_lint.analyzer.model import Fit, Kernel, Report
from cutlass_lint.reports import json_report, relative
from cutlass_lint.reports.json_text import encoded

SCHEMA = "cutlass-lint/fit/1"


def render(fit: Fit) -> str:
    """All that was tried, as one JSON object."""
    kernels = [result.kernel for result in fit.results]
    asked = [fit.kernel] if fit.kernel else []
    shared = json_report.document(Report(fit.roots, 1, (*asked, *kernels), ()))
    described = [_without_account(kernel) for kernel in shared["kernels"]]
    document = {
        "schema": SCHEMA,
        "tool": {"name": "cutlass-lint", "version": cutlass_lint.__version__},
        "roots": shared["roots"],
        "launcher": {
            "name": fit.launcher.name,
            "form": fit.launcher.form,
            "file": relative(fit.launcher.file, fit.roots),
            "line": fit.launcher.line,
            "parameters": fit.launcher.parameters,
        },
        "kernel": described[0] if asked else None,
        "results": [
            {"changes": msgspec.to_builtins(result.changes), **kernel, "margin": result.kernel.margin}
            for result, kernel in zip(fit.results, described[len(asked) :], strict=True)
        ],
        "summary": _summary(fit, kernels),
        "notes": fit.notes,
    }
    return encoded(document)


def _without_account(kernel: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in kernel.items() if name not in ("layout", "stage_budget", "refit")}


def _summary(fit: Fit, kernels: list[Kernel]) -> dict[str, int]:
    counts = {verdict: sum(kernel.verdict == verdict for kernel in kernels) for verdict in ("fits", "overflow")} | {
        status.replace("-", "_"): sum(kernel.status == status for kernel in kernels)
        for status in ("rejected", "disabled", "not-sized", "unknown")
    }
    return {"tried": len(kernels), **counts, "left_out": fit.left_out}
