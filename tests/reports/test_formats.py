"""What each format says of one report, read back."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest
from markdown_it import MarkdownIt
from msgspec.structs import replace
from sample_reports import CLEAN, NOTHING, REPORT, TOO_LARGE, UNKNOWN, WARNED, finding, guarded, overflow

from cutlass_lint.analyzer.cli.check import exit_code
from cutlass_lint.analyzer.model import Report
from cutlass_lint.reports import concise, github, gitlab, json_report, jsonl, junit, markdown
from cutlass_lint.reports.notices import notices


def test_concise() -> None:
    assert concise.render(REPORT).splitlines() == [
        "a/kernels.cu:4:3: SMEM002 warning 102,400 > 101,376 bytes",
        "a/kernels.cu:5:3: SMEM001 error 102,400 > 101,376 bytes",
        "b.cu: warning: not UTF-8 text: convert it",
        "a/kernels.cu:7:3: warning: size unknown: no member named 'x'",
    ]
    assert concise.render(CLEAN) == ""


def test_json_lines() -> None:
    header, *findings = map(json.loads, jsonl.render(REPORT).splitlines())
    document = json_report.document(REPORT)
    assert header["schema"] == "cutlass-lint/jsonl/1"
    assert list(header) == ["schema", "tool", "roots", "problems", "summary"]
    assert header["problems"] == document["problems"]
    assert findings == document["findings"]
    assert len(jsonl.render(NOTHING).splitlines()) == 1


def test_github() -> None:
    assert github.render(REPORT).splitlines() == [
        "::error file=a/kernels.cu,line=5,col=3,title=SMEM001 shared-memory-overflow::102,400 > 101,376 bytes"
        "%0ASm120 128×256×128 Type=half N=5%0Afits: N=128",
        "::warning file=a/kernels.cu,line=4,col=3,title=SMEM002 guarded-shared-memory-overflow::"
        "102,400 > 101,376 bytes%0ASm120 128×256×128 Type=half N=4",
        "::warning file=b.cu,title=cutlass-lint::not UTF-8 text: convert it",
        "::warning file=a/kernels.cu,line=7,col=3,title=cutlass-lint::size unknown: no member named 'x'",
    ]


def test_github_escapes() -> None:
    odd = overflow(5, "/root/50%,a:b.cu")
    (line,) = github.render(
        replace(CLEAN, kernels=(odd,), findings=(finding(odd, severity="note", message="50%: a,b"),))
    ).splitlines()
    assert line.startswith("::notice file=50%25%2Ca%3Ab.cu,line=5,")
    assert "::50%25: a,b%0A" in line


def test_gitlab() -> None:
    warning, error = json.loads(gitlab.render(REPORT))
    assert error["location"] == {"path": "a/kernels.cu", "lines": {"begin": 5}}
    assert (error["check_name"], error["severity"], warning["severity"]) == ("SMEM001", "major", "minor")
    assert error["description"] == "102,400 > 101,376 bytes (Sm120 128×256×128 Type=half N=5)"
    assert error["fingerprint"] != warning["fingerprint"]
    assert json.loads(gitlab.render(CLEAN)) == []


def test_junit() -> None:
    root = ElementTree.fromstring(junit.render(REPORT))
    assert root.attrib == {"name": "cutlass-lint", "tests": "5", "failures": "1", "errors": "2"}
    module, inputs = root
    assert module.attrib == {"name": "moe_120", "tests": "4", "failures": "1", "errors": "1"}
    warned, failed, passed, unknown = module
    assert failed.attrib == {"classname": "a/kernels.cu", "name": "MAKE_GEMM Sm120 128×256×128 Type=half N=5"}
    (failure,) = failed
    assert (failure.tag, failure.attrib) == ("failure", {"type": "SMEM001", "message": "102,400 > 101,376 bytes"})
    assert (failure.text or "").splitlines() == [
        "a/kernels.cu:5:3: SMEM001 102,400 > 101,376 bytes",
        "cause: 1,024 bytes too few",
    ]
    assert [child.tag for child in warned] == ["system-out"]
    assert list(passed) == []
    assert [(child.tag, child.text) for child in unknown] == [("error", "a/kernels.cu:7:3: no member named 'x'")]
    assert [child.text for child in inputs[0]] == ["b.cu: not UTF-8 text: convert it"]


def test_junit_has_one_failure_of_a_kernel_with_several_findings() -> None:
    second = finding(TOO_LARGE, rule="SMEM009", message="and more")
    report = replace(CLEAN, kernels=(TOO_LARGE,), findings=(guarded(TOO_LARGE), finding(TOO_LARGE), second))
    (test,) = ElementTree.fromstring(junit.render(report)).iter("testcase")
    assert [child.tag for child in test] == ["failure", "system-out"]
    assert "SMEM009" in (test[0].text or "")


@pytest.mark.parametrize(("severity", "outcome"), [("error", "failure"), ("warning", "error")])
def test_an_error_says_why_a_size_is_unknown_and_nothing_else_does(severity: str, outcome: str) -> None:
    told = finding(UNKNOWN, rule="INST002", severity=severity, message="takes 2 arguments", details=(), suggestions=())
    report = replace(CLEAN, kernels=(UNKNOWN,), findings=(told,))
    reasons = ["size unknown: no member named 'x'"] if outcome == "error" else []
    assert [notice.message for notice in notices(report)] == reasons
    assert concise.render(report).count("no member named") == len(reasons)
    (test,) = ElementTree.fromstring(junit.render(report)).iter("testcase")
    assert [child.tag for child in test if child.tag != "system-out"] == [outcome]


def cells(text: str) -> list[list[str]]:
    """The rows of all tables, as GitHub's rules for them read."""
    rows: list[list[str]] = []
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline" and token.level > 2 and rows:
            rows[-1].append("".join(child.content for child in token.children or ()))
    return rows


def test_markdown() -> None:
    text = markdown.render(REPORT)
    assert text.splitlines()[0] == "### cutlass-lint: 2 findings; 1 of 3 sized kernels fit"
    assert cells(text) == [
        ["severity", "rule", "place", "kernel", "message"],
        [
            "error",
            "SMEM001 shared-memory-overflow",
            "a/kernels.cu:5:3",
            "Sm120 128×256×128 Type=half N=5",
            "102,400 > 101,376 bytes; fits: N=128 (75,776 bytes)",
        ],
        [
            "warning",
            "SMEM002 guarded-shared-memory-overflow",
            "a/kernels.cu:4:3",
            "Sm120 128×256×128 Type=half N=4",
            "102,400 > 101,376 bytes",
        ],
        ["place", "reason"],
        ["b.cu", "not UTF-8 text: convert it"],
        ["a/kernels.cu:7", "size unknown: no member named 'x'"],
    ]
    assert "|" not in markdown.render(CLEAN)


def test_markdown_fits_a_comment() -> None:
    kernels = tuple(overflow(line, arguments={"N": "1" * 300}) for line in range(1000))
    text = markdown.render(replace(REPORT, kernels=kernels, findings=tuple(map(finding, kernels))))
    assert 40_000 < len(text) < 65_536
    shown = sum(row[0] == "error" for row in cells(text))
    assert f"… and {1000 - shown:,} more findings." in text


@pytest.mark.parametrize(
    ("report", "code", "where_findings_are_read_from_the_file"),
    [
        (CLEAN, 0, 0),
        (replace(REPORT, kernels=(WARNED, TOO_LARGE), problems=()), 1, 0),
        (REPORT, 1, 2),
        (replace(REPORT, findings=(), problems=()), 2, 2),
        (NOTHING, 3, 3),
    ],
)
def test_exit_codes(report: Report, code: int, where_findings_are_read_from_the_file: int) -> None:
    assert exit_code(report) == code
    assert exit_code(report, findings_count=False) == where_findings_are_read_from_the_file
