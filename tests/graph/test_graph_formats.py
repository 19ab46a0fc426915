"""The four formats that the graph is written in: what can be read back, and that no text breaks them."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from io import BytesIO
from types import ModuleType

import networkx
import pytest
from graph_kernels import MIXED, MOE, REPORT, kernel, sized
from hypothesis import given, settings
from hypothesis import strategies as st

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.reports import graph_dot, graph_graphml, graph_json, graph_mermaid, printable

TEXTS = st.text(st.characters() | st.sampled_from("\"'\\<>&;\n\r\t\0\x1b\udcff|{}[]#%`*_ -"), max_size=12)
ARGUMENTS = st.dictionaries(st.sampled_from(["DataType_", "FUSION_", "Schedule", "T", "X_"]), TEXTS)


def named(kernels: Iterable[dict[str, str]]) -> KernelGraph:
    return KernelGraph(kernel(line, arguments) for line, arguments in enumerate(kernels, 1))


def read_arguments(graph: networkx.MultiDiGraph) -> list[dict[str, str]]:
    """The arguments of each kernel, from a graph that was written and read."""
    kernels = [node for node, data in graph.nodes(data=True) if data["kind"] == "kernel"]
    return [
        {
            data["parameter"]: data.get("value", "")
            for _kernel, _part, data in graph.out_edges(node, data=True)
            if "parameter" in data
        }
        for node in kernels
    ]


@given(st.lists(ARGUMENTS, min_size=1, max_size=3))
def test_json_gives_every_text_back(kernels: list[dict[str, str]]) -> None:
    graph = named(kernels)
    read = networkx.node_link_graph(json.loads(graph_json.render(graph, REPORT)), edges="edges")
    assert len(read) == len(graph.graph)
    expected = [
        {name: text.encode("utf-8", "backslashreplace").decode() for name, text in arguments.items()}
        for arguments in kernels
    ]
    assert read_arguments(read) == expected


@given(st.lists(ARGUMENTS, min_size=1, max_size=3))
def test_graphml_gives_every_text_back_that_xml_can_hold(kernels: list[dict[str, str]]) -> None:
    graph = named(kernels)
    read = networkx.read_graphml(BytesIO(graph_graphml.render(graph, REPORT).encode()), force_multigraph=True)
    assert len(read) == len(graph.graph)
    unholdable = re.compile("[\0-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")
    expected = [
        {
            name: unholdable.sub(lambda found: found[0].encode("unicode_escape").decode(), text)
            for name, text in arguments.items()
        }
        for arguments in kernels
    ]
    assert read_arguments(read) == expected


@pytest.mark.parametrize("module", [graph_json, graph_graphml])
def test_texts_that_only_an_escape_tells_apart_stay_two_nodes(module: ModuleType) -> None:
    graph = named([{"X_": "\udcff"}, {"X_": "\\udcff"}])
    text = module.render(graph, REPORT)
    assert r"argument:X_=\\udcff#2" in text.replace(r"\\", "\\").replace("\\", r"\\")


def test_graphml_types_numbers() -> None:
    graph = KernelGraph([sized()])
    text = graph_graphml.render(graph, REPORT)
    keys = ET.fromstring(text).findall("{*}key")
    types = {(key.get("for"), key.get("attr.name")): key.get("attr.type") for key in keys}
    numbers = ("line", "stages", "threads", "epilogue_bytes", "mainloop_bytes", "kernel_bytes", "limit", "margin")
    assert {types["node", name] for name in (*numbers, "bytes", "m", "n", "k")} <= {"int", "long"}
    read = networkx.read_graphml(BytesIO(text.encode()))
    assert read.nodes["kernel:a/kernels.cu:1"]["margin"] == -1024
    assert read.nodes["kernel:a/kernels.cu:1"]["file"] == "a/kernels.cu"
    assert read.graph["schema"] == "cutlass-lint/graph/1"


def test_json_and_graphml_hold_the_same() -> None:
    graph = KernelGraph([sized(), kernel(2, MIXED, reason="it is said why")])
    document = json.loads(graph_json.render(graph, REPORT))
    assert document["schema"] == "cutlass-lint/graph/1"
    read = networkx.read_graphml(BytesIO(graph_graphml.render(graph, REPORT).encode()))
    linked = networkx.node_link_graph(document, edges="edges")
    assert dict(linked.nodes(data=True)) == dict(read.nodes(data=True))
    assert len(linked.edges) == len(read.edges) == len(graph.graph.edges)


_STRING = r'"((?:[^"\\]|\\.)*)"'
_DOT_NODE = re.compile(rf"    \w+ \[label={_STRING}, fillcolor={_STRING}\];", re.DOTALL)
_DOT_FRAME = re.compile(rf"  subgraph cluster_\w+ \{{\n    label={_STRING}; color={_STRING};")
_DOT_EDGE = re.compile(rf"  \w+ -> \w+ \[(?:dir=back, )?tooltip={_STRING}(?:, color={_STRING})?\];")
_DOT_END = re.compile(r"  \}|\}")


def read_dot(text: str) -> tuple[dict[str, list[list[str]]], int]:
    """The labels' lines by frame, and the number of edges. Fails on a statement that is none of ours."""
    frames: dict[str, list[list[str]]] = {}
    edges = 0
    # The head is ours alone.
    head, *rest = text.split("  subgraph", 1)
    assert '"sans-serif"' in head
    text, place = "  subgraph" + rest[0], 0
    while place < len(text):
        matches = (pattern.match(text, place) for pattern in (_DOT_FRAME, _DOT_NODE, _DOT_EDGE, _DOT_END))
        match = next(match for match in matches if match)
        if match.re is _DOT_FRAME:
            frames[match[1]] = []
        elif match.re is _DOT_NODE:
            list(frames.values())[-1].append(unquoted(match[1]))
        elif match.re is _DOT_EDGE:
            edges += 1
        assert text[match.end()] == "\n"
        place = match.end() + 1
    return frames, edges


def unquoted(label: str) -> list[str]:
    """The lines that Graphviz makes of the text of a quoted string."""
    pieces = re.findall(r"\\.|[^\\]", label, re.DOTALL)
    text = "".join({r"\n": "\n", r"\"": '"', r"\\": "\\"}[piece] if piece[0] == "\\" else piece for piece in pieces)
    return [html.unescape(line) for line in text.split("\n")]


def lines_of_dot(text: str) -> set[str]:
    frames, _edges = read_dot(text)
    return {line for labels in frames.values() for lines in labels for line in lines}


@given(st.lists(ARGUMENTS, min_size=1, max_size=2))
def test_dot_parses_and_shows_every_text(kernels: list[dict[str, str]]) -> None:
    lines = lines_of_dot(graph_dot.render(named(kernels), REPORT))
    for arguments in kernels:
        for text in arguments.values():
            assert any(printable(text.rpartition("::")[2]) in line for line in lines)


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
@settings(max_examples=20)
@given(st.lists(ARGUMENTS, min_size=1, max_size=2))
def test_graphviz_draws_every_text(kernels: list[dict[str, str]]) -> None:
    text = graph_dot.render(named(kernels), REPORT)
    command = ["dot", "-Tsvg"]
    done = subprocess.run(command, input=text.encode(), capture_output=True, timeout=60, check=True)
    assert done.stderr == b""
    drawn = {str(shown.text).replace("\xa0", " ") for shown in ET.fromstring(done.stdout).findall(".//{*}text")}
    assert {line for line in lines_of_dot(text) if line.strip()} <= drawn


@given(st.lists(ARGUMENTS, min_size=1, max_size=3))
def test_mermaid_escapes_every_text(kernels: list[dict[str, str]]) -> None:
    text = graph_mermaid.render(named(kernels), REPORT)
    first, *lines = text.splitlines()
    assert first == "flowchart LR"
    labels = []
    for line in lines:
        plain = re.fullmatch(r'  \w+\["([A-Za-z0-9 ,×#;]*(?:<br>[A-Za-z0-9 ,×#;]*)*)"\]|  \w+ --> \w+', line)
        assert plain, line
        if plain[1] is not None:
            assert re.sub(r"#\d+;", "", plain[1]).count("#") == 0
            labels += [re.sub(r"#(\d+);", lambda code: chr(int(code[1])), shown) for shown in plain[1].split("<br>")]
    for arguments in kernels:
        for value in arguments.values():
            assert any(printable(value.rpartition("::")[2]) in label for label in labels)


def test_pictures_list_once_what_all_kernels_have() -> None:
    graph = KernelGraph([sized(1), sized(2, {**MOE, "FUSION_": "NONE"}, 98304)])
    frames, edges = read_dot(graph_dot.render(graph, REPORT))
    assert len(graph.graph.edges) == 42
    # FUSION, sizeof(GemmKernel::SharedStorage) and the verdict of each.
    assert edges == 6
    assert len(frames["all 2 kernels"]) == 18
    assert ["cluster: 1×1×1"] in frames["all 2 kernels"]
    assert ["128×256×128"] not in frames["all 2 kernels"]
    assert "all 2 kernels<br>launcher#58; LAUNCH<br>" in graph_mermaid.render(graph, REPORT)


def test_mermaid_draws_twins_as_one_box() -> None:
    kernels = [sized(1), sized(2, {**MOE, "OutputType_": "__nv_bfloat16"}), sized(3, {**MOE, "FUSION_": "NONE"}, 98304)]
    text = html.unescape(graph_mermaid.render(KernelGraph(kernels), REPORT).replace("#", "&#"))
    assert '["kernels.cu:1<br>kernels.cu:2<br>OutputType=half or __nv_bfloat16<br>128×256×128 · 3 stages' in text
    assert text.count("OutputType=") == 2


def test_what_mermaid_does_not_draw_is_told() -> None:
    assert graph_mermaid.too_much(" --> \n" * 500) is None
    assert "501 lines" in str(graph_mermaid.too_much(" --> \n" * 501))
    assert "50,001 characters" in str(graph_mermaid.too_much("x" * 50_001))
