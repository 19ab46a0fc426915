"""Whatever names and texts the input holds, each format stays what it is: it is read back."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from tempfile import NamedTemporaryFile
from urllib.parse import unquote_to_bytes, urlsplit
from xml.etree import ElementTree

from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from msgspec.structs import replace
from sample_reports import REPORT, finding, guarded, kernel, overflow, sarif_run

from cutlass_lint.analyzer.model import Problem, Related, Report, Suggestion
from cutlass_lint.analyzer.triage.baseline import baseline_of, read_baseline
from cutlass_lint.reports import concise, github, gitlab, json_report, jsonl, junit, markdown, printable, sarif, shown
from cutlass_lint.reports.fingerprints import fingerprints

NAMES = st.binary(min_size=1, max_size=12).filter(
    lambda name: not set(name) & set(b"\0/") and name not in (b".", b"..")
)
FILES = NAMES.map(lambda name: f"/root/{os.fsdecode(name)}")
# With stray surrogates, which text has that was read from bytes.
TEXTS = st.text(st.characters(exclude_categories=()), max_size=30)
MARKUP = "`|</a>]]><![CDATA[&\\|%0A::error::\n\x00\x1b[31m{0}[a](1)@b #1\udcff\ufffe*_~\u2028"
GITHUB = re.compile(r"::(?:error|warning) file=([^,:]*),line=(\d+),col=(\d+),title=[^,:]*::[^\n]*")


def report(file: str, text: str) -> Report:
    """A report with a text wherever the input has one, and all of it in one file."""
    parts = {"arguments": {"N": text, text: "half"}, "variant": text, "module": text}
    large = overflow(5, file, id=f"5{text}", **parts)
    warned = overflow(6, file, id=f"6{text}", **parts)
    unknown = kernel(7, file, id=f"7{text}", status="unknown", reason=text, verdict=None, **parts)
    related = tuple(Related(replace(finding(large).location, file=file), text) for _ in range(2))
    said = {"message": text, "details": (text,), "related": related, "suggestions": (Suggestion(text, 1),)}
    return Report(
        REPORT.roots,
        1,
        (large, warned, unknown),
        (finding(large, **said), guarded(warned, **said)),
        (Problem(file, 0, text, text),),
    )


def with_odd_input(test: object) -> object:
    for file in ("/root/a`b|c<d>.cu", "/root/\udcff\x1b\n.cu", "/root/a:b,c%d.cu"):
        test = example(file, MARKUP)(test)
    return settings(max_examples=60)(given(FILES, TEXTS)(test))


@with_odd_input
def test_concise_has_a_line_for_each(file: str, text: str) -> None:
    lines = concise.render(report(file, text)).split("\n")
    assert len(lines) == 4 + 1
    assert all(line.isprintable() for line in lines)


@with_odd_input
def test_json_is_read_back(file: str, text: str) -> None:
    made = report(file, text)
    document = json.loads(json_report.render(made))
    header, *findings = map(json.loads, jsonl.render(made).encode().decode().split("\n")[:-1])
    assert findings == document["findings"]
    assert header["problems"] == document["problems"]


@with_odd_input
def test_sarif_is_valid_and_its_uris_lead_to_the_files(file: str, text: str) -> None:
    run = sarif_run(sarif.render(report(file, text)))
    for result in run["results"]:
        artifact = result["locations"][0]["physicalLocation"]["artifactLocation"]
        assert urlsplit(artifact["uri"])._replace(path="") == ("", "", "", "", "")
        assert b"/root/" + unquote_to_bytes(artifact["uri"]) == os.fsencode(file)
        shown_text = result["message"]["text"].replace("{{", "").replace("}}", "")
        assert not re.search(r"[{}]|\]\(", shown_text)


@with_odd_input
def test_github_has_a_command_for_each(file: str, text: str) -> None:
    made = report(file, text)
    lines = github.render(made).split("\n")
    assert len(lines) == 4 + 1
    for line in lines[:2]:
        match = GITHUB.fullmatch(line)
        assert match is not None, line
        name = match[1].replace("%3A", ":").replace("%2C", ",").replace("%25", "%")
        assert name == printable(shown(file, made))


@with_odd_input
def test_gitlab_is_read_back(file: str, text: str) -> None:
    entries = json.loads(gitlab.render(report(file, text)).encode())
    assert len({entry["fingerprint"] for entry in entries}) == 2


@with_odd_input
def test_a_baseline_is_read_back(file: str, text: str) -> None:
    made = report(file, text)
    with NamedTemporaryFile("w", encoding="utf-8") as baseline:
        baseline.write(baseline_of(made))
        baseline.flush()
        assert read_baseline(Path(baseline.name)) == set(fingerprints(made))


@with_odd_input
def test_junit_is_well_formed(file: str, text: str) -> None:
    root = ElementTree.fromstring(junit.render(report(file, text)).encode())
    assert [child.tag for test in root.iter("testcase") for child in test] == [
        "failure",
        "system-out",
        "error",
        "error",
    ]


@with_odd_input
def test_markdown_stays_a_table(file: str, text: str) -> None:
    made = report(file, text)
    tokens = MarkdownIt("commonmark").enable("table").parse(markdown.render(made))
    assert [token.type for token in tokens].count("td_open") == 2 * 5 + 2 * 2
    inline = [child for token in tokens for child in token.children or ()]
    assert {child.type for child in inline} <= {"text", "text_special", "code_inline", "strong_open", "strong_close"}
    place = printable(shown(file, made)).replace("`", "'")
    assert f"{place}:5:3" in [child.content for child in inline if child.type == "code_inline"]
