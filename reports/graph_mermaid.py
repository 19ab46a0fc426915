"""The graph as a Mermaid flowchart, which GitHub and many editors draw from Markdown.

Kernels that differ in element types only are one box, for Mermaid draws 500 lines and 50,000 characters at most.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Report
from cutlass_lint.reports.graph_picture import Picture, picture

MOST_LINES = 500
MOST_CHARACTERS = 50_000
"""What Mermaid draws unless the page that embeds it raises maxEdges and maxTextSize; a chart itself cannot."""
_STYLES = {
    "fits": "fill:#c8e6c9,stroke:#2e7d32,color:#000",
    "overflow": "fill:#ef9a9a,stroke:#c62828,color:#000",
}
# What may mean something to Mermaid or to Markdown, as which it reads labels, and spaces that Markdown folds.
_MEANING = re.compile(r"[^A-Za-z0-9 ,×]|^ |(?<= ) | $")


def render(graph: KernelGraph, _report: Report) -> str:
    """The graph as one flowchart."""
    return "\n".join(_statements(picture(graph, collapsed=True))) + "\n"


def too_much(text: str) -> str | None:
    """What keeps Mermaid from drawing a chart of ours by its default settings."""
    lines = text.count(" --> ")
    if lines > MOST_LINES:
        return f"{lines:,} lines, and Mermaid draws {MOST_LINES:,}"
    if len(text) > MOST_CHARACTERS:
        return f"{len(text):,} characters, and Mermaid reads {MOST_CHARACTERS:,}"
    return None


def _statements(drawn: Picture) -> Iterator[str]:
    # Without frames, which Mermaid lays out badly once lines cross them.
    yield "flowchart LR"
    if drawn.shared:
        listed = (line for box in drawn.shared for line in box.titled)
        yield f"  shared[{quoted(drawn.shared_title, *listed)}]"
    boxes = [box for of_kind in drawn.frames.values() for box in of_kind]
    for box in boxes:
        yield f"  {box.name}[{quoted(*box.titled)}]"
    for line in drawn.lines:
        # What an arrow starts from is drawn first.
        yield f"  {line.part} --> {line.kernel}" if line.before else f"  {line.kernel} --> {line.part}"
    for look, style in _STYLES.items():
        alike = [box.name for box in boxes if box.look == look]
        if alike:
            yield f"  classDef {look} {style}"
            yield f"  class {','.join(alike)} {look}"


def quoted(*lines: str) -> str:
    """Lines of text as one quoted label, all but plain characters as entities."""
    escaped = (_MEANING.sub(lambda match: f"#{ord(match[0])};", line) for line in lines)
    return f'"{"<br>".join(escaped)}"'
