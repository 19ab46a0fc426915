"""A source on standard input: the text counts as if it were saved where --stdin-filename says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cutlass_lint.analyzer import unsaved
from cutlass_lint.analyzer.cli.formats import FORMATS
from cutlass_lint.analyzer.model import Problem
from cutlass_lint.analyzer.sources.files import LIMIT, contents, read_bytes, version

FIXTURES = Path(__file__).parents[1] / "fixtures"
FITS = "INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 128, 128, false);"
OVERFLOWS = "INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, FINALIZE, 128, 112, 128, false);"
ON_SM120 = ("--headers", FIXTURES, "--arch", "120", "--select", "SMEM001")


def text(*calls: str, include: str = "launchers/moe_launcher.inl") -> str:
    return "\n".join([f'#include "{include}"', "namespace moe {", *calls, "}", ""])


def run(
    given: str | bytes, *arguments: str | Path, folder: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "cutlass_lint", *map(str, arguments)],
        input=given.encode() if isinstance(given, str) else given,
        capture_output=True,
        timeout=300,
        check=False,
        cwd=folder,
        env={**os.environ, **environment},
    )
    told = subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in told.stdout + told.stderr
    return told


def test_it_is_reported_under_the_path_that_is_named_though_nothing_is_there(tmp_path: Path) -> None:
    file = tmp_path / "no" / "folder" / "kernels.cu"
    done = run(text(FITS, OVERFLOWS), "-", "--stdin-filename", file, *ON_SM120, "--output-format", "json")
    assert done.returncode == 1, done.stderr
    report = json.loads(done.stdout)
    assert [root["path"] for root in report["roots"]] == [str(file)]
    assert {(one["file"], one["line"], one["verdict"]) for one in report["kernels"]} == {
        ("kernels.cu", 3, "fits"),
        ("kernels.cu", 4, "overflow"),
    }
    (finding,) = report["findings"]
    assert (finding["rule"], finding["file"], finding["line"]) == ("SMEM001", "kernels.cu", 4)
    assert list(tmp_path.iterdir()) == []


def test_without_a_path_it_is_stdin_in_the_current_folder(tmp_path: Path) -> None:
    (tmp_path / "own.inl").symlink_to(FIXTURES / "launchers" / "moe_launcher.inl")
    done = run(text(OVERFLOWS, include="own.inl"), "-", *ON_SM120, "--output-format", "concise", folder=tmp_path)
    assert done.returncode == 1, done.stderr
    assert done.stdout.startswith("<stdin>:3:1: SMEM001 error ")


def test_what_is_saved_there_does_not_count(tmp_path: Path) -> None:
    file = tmp_path / "kernels.cu"
    file.write_text(text(FITS))
    done = run(text("", "", OVERFLOWS), "-", "--stdin-filename", file, *ON_SM120, "--output-format", "concise")
    assert done.returncode == 1, done.stderr
    assert done.stdout.startswith("kernels.cu:5:1: SMEM001 error ")
    assert file.read_text() == text(FITS)


@pytest.mark.parametrize("name", FORMATS)
def test_each_format_says_what_it_says_of_the_file(name: str, tmp_path: Path) -> None:
    file = tmp_path / "kernels.cu"
    file.write_text(text(FITS, OVERFLOWS))
    saved = run("", file, *ON_SM120, "--output-format", name)
    assert "kernels.cu" in saved.stdout
    done = run(text(FITS, OVERFLOWS), "-", "--stdin-filename", file, *ON_SM120, "--output-format", name)
    assert (done.returncode, done.stdout, done.stderr) == (saved.returncode, saved.stdout, saved.stderr)


def test_includes_are_looked_for_where_it_would_be() -> None:
    given = (FIXTURES / "direct" / "aliases.cu").read_text()
    options = ("-I", FIXTURES / "cutlass" / "include", "--arch", "120", "--output-format", "json")
    done = run(given, "-", "--stdin-filename", FIXTURES / "direct" / "unsaved.cu", *options)
    assert done.returncode == 1, done.stderr
    kernels = {kernel["id"]: kernel["sizes"]["kernel"] for kernel in json.loads(done.stdout)["kernels"]}
    assert kernels == {"unsaved.cu:11": 101376, "unsaved.cu:17": 102400, "unsaved.cu:31": 74752}


def test_elsewhere_its_includes_are_not_found(tmp_path: Path) -> None:
    given = (FIXTURES / "direct" / "aliases.cu").read_text()
    options = ("-I", FIXTURES / "cutlass" / "include", "--arch", "120", "--output-format", "json")
    done = run(given, "-", "--stdin-filename", tmp_path / "unsaved.cu", *options)
    assert done.returncode == 2
    (kernel,) = json.loads(done.stdout)["kernels"]
    assert "`config.h` is not found" in kernel["reason"]


def test_a_launcher_may_be_in_it(tmp_path: Path) -> None:
    launcher = (FIXTURES / "launchers" / "moe_launcher.inl").read_text()
    given = f"{launcher}\nnamespace moe {{\n{OVERFLOWS}\n}}\n"
    options = ("-I", FIXTURES / "cutlass" / "include", *ON_SM120, "--output-format", "json")
    done = run(given, "-", "--stdin-filename", tmp_path / "kernels.cu", *options)
    assert done.returncode == 1, done.stderr
    report = json.loads(done.stdout)
    assert [kernel["sizes"]["kernel"] for kernel in report["kernels"]] == [102400]
    places = {(place["file"], place["line"]) for finding in report["findings"] for place in finding["related"]}
    assert ("kernels.cu", 1 + launcher[: launcher.index("using GemmGrouped")].count("\n")) in places


def test_a_macro_of_the_users() -> None:
    call = "INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, FINALIZE, 128, TILE_N, 128, false);"
    options = ("-D", "TILE_N=112", *ON_SM120, "--output-format", "concise")
    done = run(text(call), "-", "--stdin-filename", "kernels.cu", *options)
    assert done.returncode == 1, done.stderr
    assert "102,400 > 101,376" in done.stdout


@pytest.mark.parametrize(("define", "status"), [("-DENABLE_FP4", "sized"), ("-DENABLE_OTHER", "disabled")])
def test_in_a_cache_it_has_the_flags_of_its_module(define: str, status: str, tmp_path: Path) -> None:
    architecture = tmp_path / "0.6.3" / "120a"
    build = architecture / "cached_ops" / "fp4_gemm_cutlass_sm120" / "build.ninja"
    generated = architecture / "generated" / "gen_gemm_sm120_cutlass_fp4"
    build.parent.mkdir(parents=True)
    flags = f"-I{FIXTURES} -I{FIXTURES / 'cutlass' / 'include'} -gencode=arch=compute_120a,code=sm_120a {define}"
    command = "rule cuda_compile\n  command = nvcc $cuda_cflags -c $in -o $out\n"
    build.write_text(f"cuda_cflags = {flags}\n{command}build a.o: cuda_compile {generated / 'listed.cu'}\n")
    given = text("#ifdef ENABLE_FP4", FITS, "#endif")
    done = run(given, "-", "--stdin-filename", generated / "listed.cu", "--output-format", "json")
    (kernel,) = json.loads(done.stdout)["kernels"]
    assert (kernel["module"], kernel["line"], kernel["limit"]) == ("fp4_gemm_cutlass_sm120", 4, 101376)
    assert kernel["status"] == status, kernel["reason"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-", "other.cu"], "it is linted alone, without other paths"),
        (["other.cu", "-"], "it is linted alone, without other paths"),
        (["-", "-"], "it is linted alone, without other paths"),
        (["other.cu", "--stdin-filename", "kernels.cu"], "add - in place of PATH"),
        (["--stdin-filename", "kernels.cu"], "add - in place of PATH"),
        (["-", "--stdin-filename", "."], "is a directory"),
        (["-", "--release", "flashinfer==0.6.4", "--arch", "120"], "leave out PATH"),
    ],
)
def test_what_it_cannot_be_combined_with(arguments: list[str], message: str) -> None:
    done = run(text(FITS), *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (bytes(range(256)), "kernels.cu  warning: binary file: it holds NUL bytes: save it as UTF-8"),
        (
            b" " * (LIMIT + 1),
            f"kernels.cu  warning: over the limit of {LIMIT:,} bytes for a source file: split the file",
        ),
        (text(FITS[:40]).encode(), "kernels.cu:3  warning: the call of INSTANTIATE_MOE_GEMM is cut off"),
    ],
)
def test_what_no_file_may_be_it_may_not_be_either(given: bytes, problem: str, tmp_path: Path) -> None:
    done = run(given, "-", "--stdin-filename", tmp_path / "kernels.cu", *ON_SM120)
    assert done.returncode == 2
    assert [line.startswith(problem) for line in done.stdout.splitlines()].count(True) == 1, done.stdout


def test_of_an_endless_input_no_more_is_read_than_a_source_may_have() -> None:
    with Path("/dev/zero").open("rb") as endless:
        command = [sys.executable, "-m", "cutlass_lint", "-", *map(str, ON_SM120)]
        done = subprocess.run(command, stdin=endless, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "<stdin>  warning: over the limit" in done.stdout


def test_nothing_is_nothing_to_lint() -> None:
    done = run("", "-", "--stdin-filename", "kernels.cu", *ON_SM120)
    assert done.returncode == 3
    assert "no instantiation of a kernel in kernels.cu" in done.stderr


def test_a_name_cannot_drive_the_terminal() -> None:
    done = run(text(OVERFLOWS), "-", "--stdin-filename", "a\x1b[31m[bold].cu", *ON_SM120)
    assert done.returncode == 1
    assert "\x1b" not in done.stdout + done.stderr
    assert r"a\x1b[31m[bold].cu:3:1  SMEM001" in done.stdout


def test_an_unsaved_text_is_read_by_all_and_for_as_long_as_it_is_open(tmp_path: Path) -> None:
    file = tmp_path / "kernels.cu"
    file.write_bytes(b"saved")
    saved = version(str(file))
    seen = {saved}
    for data in (b"first", b"other"):
        with unsaved.opened(str(file), data):
            assert (read_bytes(file), contents(str(file))) == (data, data)
            seen.add(version(str(file)))
    assert len(seen) == 3
    assert (read_bytes(file), contents(str(file)), version(str(file))) == (b"saved", b"saved", saved)


def test_an_unsaved_text_needs_no_file() -> None:
    with unsaved.opened("/nowhere/kernels.cu", b"text"):
        assert read_bytes(Path("/nowhere/kernels.cu")) == b"text"
    assert isinstance(read_bytes(Path("/nowhere/kernels.cu")), Problem)
