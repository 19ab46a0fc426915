"""A diff for people, at a terminal."""

from __future__ import annotations

import re

from rich.console import Console
from rich.text import Text

from cutlass_lint.analyzer.groups import Diff
from cutlass_lint.reports import printable
from cutlass_lint.reports.diff_rows import footer, sections

_WORD_STYLES = {"separates": "bold red", "warning": "bold yellow", "verdict": "bold", "open": "bold cyan"}
_WIDTH = 11
"""Characters of the longest word ahead of an entry, with a blank."""
# Control characters, which no printable text has, where a style begins and ends: Rich's own markup has other meanings.
_CODE, _STRONG, _END = "\x01", "\x02", "\x03"
_STYLE_OF = {_CODE: "cyan", _STRONG: "bold"}
_STYLED = re.compile(f"([{_CODE}{_STRONG}])([^{_END}]*){_END}")


class _Styled:
    def code(self, text: str) -> str:
        return f"{_CODE}{printable(text)}{_END}"

    def strong(self, text: str) -> str:
        return f"{_STRONG}{printable(text)}{_END}"

    def plain(self, text: str) -> str:
        return printable(text)


def render(diff: Diff, console: Console) -> None:
    """Print what separates the kernels, launcher by launcher."""
    for section in sections(diff, _Styled()):
        _print(console, Text(printable(section.title), style="bold"))
        for row in section.rows:
            for number, line in enumerate(row.lines):
                word = row.word if number == 0 else ""
                head = Text(f"  {word:<{_WIDTH}} ", style=_WORD_STYLES.get(word, "dim"))
                _print(console, Text.assemble(head, "" if number == 0 else "  ", _text(line)))
        _print(console, Text())
    _print(console, Text(printable(footer(diff)), style="dim"))


def _text(line: str) -> Text:
    parts = _STYLED.split(line)
    text = Text(parts[0])
    for style, said, after in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        text.append(said, _STYLE_OF[style]).append(after)
    return text


def _print(console: Console, line: Text) -> None:
    console.print(line, soft_wrap=True, highlight=False)
