"""`cutlass-lint rule`, as its users run it: what it says is what stands in the rules' modules."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

RULES = Path(__file__).parents[1] / "rules"


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cutlass_lint", "rule", *arguments]
    plain = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=60, check=False, env={**plain, **environment}
    )
    assert "Traceback" not in done.stderr
    return done


def written() -> dict[str, str]:
    """The docstring of each rule's module, by the rule's code."""
    docstrings = (ast.get_docstring(ast.parse(file.read_text())) or "" for file in sorted(RULES.glob("*.py")))
    found = ((re.match(r"([A-Z]+\d{3}): ", docstring), docstring) for docstring in docstrings)
    return {match[1]: docstring for match, docstring in found if match}


def listed(text: str) -> list[str]:
    """The codes at the beginnings of lines."""
    return re.findall(r"^\s*\W*([A-Z]+\d{3})\b", text, re.MULTILINE)


def test_without_a_code_all_rules_are_listed_with_their_severity() -> None:
    done = run()
    assert done.returncode == 0
    assert listed(done.stdout) == sorted(written())
    for start in (
        r"SMEM001 +error +shared-memory-overflow +\n +the ",
        r"SMEM002 +warning +guarded-shared-memory-overflow ",
    ):
        assert re.search(rf"^ *{start}", done.stdout, re.MULTILINE)


@pytest.mark.parametrize("given", ["SMEM001", "smem001", "shared-memory-overflow", "Shared-Memory-Overflow"])
def test_a_rule_is_found_by_its_code_and_by_its_name(given: str) -> None:
    done = run(given)
    assert done.returncode == 0
    assert done.stdout.startswith("SMEM001 shared-memory-overflow  error\n")
    words = re.sub(r"[`#*]", "", written()["SMEM001"].partition(": ")[2]).split()
    assert done.stdout.split()[3:] == words


def test_the_beginning_of_codes_means_all_that_begin_so() -> None:
    codes = [code for code in sorted(written()) if code.startswith("SMEM00")]
    assert len(codes) > 1
    for given in ("SMEM00", "smem00"):
        assert re.findall(r"^# (\w+): ", run(given, "--output-format", "markdown").stdout, re.MULTILINE) == codes


def test_several_are_told_in_the_order_in_which_they_are_named_and_once() -> None:
    done = run("SMEM002", "SMEM001", "guarded-shared-memory-overflow", "--output-format", "json")
    assert [rule["code"] for rule in json.loads(done.stdout)["rules"]] == ["SMEM002", "SMEM001"]


@pytest.mark.parametrize(
    ("given", "nearest"),
    [
        ("SMEM00l", "SMEM00"),
        ("shared-memory-overflo", "shared-memory-overflow"),
        ("shard-memory", "shared-memory"),
        ("zzz", "see `cutlass-lint rule`"),
        ("", "see `cutlass-lint rule`"),
        ("a\x1b[31m", "see `cutlass-lint rule`"),
    ],
)
def test_what_is_no_rule_is_one_line_with_the_nearest(given: str, nearest: str) -> None:
    done = run("SMEM001", given)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert nearest in line
    assert line.isprintable()


def test_all_with_a_code_is_refused() -> None:
    done = run("--all", "SMEM001")
    assert done.returncode == 2
    assert "leave out CODE" in done.stderr


@pytest.mark.parametrize("arguments", [(), ("--all",)])
def test_json_has_all_that_is_written(arguments: tuple[str, ...]) -> None:
    document = json.loads(run(*arguments, "--output-format", "json").stdout)
    assert list(document) == ["schema", "tool", "rules"]
    assert document["schema"] == "cutlass-lint/rule/1"
    documented = written()
    assert [rule["code"] for rule in document["rules"]] == sorted(documented)
    for rule in document["rules"]:
        assert list(rule) == ["code", "name", "severity", "title", "page", "sections", "text"]
        assert f"{rule['code']}: {rule['title']}\n\n{rule['text']}" == documented[rule["code"]].strip()
        assert (RULES / f"{rule['name'].replace('-', '_')}.py").is_file()
        assert rule["severity"] in ("error", "warning", "note")
        assert rule["page"] == f"rules/{rule['code']}.html"
        headings = re.findall("^## (.+)$", rule["text"], re.MULTILINE)
        assert list(rule["sections"]) == headings
        said = " ".join(f"## {heading} {text}" for heading, text in rule["sections"].items())
        assert said.split() == rule["text"].split()


def test_markdown_has_the_pages_as_they_are_written() -> None:
    done = run("--all", "--output-format", "markdown")
    pages = re.split(r"(?m)^# (?=[A-Z]+\d{3}: )", done.stdout)
    documented = written()
    assert [page[: page.index(":")] for page in pages[1:]] == sorted(documented)
    for page in pages[1:]:
        text = documented[page[: page.index(":")]]
        assert page.rstrip().endswith(text.partition("\n")[2].strip())


def test_markdown_without_a_code_is_a_table() -> None:
    lines = run("--output-format", "markdown").stdout.splitlines()
    assert lines[:2] == ["| code | name | severity | title |", "| --- | --- | --- | --- |"]
    assert [line.split("`")[1] for line in lines[2:]] == sorted(written())


@pytest.mark.parametrize("arguments", [("--color", "always"), ("SMEM001", "--color", "always")])
def test_colour(arguments: tuple[str, ...]) -> None:
    assert "\x1b[1;31merror" in run(*arguments).stdout
    assert "\x1b" not in run(*arguments[:-2]).stdout


def test_neither_the_front_end_nor_networkx_is_loaded() -> None:
    script = (
        "import sys; from click.testing import CliRunner; from cutlass_lint.analyzer.cli.app import app;"
        "done = CliRunner().invoke(app, ['rule', '--all']); assert done.exit_code == 0, done;"
        "print('networkx' in sys.modules, 'libclang.so' in open('/proc/self/maps').read())"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == ["False", "False"]
