"""The command as its users run it: exit codes, bad input, colours, one line for every error."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

FIXTURES = Path(__file__).parents[1] / "fixtures"
FITS = "INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 128, 128, false);"
OVERFLOWS = "INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, FINALIZE, 128, 112, 128, false);"
REJECTED = "INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 16, 128, false);"
ESCAPE = "\x1b["


def run(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    plain = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    command = [sys.executable, "-m", "cutlass_lint", *map(str, arguments)]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=300, check=False, env={**plain, **environment}
    )
    assert "Traceback" not in done.stdout + done.stderr
    return done


def source(folder: Path, *calls: str, name: str = "kernels.cu") -> Path:
    file = folder / name
    file.write_text("\n".join(['#include "launchers/moe_launcher.inl"', "namespace moe {", *calls, "}", ""]))
    return file


def lint(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return run(*arguments, "--headers", FIXTURES, "--arch", "120", **environment)


def test_version_needs_no_front_end() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout) == (0, "cutlass-lint 0.1.0\n")


def test_help_teaches() -> None:
    done = run("check", "--help")
    assert done.returncode == 0
    assert "Exit codes" in done.stdout
    assert "--release flashinfer==0.6.4 --arch 120" in done.stdout


def test_clean_is_0(tmp_path: Path) -> None:
    done = lint(source(tmp_path, FITS))
    assert done.returncode == 0, done.stdout
    assert "1 of 1 sized kernels fit" in done.stdout


def test_findings_are_1(tmp_path: Path) -> None:
    done = lint("check", source(tmp_path, FITS, OVERFLOWS))
    assert done.returncode == 1, done.stdout
    assert "kernels.cu:4:1  SMEM001 shared-memory-overflow" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere"], "nowhere does not exist"),
        (["--arch", "999", "."], "unknown device '999'"),
        (["--release", "flashinfer==0.6.4"], "--release needs the device"),
        (["--release", "flashinfer==0.6.4", "--arch", "120", "."], "leave out PATH and --headers"),
        (["--release", "pytorch", "--arch", "120"], "write it as flashinfer==0.6.4"),
        (["--headers", "nowhere", "."], "'nowhere' does not exist"),
        (["--no-such-option"], "No such option"),
    ],
)
def test_unusable_input_is_2(arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stdout == ""


def test_nothing_to_lint_is_3(tmp_path: Path) -> None:
    done = run(tmp_path)
    assert done.returncode == 3
    assert str(tmp_path) in done.stderr
    assert "--release" in done.stderr


def test_a_kernel_that_cannot_be_sized_does_not_pass_for_clean(tmp_path: Path) -> None:
    done = lint(source(tmp_path, FITS, FITS.replace("float_e2m1_t", "float_e0m0_t")))
    assert done.returncode == 2
    assert f"kernels.cu:4  unknown: {tmp_path}/kernels.cu:4: no member named 'float_e0m0_t'" in done.stdout


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t);", "INSTANTIATE_MOE_GEMM takes 7 arguments"),
        (REJECTED, "Invalid tile shape N."),
    ],
)
def test_a_finding_that_says_why_there_is_no_size_is_all_that_says_it(tmp_path: Path, call: str, said: str) -> None:
    for style in ("rich", "concise", "github"):
        done = lint(source(tmp_path, FITS, call), "--output-format", style)
        assert done.returncode == 1
        assert done.stdout.count(said) == 1


def test_what_is_no_launcher_is_counted_and_named(tmp_path: Path) -> None:
    done = lint(source(tmp_path, FITS, "INSTANTIATE_MISSING_GEMM(1, 2);"))
    assert done.returncode == 1
    assert "kernels.cu:4:1  INST005 unknown-launcher" in done.stdout
    assert "1 sized" in done.stdout
    assert "1 not sized: INSTANTIATE_MISSING_GEMM: no header that it includes defines it" in done.stdout


def test_headers_that_are_not_there_are_named(tmp_path: Path) -> None:
    done = run(source(tmp_path, FITS), "--headers", FIXTURES / "cutlass", "--arch", "120")
    assert done.returncode == 2
    assert "the headers it includes are not found (launchers/moe_launcher.inl)" in done.stdout


def test_bad_files_cost_only_themselves(tmp_path: Path) -> None:
    source(tmp_path, OVERFLOWS)
    (tmp_path / "binary.cu").write_bytes(bytes(range(256)))
    (tmp_path / "truncated.cu").write_text(f'#include "launchers/moe_launcher.inl"\nnamespace moe {{\n{FITS[:40]}')
    source(tmp_path, "INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128);", name="arguments.cu")
    source(tmp_path, REJECTED, name="rejected.cu")
    os.mkfifo(tmp_path / "pipe.cu")
    done = lint(tmp_path)
    lines = done.stdout.splitlines()
    assert done.returncode == 1
    assert any(line.startswith("kernels.cu:3:1  SMEM001") for line in lines)
    for name in ("binary.cu", "truncated.cu:3", "pipe.cu"):
        (line,) = [line for line in lines if line.startswith(f"{name}  warning: ")]
        assert len(line.split(": ")) >= 3, "no remedy"
    assert "arguments.cu:3:1  INST002 wrong-argument-count" in lines
    assert "rejected.cu:3:1  SCHED001 builder-rejects" in lines


def test_a_missing_path_costs_only_itself(tmp_path: Path) -> None:
    done = lint(tmp_path / "nowhere", source(tmp_path, OVERFLOWS))
    assert done.returncode == 1
    assert "SMEM001" in done.stdout
    (line,) = [line for line in done.stdout.splitlines() if "nowhere" in line]
    assert "does not exist" in line


def test_names_from_the_input_cannot_drive_the_terminal(tmp_path: Path) -> None:
    source(tmp_path, FITS, name="a\x1b[31m\r[bold]\udcff.cu")
    done = lint(tmp_path)
    assert "\x1b" not in done.stdout
    done = lint(tmp_path, "--output-format", "json")
    (kernel,) = json.loads(done.stdout)["kernels"]
    assert kernel["status"] == "unknown"
    assert "rename it" in kernel["reason"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["{}"],
        ["--{}"],
        ["--output-format", "{}"],
        ["--headers", "{}"],
        ["--arch", "{}"],
        ["--select", "{}"],
        ["--baseline", "{}"],
        ["-o", "sarif={}/lint.sarif"],
        ["explain", "kernel.cu:1", "{}"],
        ["graph", "-o", "{}/kernels.dot"],
        ["rule", "{}"],
    ],
)
def test_arguments_that_are_names_of_files_cannot_drive_the_terminal(tmp_path: Path, arguments: list[str]) -> None:
    hostile = "\x1b[31m\x9b1m\u202e\n::error::"
    done = run(*(argument.format(hostile) for argument in arguments), XDG_CACHE_HOME=str(tmp_path))
    assert done.returncode == 2
    assert r"\x1b[31m\x9b1m\u202e\n::error::" in done.stderr
    assert {character for character in done.stdout + done.stderr if not character.isprintable()} == {"\n"}
    assert not re.search("^::", done.stderr, re.MULTILINE)


def test_settings_of_a_project_cannot_drive_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "cutlass-lint.toml"
    entry = '[[suppressions]]\nrules = ["SMEM"]\nkernels = "M=1"\nreason = "\\u001B[31m\\u009B\\nb"\n'
    file.write_text(f'per-file-ignores = {{ "\\u001B[1m" = ["SMEM"] }}\n{entry}')
    done = run("--config", file, "--show-settings")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    assert r"# \x1b[31m\x9b\nb" in done.stdout
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize(
    ("options", "environment", "coloured"),
    [
        ([], {}, False),
        ([], {"FORCE_COLOR": "1"}, True),
        ([], {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (["--color", "always"], {}, True),
        (["--color", "never"], {"FORCE_COLOR": "1"}, False),
    ],
)
def test_colour(tmp_path: Path, options: list[str], environment: dict[str, str], *, coloured: bool) -> None:
    done = lint(source(tmp_path, "INSTANTIATE_MOE_GEMM(1);"), *options, **environment)
    assert (re.search(r"\x1b\[[\d;]*3\d", done.stdout) is not None) is coloured


def test_a_reader_that_leaves_early_sees_no_traceback(tmp_path: Path) -> None:
    file = source(tmp_path, OVERFLOWS)
    command = f"{sys.executable} -m cutlass_lint {file} --headers {FIXTURES} --arch 120 | head -n 1"
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, timeout=300, check=False)
    assert done.stdout.startswith("kernels.cu:3:1  SMEM001")
    assert done.stderr == ""


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_run_leaves_nothing_behind(tmp_path: Path, number: int, status: int) -> None:
    calls = [f"INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, {n}, 128, false);" for n in range(32, 800, 4)]
    file = source(tmp_path, *calls)
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    command = [sys.executable, "-m", "cutlass_lint", str(file), "--headers", str(FIXTURES), "--arch", "120"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(scratch)},
        # A shell that runs the tests in the background has them ignore SIGINT, and all that they start.
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),
    ) as process:
        while process.poll() is None and not list(scratch.glob("cutlass-lint-*/*")):
            time.sleep(0.05)
        process.send_signal(number)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (status, b"", b"")
    assert list(scratch.iterdir()) == []


def test_the_whole_report(tree: Path, snapshot: SnapshotAssertion) -> None:
    done = run(tree, "--headers", tree, "--arch", "120")
    assert done.returncode == 1
    assert done.stdout.replace(str(tree), "TREE") == snapshot


def test_the_same_as_json(tree: Path, snapshot: SnapshotAssertion) -> None:
    done = run(tree, "--headers", tree, "--arch", "120", "--output-format", "json")
    assert done.returncode == 1
    assert done.stdout.replace(str(tree), "TREE") == snapshot
