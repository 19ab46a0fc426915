"""Texts that were written to do harm: no format of any command hands them on to what shows it."""

from __future__ import annotations

import html
import io
import json
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import pytest
from cmarkgfm import github_flavored_markdown_to_html
from cmarkgfm.cmark import Options
from hostile import TEXTS, made
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rich.console import Console
from sample_reports import sarif_run

from cutlass_lint.analyzer.doctor import Diagnosis
from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.groups import Diff
from cutlass_lint.analyzer.model import Explanation, Fit, Report
from cutlass_lint.reports import (
    concise,
    diff_html,
    diff_json,
    diff_markdown,
    diff_terminal,
    doctor_json,
    doctor_terminal,
    explain_json,
    explain_markdown,
    explain_terminal,
    fit_json,
    fit_markdown,
    fit_terminal,
    github,
    gitlab,
    graph_dot,
    graph_graphml,
    graph_json,
    graph_mermaid,
    json_report,
    jsonl,
    junit,
    markdown,
    printable,
    sarif,
    terminal,
)

TERMINALS = (
    (Report, terminal),
    (Explanation, explain_terminal),
    (Fit, fit_terminal),
    (Diff, diff_terminal),
    (Diagnosis, doctor_terminal),
)
MARKDOWNS = ((Report, markdown), (Explanation, explain_markdown), (Fit, fit_markdown), (Diff, diff_markdown))
OTHERS = (
    *((Report, module) for module in (concise, github, gitlab, json_report, jsonl, junit, sarif)),
    *((KernelGraph, module) for module in (graph_dot, graph_graphml, graph_json, graph_mermaid)),
    (Explanation, explain_json),
    (Fit, fit_json),
    (Diff, diff_json),
    (Diff, diff_html),
    (Diagnosis, doctor_json),
)
SGR = re.compile(r"\x1b\[[\d;]*m")
LONG = 300
"""Characters of which a comment on a pull request has no room for more."""
# As actions/runner finds them: see `_RUNNER_COMMAND` of the reports.
RUNNER_COMMAND = re.compile(r"^\s*::(?:error|set-output)\b[^\n]*?::|##\[(?:add-mask)\b[^\n]*?\]", re.MULTILINE)


def of(cases: tuple[tuple[type, Any], ...]) -> pytest.MarkDecorator:
    names = [module.__name__.rpartition(".")[2] for _kind, module in cases]
    return pytest.mark.parametrize(("kind", "module"), cases, ids=names)


def hostile(test: Callable[..., None]) -> Callable[..., None]:
    for number, text in enumerate(TEXTS):
        test = example(text, number)(test)
    texts = st.text(st.characters(exclude_categories=()) | st.sampled_from("\x1b\x9b\u202e`|[]<>&:\\/\n"), max_size=12)
    return settings(max_examples=10)(given(texts, st.integers(0, 11))(test))


def rendered(kind: type, module: Any, text: str, turn: int) -> str:
    if kind is KernelGraph:
        report = made(Report, text, turn)
        return module.render(KernelGraph(report.kernels), report)
    value = made(kind, text, turn)
    if (kind, module) not in TERMINALS:
        return module.render(value)
    stream = io.StringIO()
    module.render(value, Console(file=stream, force_terminal=True, color_system="truecolor", width=100))
    return stream.getvalue()


@of((*TERMINALS, *MARKDOWNS, *OTHERS))
@hostile
def test_nothing_but_colours_reaches_the_terminal_and_nothing_the_runner(
    kind: type, module: Any, text: str, turn: int
) -> None:
    shown = rendered(kind, module, text, turn)
    plain = SGR.sub("", shown) if (kind, module) in TERMINALS else shown
    assert {character for character in plain if not character.isprintable()} <= {"\n"}
    if module is not github:
        assert not RUNNER_COMMAND.search(plain)


@of(TERMINALS)
@hostile
def test_the_terminal_shows_the_text_itself(kind: type, module: Any, text: str, turn: int) -> None:
    assert printable(text) in SGR.sub("", rendered(kind, module, text, turn))


class Elements(HTMLParser):
    """The elements of a page, each with the attributes that it may not have."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.odd: list[tuple[str, str | None]] = []
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.odd += [one for one in attributes if one[0] not in ("class", "scope", "align", "lang")]

    def handle_data(self, data: str) -> None:
        self.text += data


def to_html(text: str) -> str:
    """As GitHub reads Markdown, without what it then leaves out of the HTML."""
    return github_flavored_markdown_to_html(text, Options.CMARK_OPT_UNSAFE)


@of(MARKDOWNS)
@hostile
def test_markdown_has_no_element_but_ours(kind: type, module: Any, text: str, turn: int) -> None:
    page = Elements(to_html(rendered(kind, module, text, turn)))
    ours = {
        "h3",
        "h4",
        "p",
        "strong",
        "em",
        "code",
        "pre",
        "ul",
        "ol",
        "li",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
    }
    assert page.tags <= ours | {"details", "summary"}
    assert page.odd == []
    if text.strip() and len(text) < LONG:
        assert printable(text).replace("`", "'").strip() in page.text
    outside = re.sub(r"<(code|pre).*?</\1>", "", to_html(rendered(kind, module, text, turn)), flags=re.DOTALL)
    assert "@" not in html.unescape(outside), "GitHub tells people whom it names"


@hostile
def test_html_has_no_element_but_ours(text: str, turn: int) -> None:
    page = diff_html.render(made(Diff, text, turn))
    head, _, body = page.partition("<body>")
    assert head == diff_html.render(Diff(())).partition("<body>")[0]
    found = Elements(body)
    assert found.tags <= {"h1", "h2", "section", "table", "tr", "th", "td", "div", "code", "strong", "footer"}
    assert found.odd == []
    assert printable(text) in found.text


@of(tuple(case for case in OTHERS if "json" in case[1].__name__ or case[1] in (gitlab, sarif)))
@hostile
def test_json_gives_the_text_back(kind: type, module: Any, text: str, turn: int) -> None:
    shown = rendered(kind, module, text, turn)
    documents = [json.loads(line) for line in shown.splitlines()] if module is jsonl else [json.loads(shown)]
    if module is sarif:
        sarif_run(shown)
    expected = {text.encode("utf-8", "backslashreplace").decode(), printable(text)}
    assert expected & set(strings(documents)) or module in (gitlab, sarif)


def strings(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for key, item in value.items():
                yield key
                yield from strings(item)
        case list():
            for item in value:
                yield from strings(item)


@pytest.mark.parametrize("module", [junit, graph_graphml])
@hostile
def test_xml_is_well_formed(module: Any, text: str, turn: int) -> None:
    shown = rendered(Report if module is junit else KernelGraph, module, text, turn)
    elements = list(ElementTree.fromstring(shown.encode()).iter())
    known = {"testsuites", "testsuite", "testcase", "failure", "error", "system-out"}
    known |= {"graphml", "key", "graph", "node", "edge", "data"}
    assert {element.tag.rpartition("}")[2] for element in elements} <= known
