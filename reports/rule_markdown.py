"""Rules as Markdown: a table of them, or the pages of some."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cutlass_lint.reports.markdown_text import code, plain, row
from cutlass_lint.rules import Rule, documentation


def render_table(rules: Sequence[Rule]) -> str:
    """A row for each rule."""
    head = (row(("code", "name", "severity", "title")), row(("---",) * 4))
    rows = (row((code(rule.code), rule.name, rule.severity, plain(documentation(rule).title))) for rule in rules)
    return "".join(f"{line}\n" for line in (*head, *rows))


def render(rules: Sequence[Rule]) -> str:
    """The documentation of each rule."""
    return "\n".join(f"{line}\n" for rule in rules for line in _page(rule))


def _page(rule: Rule) -> Iterator[str]:
    page = documentation(rule)
    yield f"# {rule.code}: {rule.name}"
    yield f"*{rule.severity}* · {page.title}"
    yield page.text
