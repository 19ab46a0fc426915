"""A diff as Markdown, for an issue or a pull request."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cutlass_lint.analyzer.groups import Diff
from cutlass_lint.reports import printable
from cutlass_lint.reports.diff_rows import footer, sections

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+!|~&@-])")


class _Markdown:
    def code(self, text: str) -> str:
        return f"`{printable(text).replace('`', chr(39))}`"

    def strong(self, text: str) -> str:
        return f"**{self.plain(text)}**"

    def plain(self, text: str) -> str:
        return _SPECIAL.sub(r"\\\1", printable(text))


def render(diff: Diff) -> str:
    """The diff as one list a launcher."""
    return "".join(f"{line}\n" for line in _lines(diff))


def _lines(diff: Diff) -> Iterator[str]:
    style = _Markdown()
    for section in sections(diff, style):
        yield f"### {style.code(section.title)}"
        yield ""
        for row in section.rows:
            yield f"- *{row.word}* — {row.lines[0]}"
            yield from (f"  - {line}" for line in row.lines[1:])
        yield ""
    yield style.plain(footer(diff))
