"""The graph as GraphML, for Gephi, yEd, Cytoscape and `networkx.read_graphml`. Numbers are typed as such."""

from __future__ import annotations

import re
from io import BytesIO

import cutlass_lint
from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Report
from cutlass_lint.reports.graph_export import SCHEMA, exported, unicode_text

# Beside what XML 1.0 leaves out, the carriage return, which every reader turns into a line feed.
_UNHOLDABLE = re.compile(r"[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_PERHAPS_UNPRINTABLE = re.compile(r"[\x7f-\U0010ffff]|(?<=##)\[")
_SAID = re.compile(r">[^<]*[^<\s][^<]*<")


def render(graph: KernelGraph, report: Report) -> str:
    r"""The graph as one XML document. Control characters, which XML can't hold, are escapes such as \x1b."""
    import networkx

    copy = exported(graph, report, _xml_text)
    copy.graph.update(schema=SCHEMA, tool=f"cutlass-lint {cutlass_lint.__version__}")
    written = BytesIO()
    # The writer that needs no lxml, whether that is installed or not.
    networkx.write_graphml_xml(copy, written)
    # What can't be printed is a character reference, which every reader undoes and no terminal follows.
    text = _SAID.sub(lambda match: match[0].replace("\t", "&#9;").replace("\n", "&#10;"), written.getvalue().decode())
    return _PERHAPS_UNPRINTABLE.sub(lambda match: _referenced(match[0]), text)


def _referenced(character: str) -> str:
    return character if character.isprintable() and character != "[" else f"&#{ord(character)};"


def _xml_text(text: str) -> str:
    return _UNHOLDABLE.sub(lambda match: match[0].encode("unicode_escape").decode(), unicode_text(text))
