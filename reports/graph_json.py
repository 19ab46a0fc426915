"""The graph as JSON in networkx's node-link form, schema `cutlass-lint/graph/1`.

Read it back with `networkx.node_link_graph(json.load(file), edges="edges")`. Integers are bytes unless named otherwise,
paths relative to the scanned root. Keys may be added, never renamed, within a version.
"""

from __future__ import annotations

import cutlass_lint
from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Report
from cutlass_lint.reports.graph_export import SCHEMA, exported, unicode_text
from cutlass_lint.reports.json_text import encoded


def render(graph: KernelGraph, report: Report) -> str:
    """The graph as one JSON object."""
    import networkx

    document = {
        "schema": SCHEMA,
        "tool": {"name": "cutlass-lint", "version": cutlass_lint.__version__},
        **networkx.node_link_data(exported(graph, report, unicode_text), edges="edges"),
    }
    return f"{encoded(document)}\n"
