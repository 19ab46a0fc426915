"""The kernel graph as every format can hold it: names for nodes, and text and integers for attributes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cutlass_lint.analyzer.graph import KernelGraph, Node
from cutlass_lint.analyzer.model import Report
from cutlass_lint.reports import shown

if TYPE_CHECKING:
    import networkx

SCHEMA = "cutlass-lint/graph/1"


def exported(graph: KernelGraph, report: Report, clean: Callable[[str], str]) -> networkx.MultiDiGraph:
    """A copy whose nodes are named "kind:name", without what isn't known and with paths relative to the scanned root.

    `clean` makes of each text what the format can hold. Edges are numbered e0, e1, ... in the order of the kernels.
    """
    import networkx

    def plain(attributes: dict[str, object]) -> dict[str, str | int]:
        return {
            name: clean(shown(value, report) if name == "file" else value) if isinstance(value, str) else value
            for name, value in attributes.items()
            if isinstance(value, str | int)
        }

    copy = networkx.MultiDiGraph()
    names: dict[Node, str] = {}
    for node, attributes in graph.graph.nodes(data=True):
        # Two names that only the unholdable part told apart stay two.
        name = once = clean(":".join(node))
        count = 1
        while name in copy:
            count += 1
            name = f"{once}#{count}"
        names[node] = name
        copy.add_node(name, **plain(attributes))
    for number, (kernel, part, attributes) in enumerate(graph.graph.edges(data=True)):
        copy.add_edge(names[kernel], names[part], f"e{number}", **plain(attributes))
    return copy


def unicode_text(text: str) -> str:
    """Text whose bytes that are not UTF-8, as file names may have, are escapes."""
    return text.encode("utf-8", "backslashreplace").decode()
