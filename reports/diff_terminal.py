"""A diff for people, at a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from cutlass_lint.analyzer.groups import Diff
from cutlass_lint.reports import printable
from cutlass_lint.reports.diff_rows import footer, sections

_WORD_STYLES = {"separates": "bold red", "warning": "bold yellow", "verdict": "bold", "open": "bold cyan"}
_WIDTH = 11
"""Characters of the longest word ahead of an entry, with a blank."""


class _Markup:
    def code(self, text: str) -> str:
        return f"[cyan]{self.plain(text)}[/cyan]"

    def strong(self, text: str) -> str:
        return f"[bold]{self.plain(text)}[/bold]"

    def plain(self, text: str) -> str:
        return escape(printable(text))


def render(diff: Diff, console: Console) -> None:
    """Print what separates the kernels, launcher by launcher."""
    for section in sections(diff, _Markup()):
        _print(console, Text(printable(section.title), style="bold"))
        for row in section.rows:
            for number, line in enumerate(row.lines):
                word = row.word if number == 0 else ""
                head = Text(f"  {word:<{_WIDTH}} ", style=_WORD_STYLES.get(word, "dim"))
                _print(console, head + Text.from_markup(("" if number == 0 else "  ") + line))
        _print(console, Text())
    _print(console, Text(printable(footer(diff)), style="dim"))


def _print(console: Console, line: Text) -> None:
    console.print(line, soft_wrap=True, highlight=False)
