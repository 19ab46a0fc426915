"""An explanation for people, at a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from cutlass_lint.analyzer.model import Explanation
from cutlass_lint.reports import printable, relative
from cutlass_lint.reports.explain_sections import sections, verdict

_STYLES = {"plain": "", "strong": "bold", "dim": "dim", "good": "bold green", "bad": "bold red"}
_WIDTH = 140
"""Characters of a line where no terminal says how many it has."""
_LEAST = 100


def render(explanation: Explanation, console: Console) -> None:
    """Print what the kernel is and whether it fits, then where its bytes and its types come from."""
    width = max(console.width, _LEAST) if console.is_terminal else _WIDTH
    said, style = verdict(explanation)
    _print(console, Text(printable(explanation.kernel.id), style="bold"))
    _print(console, Text(printable(said), style=_STYLES[style]))
    for section in sections(explanation, width, lambda file: relative(file, explanation.roots)):
        _print(console, Text())
        _print(console, Text(printable(section.title), style="bold cyan"))
        for line in section.lines:
            _print(console, Text.assemble("  ", *((printable(text), _STYLES[style]) for text, style in line)))


def _print(console: Console, line: Text) -> None:
    console.print(line, soft_wrap=True, highlight=False)
