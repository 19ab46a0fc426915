"""What would fit, for people at a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from cutlass_lint.analyzer.model import Fit
from cutlass_lint.reports import printable
from cutlass_lint.reports.fit_rows import HEADINGS, lead, rows, summary, title

_STYLES = {"plain": "", "strong": "bold", "dim": "dim", "good": "bold green", "bad": "bold red"}
_GAP = "  "


def render(fit: Fit, console: Console) -> None:
    """Print what was asked about, a line for each configuration that was tried, and how many of them fit."""
    _print(console, Text(printable(title(fit)), style="bold"))
    for said, style in lead(fit):
        _print(console, Text(printable(said), style=_STYLES[style]))
    found = [(tuple(map(printable, row.cells)), row.style) for row in rows(fit)]
    if found:
        widths = _widths([HEADINGS, *(cells for cells, _ in found)])
        _print(console, Text())
        _print(console, Text(_aligned(HEADINGS, widths) + HEADINGS[-1], style="bold cyan"))
        for cells, style in found:
            _print(console, Text.assemble(_aligned(cells, widths), (cells[-1], _STYLES[style])))
        _print(console, Text())
        said, style = summary(fit)
        _print(console, Text(said, style=_STYLES[style]))
    for note in fit.notes:
        _print(console, Text(printable(note)))


def _widths(table: Sequence[Sequence[str]]) -> list[int]:
    return [max(map(len, column)) for column in zip(*table, strict=True)]


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    """All cells but the last, the first to the left and numbers to the right, with a gap behind each."""
    first, *numbers = cells[:-1]
    texts = (first.ljust(widths[0]), *(text.rjust(width) for text, width in zip(numbers, widths[1:-1], strict=True)))
    return "".join(f"{text}{_GAP}" for text in texts)


def _print(console: Console, line: Text) -> None:
    console.print(line, soft_wrap=True, highlight=False)
