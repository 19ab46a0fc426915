"""The machine format `cutlass-lint/diff/1`: integers are bytes or counts unless named otherwise.

Keys, which may be added to but never renamed within a version:

- `schema`, `tool` {`name`, `version`}, `roots`, `problems`: as in `cutlass-lint/1`; `before`, the roots of the other
  side where two sets of kernels are compared.
- `kernels`: those that entries name, as in `cutlass-lint/1`.
- `comparisons`: for each launcher `launcher` and `entries`. `changes` and `logs`: entries.
- An entry has `type`, the fields that this package's `groups.entries` and `groups.changes` document for it, in which a
  kernel is its id, and `text`, what it says as one or more lines.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

import cutlass_lint
from cutlass_lint.analyzer.groups import Diff
from cutlass_lint.analyzer.model import Kernel, Report
from cutlass_lint.reports import json_report, printable
from cutlass_lint.reports.json_text import encoded

SCHEMA = "cutlass-lint/diff/1"


class Words:
    """The style of text for programs: the words alone."""

    def code(self, text: str) -> str:
        """The text, without control characters."""
        return printable(text)

    strong = plain = code


def render(diff: Diff) -> str:
    """The diff as one JSON object."""
    named: dict[str, Kernel] = {}
    entries = {
        "comparisons": [
            {"launcher": comparison.launcher, "entries": [_entry(entry, named) for entry in comparison.entries]}
            for comparison in diff.comparisons
        ],
        "changes": [_entry(entry, named) for entry in diff.changes],
        "logs": [_entry(entry, named) for entry in diff.logs],
    }
    shared = json_report.document(Report(diff.roots, 0, tuple(named.values()), (), diff.problems))
    document = {
        "schema": SCHEMA,
        "tool": {"name": "cutlass-lint", "version": cutlass_lint.__version__},
        "roots": shared["roots"],
        "before": [msgspec.to_builtins(root) for root in diff.before],
        **entries,
        "kernels": shared["kernels"],
        "problems": shared["problems"],
    }
    return encoded(document)


def _entry(entry: Any, named: dict[str, Kernel]) -> dict[str, Any]:
    fields = {name: _plain(getattr(entry, name), named) for name in entry.__struct_fields__}
    return {"type": entry.__struct_config__.tag, **fields, "text": entry.explain(Words())}


def _plain(value: Any, named: dict[str, Kernel]) -> Any:
    if isinstance(value, Kernel):
        named[value.id] = value
        return value.id
    if isinstance(value, msgspec.Struct):
        return {name: _plain(getattr(value, name), named) for name in value.__struct_fields__}
    if isinstance(value, Mapping):
        return {name: _plain(item, named) for name, item in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(item, named) for item in value]
    return value
