"""An explanation as Markdown, to be pasted into an issue."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

import cutlass_lint
from cutlass_lint.analyzer.model import Explanation
from cutlass_lint.reports import from_headers, header_versions, printable
from cutlass_lint.reports.explain_sections import sections, verdict
from cutlass_lint.reports.markdown_text import code, plain

_WIDTH = 120
"""Characters of a line, about what an issue shows without a scroll bar."""
_LONG = 20
"""Lines of a section that a reader unfolds."""


def render(explanation: Explanation) -> str:
    """The explanation; what is aligned or a tree stands in fenced blocks."""
    return "".join(f"{line}\n" for line in _lines(explanation))


def _lines(explanation: Explanation) -> Iterator[str]:
    yield f"### {code(explanation.kernel.id)}"
    yield ""
    yield f"**{plain(verdict(explanation)[0])}**"
    for known in header_versions(explanation.roots):
        yield ""
        yield f"Headers: {plain(known)}; cutlass-lint {cutlass_lint.__version__}."
    for section in sections(explanation, _WIDTH, lambda file: from_headers(file, explanation.roots)):
        is_long = len(section.lines) > _LONG
        yield ""
        # A title is HTML in the one, Markdown in the other.
        title = escape(printable(section.title)) if is_long else plain(section.title)
        yield f"<details><summary>{title}</summary>" if is_long else f"#### {title}"
        yield ""
        yield "```text"
        for line in section.lines:
            yield _code("".join(text for text, _ in line)).rstrip()
        yield "```"
        if is_long:
            yield ""
            yield "</details>"


def _code(text: str) -> str:
    """Text that cannot end the code that it stands in."""
    return printable(text).replace("`", "'")
