"""The machine format `cutlass-lint/explain/1`: integers are bytes unless named otherwise.

Keys, which may be added to but never renamed within a version:

- `schema`, `tool` {`name`, `version`}, `roots`: as in `cutlass-lint/1`.
- `kernel`: the kernel as in `cutlass-lint/1`, without `layout` and `stage_budget`, and with `type`, its C++ type.
- `aliases`: the names that the kernel's type depends on, the first the kernel as it is handed to an adapter. Each has
  `name`; `kind`, one of kernel, alias, constant, argument (of a macro), parameter (of a template), builder (what the
  headers chose); `file` and `line`; `expression` as in the source; `chosen`, the same with each decided conditional
  replaced by the branch it takes; `conditions` [{`expression`, `holds`: true, false or null, `branch`, `uses`}];
  `resolved`, the canonical type or the value, null where `reason` says why it is not known; `uses`, the indices in
  `aliases` of what it depends on.
- `guards`: the `if constexpr` conditions around the adapter, as in `conditions`.
- `terms`: the launcher's `sizeof(...)` expressions: `expression`, `file`, `line`, `size`, `reason`, `uses`.
- `stages`: `count`; `asked`, the StageCount type that the builder was given; `budget`, null where it was not measured,
  with `budget`, `carveout`, `stage_bytes`, `stages`, `spare` and `quotient`.
- `layout`: the tree of the SharedStorage: `name`, `kind` (member, base, padding), `type`, `offset` from the start of
  the storage, `size`, `alignment` of the type, null for padding, and `members`.
- `residency`: `device`, `limit`, `margin` (limit − size), `per_multiprocessor`, `reserved` per block, and `blocks`, how
  many fit on a multiprocessor by shared memory.
- `launch_bounds`: `threads`, `blocks`, and `registers` that they leave each thread.
- `findings`: as in `cutlass-lint/1`. `gaps`: sentences on what is not known.
"""

from __future__ import annotations

from typing import Any

import msgspec

import cutlass_lint
from cutlass_lint.analyzer.model import Alias, Condition, Explanation, LayoutMember, Location, Report
from cutlass_lint.reports import json_report, relative
from cutlass_lint.reports.json_text import encoded

SCHEMA = "cutlass-lint/explain/1"


def render(explanation: Explanation) -> str:
    """The explanation as one JSON object."""
    kernel = explanation.kernel
    report = Report(explanation.roots, 1, (kernel,), explanation.findings)
    shared = json_report.document(report)
    described = {name: value for name, value in shared["kernels"][0].items() if name not in ("layout", "stage_budget")}
    document = {
        "schema": SCHEMA,
        "tool": {"name": "cutlass-lint", "version": cutlass_lint.__version__},
        "roots": shared["roots"],
        "kernel": {**described, "type": kernel.kernel_type},
        "aliases": [_alias(alias, explanation) for alias in explanation.aliases],
        "guards": [_condition(guard) for guard in explanation.guards],
        "terms": [
            {
                "expression": term.expression,
                **_place(term.location, explanation),
                "size": term.size,
                "reason": term.reason,
                "uses": term.uses,
            }
            for term in explanation.terms
        ],
        "stages": {
            "count": kernel.stages,
            "asked": explanation.stage_count,
            "budget": shared["kernels"][0]["stage_budget"],
        },
        "layout": _layout(kernel.layout) if kernel.layout else None,
        "residency": _residency(explanation),
        "launch_bounds": msgspec.to_builtins(explanation.bounds),
        "findings": shared["findings"],
        "gaps": explanation.gaps,
    }
    return encoded(document)


def _alias(alias: Alias, explanation: Explanation) -> dict[str, Any]:
    return {
        "name": alias.name,
        "kind": alias.kind,
        **_place(alias.location, explanation),
        "expression": alias.expression,
        "chosen": alias.chosen,
        "conditions": [_condition(condition) for condition in alias.conditions],
        "resolved": alias.resolved,
        "reason": alias.reason,
        "uses": alias.uses,
    }


def _condition(condition: Condition) -> dict[str, Any]:
    return {
        "expression": condition.expression,
        "holds": condition.holds,
        "branch": condition.branch,
        "uses": condition.uses,
    }


def _place(location: Location, explanation: Explanation) -> dict[str, Any]:
    return {"file": relative(location.file, explanation.roots), "line": location.line}


def _layout(member: LayoutMember) -> dict[str, Any]:
    return {
        "name": member.name,
        "kind": member.kind,
        "type": member.type,
        "offset": member.offset,
        "size": member.size,
        "alignment": member.alignment,
        "members": [_layout(inner) for inner in member.members],
    }


def _residency(explanation: Explanation) -> dict[str, Any] | None:
    residency, sizes = explanation.residency, explanation.kernel.sizes
    if residency is None or sizes is None:
        return None
    return {
        "device": residency.device,
        "limit": residency.limit,
        "margin": residency.limit - sizes.kernel,
        "per_multiprocessor": residency.per_multiprocessor,
        "reserved": residency.reserved,
        "blocks": residency.blocks,
    }
