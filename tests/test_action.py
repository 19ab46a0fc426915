"""The GitHub Action: its metadata by the published schema, and its scripts as the runner runs them."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import working_copy
import yaml

FIXTURES = working_copy.ROOT / "fixtures"
ACTION = yaml.safe_load((working_copy.ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS = {step["name"]: step for step in ACTION["runs"]["steps"]}
CALL = '#include "launchers/moe_launcher.inl"\nnamespace moe {{\nINSTANTIATE_MOE_GEMM({});\n}}\n'
FITS = CALL.format("Sm120, float_e2m1_t, NONE, 128, 128, 128, false")
OVERFLOWS = CALL.format("Sm120, float_e2m1_t, FINALIZE, 128, 112, 128, false")


class Runner:
    """What a runner has for a job, and the outputs of its steps."""

    def __init__(self, folder: Path) -> None:
        self.workspace, self.temp, self.action = folder / "workspace", folder / "temp", folder / "action"
        for made in (self.workspace, self.temp, self.action):
            made.mkdir()
        self.output = folder / "output"

    def run(self, name: str, **inputs: str) -> subprocess.CompletedProcess[str]:
        """Run the script of a step, with the action's inputs by their names, `_` for `-`."""
        values = {key: str(entry["default"]) for key, entry in ACTION["inputs"].items()}
        values |= {key.replace("_", "-"): value for key, value in inputs.items()}
        variables = {key: self._value(expression, values) for key, expression in STEPS[name]["env"].items()}
        places = {"RUNNER_TEMP": self.temp, "GITHUB_OUTPUT": self.output, "GITHUB_ACTION_PATH": self.action}
        runners = {name: str(path) for name, path in places.items()}
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", STEPS[name]["run"]],
            cwd=self.workspace,
            capture_output=True,
            text=True,
            timeout=500,
            check=False,
            env=working_copy.environment(**runners, **variables),
        )

    def _value(self, expression: str, inputs: dict[str, str]) -> str:
        context, _, name = expression.removeprefix("${{ ").removesuffix(" }}").rpartition(".")
        return inputs[name] if context == "inputs" else self.outputs()[name]

    def outputs(self) -> dict[str, str]:
        """What the steps handed on."""
        lines = self.output.read_text().splitlines() if self.output.exists() else []
        return dict(line.split("=", 1) for line in lines)


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    """A job whose checkout has a launcher, CUTLASS and a source that fits; cutlass-lint is this one."""
    made = Runner(tmp_path)
    program = made.temp / "cutlass-lint" / "bin" / "cutlass-lint"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m cutlass_lint "$@"\n')
    program.chmod(0o755)
    for name in ("cutlass", "launchers"):
        shutil.copytree(FIXTURES / name, made.workspace / name)
    (made.workspace / "csrc").mkdir()
    (made.workspace / "csrc" / "fits.cu").write_text(FITS)
    return made


def sarif(runner: Runner, name: str = "cutlass-lint.sarif") -> list[dict[str, Any]]:
    (run,) = json.loads((runner.workspace / name).read_text(encoding="utf-8"))["runs"]
    results: list[dict[str, Any]] = run["results"]
    return results


def test_the_metadata_is_valid() -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-actions", "action.yml"]
    done = subprocess.run(command, cwd=working_copy.ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_inputs_reach_scripts_by_their_environment_alone() -> None:
    used = set()
    for step in ACTION["runs"]["steps"]:
        assert "${{" not in step.get("run", "")
        used |= {value for value in (*step.get("env", {}).values(), *step.get("with", {}).values()) if "${{" in value}
    for name in ACTION["inputs"]:
        condition = f"inputs.{name} ==" in "".join(step.get("if", "") for step in STEPS.values())
        assert condition or f"${{{{ inputs.{name} }}}}" in used


def test_this_action_installs_this_version(tmp_path: Path) -> None:
    runner = Runner(tmp_path)
    working_copy.copy(runner.action, without=("tests/", "fixtures/", "docs/"))
    done = runner.run("Install cutlass-lint", python=sys.executable)
    assert done.returncode == 0, done.stdout + done.stderr
    installed = runner.temp / "cutlass-lint" / "bin" / "cutlass-lint"
    (runner.workspace / "fits.cu").write_text(FITS)
    arguments = ("check", "fits.cu", "--headers", FIXTURES, "--arch", "120")
    linted = subprocess.run([installed, *arguments], cwd=runner.workspace, capture_output=True, text=True, check=False)
    assert linted.returncode == 0, linted.stderr
    assert "1 of 1 sized kernels fit" in linted.stdout


def test_a_version_is_asked_of_the_index(runner: Runner) -> None:
    python = runner.temp / "cutlass-lint" / "bin" / "python"
    python.write_text('#!/bin/sh\necho "$@"\n')
    python.chmod(0o755)
    done = runner.run("Install cutlass-lint", python=str(python), version="0.1.0")
    assert done.stdout.splitlines()[-1] == "-m pip install --quiet cutlass-lint==0.1.0"


def test_a_clean_checkout_passes(runner: Runner) -> None:
    done = runner.run("Lint", arch="120", headers=".")
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert runner.outputs() == {"exit-code": "0", "reported": "true"}
    assert sarif(runner) == []
    assert runner.run("Pass or fail").returncode == 0


@pytest.mark.parametrize(("fail", "code"), [("true", 1), ("false", 0)])
def test_findings_are_annotated_reported_and_fail_the_job_if_wanted(runner: Runner, fail: str, code: int) -> None:
    (runner.workspace / "csrc" / "overflows.cu").write_text(OVERFLOWS)
    options = {"arch": "120", "headers": ".", "args": "--select\nSMEM001"}
    done = runner.run("Lint", **options, sarif_file="report.sarif")
    assert done.returncode == 0, "the upload comes after it"
    assert done.stdout.startswith("::error file=csrc/overflows.cu,line=3,")
    assert runner.outputs() == {"exit-code": "1", "reported": "true"}
    (result,) = sarif(runner, "report.sarif")
    assert result["ruleId"] == "SMEM001"
    place = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert place["uri"] == "csrc/overflows.cu"
    assert runner.run("Pass or fail", fail_on_findings=fail).returncode == code


def test_what_cannot_be_used_fails_the_job_whatever_is_wanted(runner: Runner) -> None:
    (runner.workspace / "cutlass-lint.sarif").write_text("{}")
    done = runner.run("Lint", arch="999")
    assert (done.returncode, runner.outputs()) == (0, {"exit-code": "2"})
    assert "unknown device '999'" in done.stderr
    assert not (runner.workspace / "cutlass-lint.sarif").exists(), "a report of another run is not uploaded"
    assert runner.run("Pass or fail", fail_on_findings="false").returncode == 2


def test_lines_are_arguments_and_nothing_in_them_is_run(runner: Runner) -> None:
    program = runner.temp / "cutlass-lint" / "bin" / "cutlass-lint"
    program.write_text('#!/bin/sh\nfor word in "$@"; do echo "[$word]"; done\n')
    hostile = "$(touch ran); `touch ran` && touch ran"
    done = runner.run("Lint", paths=f"a folder\n\n{hostile}\n", args="--deep\n-D\nNAME=a b", arch=hostile)
    words = ["check", "--output-format", "github", "-o", "sarif=cutlass-lint.sarif", "--arch", hostile]
    words += ["--deep", "-D", "NAME=a b", "--", "a folder", hostile]
    assert done.stdout.splitlines() == [f"[{word}]" for word in words]
    assert not (runner.workspace / "ran").exists()


def test_a_release_stands_in_place_of_paths(runner: Runner) -> None:
    program = runner.temp / "cutlass-lint" / "bin" / "cutlass-lint"
    program.write_text('#!/bin/sh\necho "$@"\n')
    done = runner.run("Lint", release="flashinfer==0.6.4", arch="120")
    assert done.stdout == (
        "check --output-format github -o sarif=cutlass-lint.sarif --arch 120 --release flashinfer==0.6.4 --\n"
    )
