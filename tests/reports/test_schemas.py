"""The published JSON schemas: what the formats write is valid by them, and what they do not write is not."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from msgspec.structs import replace
from sample_reports import CLEAN, NOTHING, REPORT, TOO_LARGE, finding

from cutlass_lint.analyzer.devices import parse_device
from cutlass_lint.analyzer.model import Report
from cutlass_lint.analyzer.pipeline import lint
from cutlass_lint.analyzer.requests import Request
from cutlass_lint.analyzer.smem.frontend import Settings
from cutlass_lint.reports import json_report, jsonl

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "fixtures"
SCHEMAS = ROOT / "docs" / "schemas"
ABOUT_A_FILE = replace(REPORT, findings=(finding(TOO_LARGE, kernel=None),))


def validator(name: str) -> Draft202012Validator:
    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


JSON = validator("cutlass-lint-1")
LINE = validator("cutlass-lint-jsonl-1")


def messages(schema: Draft202012Validator, instance: Any) -> list[str]:
    return [f"{error.json_path}: {error.message}" for error in schema.iter_errors(instance)]


@pytest.fixture(scope="module")
def linted() -> Report:
    """What a run says of the fixtures: kernels of every status, with layouts and stage budgets."""
    paths = (FIXTURES / "instantiations", FIXTURES / "direct")
    return lint(Request(paths, Settings(jobs=1, timeout=120), FIXTURES, parse_device("120")))


def test_the_fixtures_have_all_that_may_be_null(linted: Report) -> None:
    kernels = json_report.document(linted)["kernels"]
    for key in ("sizes", "stages", "layout", "stage_budget", "reason", "tile", "variant"):
        assert {kernel[key] is None for kernel in kernels} == {True, False}, key


def test_a_run_on_the_fixtures(linted: Report) -> None:
    assert messages(JSON, json.loads(json_report.render(linted))) == []
    for line in jsonl.render(linted).splitlines():
        assert messages(LINE, json.loads(line)) == []


@pytest.mark.parametrize("report", [REPORT, CLEAN, NOTHING, ABOUT_A_FILE], ids=["all", "clean", "nothing", "file"])
def test_reports(report: Report) -> None:
    assert messages(JSON, json.loads(json_report.render(report))) == []
    for line in jsonl.render(report).splitlines():
        assert messages(LINE, json.loads(line)) == []


def test_the_command(tmp_path: Path) -> None:
    for name in ("cutlass", "launchers", "instantiations"):
        shutil.copytree(FIXTURES / name, tmp_path / name)
    arguments = ("--headers", tmp_path, "--arch", "120", "--output-format", "json", "-o", f"jsonl={tmp_path / 'lines'}")
    command = [sys.executable, "-m", "cutlass_lint", "check", tmp_path / "instantiations", *arguments]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300, check=False)
    document = json.loads(done.stdout)
    assert document["findings"], done.stderr
    assert messages(JSON, document) == []
    for line in (tmp_path / "lines").read_text(encoding="utf-8").splitlines():
        assert messages(LINE, json.loads(line)) == []


def paths(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Where in a document the keys of its objects are, but for those that the input names."""
    if isinstance(value, dict) and path[-1:] not in (("arguments",), ("not_sized",)):
        for key, item in value.items():
            yield (*path, key)
            yield from paths(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from paths(item, (*path, index))


def holder(document: Any, path: tuple[str | int, ...]) -> Any:
    for key in path[:-1]:
        document = document[key]
    return document


def test_every_key_is_described_and_has_to_be_there() -> None:
    text = json_report.render(REPORT)
    places = list(paths(json.loads(text)))
    assert len(places) > 150
    for path in places:
        without, renamed, other = json.loads(text), json.loads(text), json.loads(text)
        del holder(without, path)[path[-1]]
        assert messages(JSON, without), path
        holder(other, path)[path[-1]] = {"neither": ["text", "number", "list nor null"]}
        described = path[-1] in ("arguments", "not_sized")
        assert described or messages(JSON, other), path
        holder(renamed, path)["added"] = "by a later version"
        assert messages(JSON, renamed) == [], path


def test_values_are_those_that_are_told() -> None:
    document = json_report.document(REPORT)
    document["findings"][0]["severity"] = "fatal"
    document["kernels"][0]["status"] = "sizeable"
    document["schema"] = "cutlass-lint/2"
    assert sorted(message.partition(":")[0] for message in messages(JSON, document)) == [
        "$.findings[0].severity",
        "$.kernels[0].status",
        "$.schema",
    ]


@pytest.mark.parametrize(
    ("arguments", "name"), [(("rule", "--all"), "cutlass-lint-rule-1"), (("doctor",), "cutlass-lint-doctor-1")]
)
def test_other_commands(arguments: tuple[str, ...], name: str) -> None:
    command = [sys.executable, "-m", "cutlass_lint", *arguments, "--output-format", "json"]
    document = json.loads(subprocess.run(command, capture_output=True, encoding="utf-8", check=False).stdout)
    assert messages(validator(name), document) == []
    del document["tool"]["version"]
    assert messages(validator(name), document) == ["$.tool: 'version' is a required property"]


def test_a_configuration() -> None:
    example = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8").partition("```toml\n")[2]
    settings = tomllib.loads(example.partition("```")[0])["tool"]["cutlass-lint"]
    settings |= {"arch": "120", "select": ["SMEM"], "per-file-ignores": {"tests/*": ["SMEM"]}}
    schema = validator("cutlass-lint-config")
    assert messages(schema, settings) == []
    errors = messages(schema, {**settings, "jobs": 0, "archs": "120"})
    assert sorted(message.partition(":")[0] for message in errors) == ["$", "$.jobs"]
