"""The graph as DOT, for `dot -Tsvg` and other Graphviz tools: every kernel, as a picture that can be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Report
from cutlass_lint.reports.graph_picture import Box, Line, picture

_FILLS = {
    "fits": "#c8e6c9",
    "overflow": "#ef9a9a",
    "rejected": "#ffccbc",
    "unknown": "#fff3e0",
    "launcher": "#e1bee7",
    "tile": "#bbdefb",
    "cluster": "#b3e5fc",
    "element-type": "#fff9c4",
    "epilogue-fusion": "#ffe0b2",
    "kernel-schedule": "#d7ccc8",
    "epilogue-schedule": "#d7ccc8",
    "resolved-schedule": "#d7ccc8",
    "stages": "#b2dfdb",
    "term": "#cfd8dc",
}
_PLAIN = "#eeeeee"
_HEAD = """\
digraph kernels {
  graph [rankdir=LR, ranksep=3, nodesep=0.08, splines=line, outputorder=edgesfirst, fontname="sans-serif"];
  node [shape=box, style="rounded,filled", fontname="sans-serif", fontsize=10, height=0.2, margin="0.15,0.04"];
  edge [headport=w, tailport=e, arrowsize=0.4, color="#00000044"];"""


def render(graph: KernelGraph, _report: Report) -> str:
    """The graph as one digraph: kernels in the middle, what is asked for on the left, what comes of it on the right."""
    return "\n".join(_statements(graph)) + "\n"


def _statements(graph: KernelGraph) -> Iterator[str]:
    drawn = picture(graph, collapsed=False)
    yield _HEAD
    if drawn.shared:
        yield from _frame("shared", drawn.shared_title, (replace(box, lines=box.titled) for box in drawn.shared))
    for number, (title, boxes) in enumerate(drawn.frames.items()):
        yield from _frame(str(number), title, boxes)
    yield from map(_edge, drawn.lines)
    yield "}"


def _frame(name: str, title: str, boxes: Iterable[Box]) -> Iterator[str]:
    # Graphviz draws a frame around subgraphs whose names begin with cluster.
    yield f"  subgraph cluster_{name} {{"
    yield f'    label={quoted(title)}; color="#9e9e9e";'
    yield from map(_node, boxes)
    yield "  }"


def _node(box: Box) -> str:
    return f'    {box.name} [label={quoted(*box.lines)}, fillcolor="{_FILLS.get(box.look, _PLAIN)}"];'


def _edge(line: Line) -> str:
    attributes = [f"tooltip={quoted(line.relation)}"]
    if line.look == "overflow":
        attributes.append('color="#c62828aa"')
    if line.before:
        # Written the other way round, for Graphviz draws tails before heads; the arrow points to the part.
        return f"  {line.part} -> {line.kernel} [{', '.join(('dir=back', *attributes))}];"
    return f"  {line.kernel} -> {line.part} [{', '.join(attributes)}];"


def quoted(*lines: str) -> str:
    """Lines of text as one quoted string, in which Graphviz finds no escape sequences, entities or markup."""
    escaped = (line.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"') for line in lines)
    return '"' + "\\n".join(escaped) + '"'
