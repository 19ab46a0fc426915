"""The machine format `cutlass-lint/rule/1`: what the rules are and what is written about them.

Keys may be added, never renamed, within a version.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from cutlass_lint.analyzer.model import Severity
from cutlass_lint.reports.json_document import Tool
from cutlass_lint.reports.json_report import tool
from cutlass_lint.reports.json_text import encoded
from cutlass_lint.rules import Rule, documentation


class RuleEntry(msgspec.Struct, frozen=True):
    """A rule. `page` is where it is documented, from the root of the documentation on.

    `text` is its documentation without the title, as Markdown; `sections` is the same by heading, a paragraph a line.
    """

    code: str
    name: str
    severity: Severity
    title: str
    page: str
    sections: dict[str, str]
    text: str


class Rules(msgspec.Struct, frozen=True):
    """What `cutlass-lint rule --output-format json` writes."""

    schema: Literal["cutlass-lint/rule/1"]
    tool: Tool
    rules: tuple[RuleEntry, ...]


def render(rules: Sequence[Rule]) -> str:
    """The rules as one JSON object."""
    document = Rules("cutlass-lint/rule/1", tool(), tuple(map(_entry, rules)))
    return encoded(document)


def _entry(rule: Rule) -> RuleEntry:
    page = documentation(rule)
    return RuleEntry(rule.code, rule.name, rule.severity, page.title, rule.page, page.sections, page.text)
