"""A diff as Markdown, for an issue or a pull request."""

from __future__ import annotations

from collections.abc import Iterator

from cutlass_lint.analyzer.groups import Diff
from cutlass_lint.reports.diff_rows import footer, sections
from cutlass_lint.reports.markdown_text import code, plain


class _Markdown:
    def code(self, text: str) -> str:
        return code(text)

    def strong(self, text: str) -> str:
        return f"**{plain(text)}**"

    def plain(self, text: str) -> str:
        return plain(text)


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
