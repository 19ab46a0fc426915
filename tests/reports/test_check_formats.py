"""Formats on the command line: several at once, exit codes, and what can't be written."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from sample_reports import sarif_run
from syrupy.assertion import SnapshotAssertion

FIXTURES = Path(__file__).parents[2] / "fixtures"
CALLS = """#include "launchers/moe_launcher.inl"
namespace moe {
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 112, 128, false);
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, FINALIZE, 128, 112, 128, false);
}
"""


def check(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cutlass_lint", "check", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300, check=False)
    assert "Traceback" not in done.stdout + done.stderr
    return done


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Sources, with launchers and CUTLASS beside them: these are relative to no root."""
    for name in ("cutlass", "launchers"):
        shutil.copytree(FIXTURES / name, tmp_path / "headers" / name)
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "kernels.cu").write_text(CALLS)
    return tmp_path


def without_rules(sarif: str) -> str:
    """A log without what it says of the rules themselves, which is there whatever is found."""
    log = json.loads(sarif)
    del log["runs"][0]["tool"]["driver"]["rules"]
    for result in log["runs"][0]["results"]:
        del result["ruleIndex"]
    return json.dumps(log, indent=2)


def test_all_formats_at_once(tree: Path, snapshot: SnapshotAssertion) -> None:
    formats = ("rich", "concise", "json", "jsonl", "github", "gitlab", "junit", "markdown", "sarif")
    outputs = [f"--output={name}={tree / 'out' / name}" for name in formats]
    (tree / "out").mkdir()
    arguments = (tree / "sources", "--headers", tree / "headers", "--arch", "120")
    done = check(*arguments, "--output-format", "sarif", *outputs)
    assert (done.returncode, done.stderr) == (0, ""), "findings are no failure where SARIF is read"
    texts = {name: (tree / "out" / name).read_text(encoding="utf-8") for name in formats}
    assert sorted(path.name for path in (tree / "out").iterdir()) == sorted(formats), "something is left behind"
    assert done.stdout == texts["sarif"]
    assert [result["ruleId"] for result in sarif_run(texts["sarif"])["results"]] == ["SMEM003", "SMEM001"]
    assert without_rules(texts["sarif"]).replace(str(tree), "/TREE") == snapshot(name="sarif")
    assert texts["markdown"].replace(str(tree), "/TREE") == snapshot(name="markdown")
    assert "\x1b" not in texts["rich"]
    for name in ("rich", "concise"):
        assert "\nkernels.cu:4:1" in f"\n{texts[name]}"


def test_findings_are_1_where_standard_output_is_for_people(tree: Path) -> None:
    done = check(
        tree / "sources", "--headers", tree / "headers", "--arch", "120", "--output-format", "concise",
        "-o", f"junit={tree / 'junit.xml'}",
    )  # fmt: skip
    assert done.returncode == 1
    assert "\nkernels.cu:4:1: SMEM001 error " in f"\n{done.stdout}"
    assert 'failures="1"' in (tree / "junit.xml").read_text(encoding="utf-8")


def test_nothing_to_lint_is_3_and_no_success(tmp_path: Path) -> None:
    done = check(tmp_path, "--output-format", "sarif", "-o", f"gitlab={tmp_path / 'gitlab.json'}")
    assert done.returncode == 3
    assert sarif_run(done.stdout)["invocations"][0]["executionSuccessful"] is False
    assert json.loads((tmp_path / "gitlab.json").read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("outputs", "message"),
    [
        (["xml=out"], "'xml=out' is not FORMAT=FILE, where FORMAT is one of rich, concise, "),
        (["sarif"], "'sarif' is not FORMAT=FILE"),
        (["sarif="], "'sarif=' is not FORMAT=FILE"),
        (["sarif=-"], "use --output-format sarif"),
        (["sarif=out", "json=out"], "two formats would be written to out"),
        (["sarif=nowhere/out"], "cannot write nowhere/out: there is no folder "),
        (["sarif=/"], "cannot write /: it is a folder"),
    ],
)
def test_outputs_that_cannot_be_written_are_2(tmp_path: Path, outputs: list[str], message: str) -> None:
    done = check(tmp_path, *(part for output in outputs for part in ("-o", output)))
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr.splitlines()[-1]


def test_help_says_where_exit_codes_differ() -> None:
    done = check("--help")
    assert "With --output-format sarif, gitlab or junit, findings are in the report only: 0, not 1." in done.stdout
