"""Rules for people, at a terminal: a table of them, or the pages of some."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from cutlass_lint.rules import Rule, documentation

_STYLES = {"error": "bold red", "warning": "bold yellow", "note": "bold cyan"}
_WIDEST = 100
"""Characters of a line of prose: longer ones are hard to read."""


def render_table(rules: Sequence[Rule], console: Console) -> None:
    """Print the code, severity, name and title of each rule."""
    table = Table("code", "severity", "name and title", box=box.SIMPLE_HEAD, pad_edge=False)
    for rule in rules:
        severity = Text(rule.severity, style=_STYLES[rule.severity])
        named = Text.assemble((rule.name, "bold"), f"\n{documentation(rule).title}")
        table.add_row(Text(rule.code, style="bold"), severity, named)
    console.print(table)


def render(rules: Sequence[Rule], console: Console) -> None:
    """Print the documentation of each rule."""
    for number, rule in enumerate(rules):
        page = documentation(rule)
        if number:
            console.print()
        heading = Text.assemble((rule.code, "bold"), f" {rule.name}  ", (rule.severity, _STYLES[rule.severity]))
        console.print(heading, highlight=False)
        console.print(Markdown(f"**{page.title}**\n\n{page.text}"), width=min(console.width, _WIDEST))
