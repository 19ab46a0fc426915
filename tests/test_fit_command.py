"""`cutlass-lint fit` as its users run it, on the stand-in CUTLASS."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

FIXTURES = Path(__file__).parents[1] / "fixtures"
OVERFLOW = "moe.cu:6"
MACRO = ("--launcher", "INSTANTIATE_MOE_GEMM")


@pytest.fixture(scope="module")
def tree(tree: Path) -> Path:
    """Sources that make their kernels themselves, too."""
    shutil.copytree(FIXTURES / "direct", tree / "direct")
    return tree


def fit(tree: Path, *arguments: str, paths: tuple[str, ...] = ("instantiations",)) -> subprocess.CompletedProcess[str]:
    plain = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    command = [sys.executable, "-m", "cutlass_lint", "fit", *arguments, *paths, "--headers", str(tree), "--arch", "120"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, env=plain, cwd=tree)
    assert "Traceback" not in done.stdout + done.stderr
    return done


def document(tree: Path, *arguments: str) -> dict[str, Any]:
    done = fit(tree, *arguments, "--output-format", "json")
    assert done.returncode in (0, 1), done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(
    "arguments",
    [
        (OVERFLOW,),
        ("by_hand.cu:9#2", "--vary", "stages=2,3,4"),
        (
            *MACRO,
            "--vary",
            "cta_n=16,64,128",
            "--vary",
            "CTA_M_=64,128",
            "--set",
            "FUSION=FINALIZE",
            "--set",
            "SWAP_AB=true",
        ),
        (OVERFLOW, "--most", "3"),
    ],
)
def test_the_whole_output(tree: Path, arguments: tuple[str, ...], snapshot: SnapshotAssertion) -> None:
    done = fit(tree, *arguments)
    assert done.returncode == 0, done.stderr
    assert done.stdout.replace(str(tree), "TREE") == snapshot


@pytest.mark.parametrize("style", ["json", "markdown"])
def test_the_other_formats(tree: Path, style: str, snapshot: SnapshotAssertion) -> None:
    done = fit(tree, OVERFLOW, "--vary", "FUSION=NONE", "--vary", "CTA_N=16", "--output-format", style)
    assert done.returncode == 0, done.stderr
    assert done.stdout.replace(str(tree), "TREE") == snapshot


def test_the_numbers_agree_with_each_other(tree: Path) -> None:
    found = document(tree, OVERFLOW)
    assert found["kernel"]["verdict"] == "overflow"
    statuses = {"sized": 0, "rejected": 1, "disabled": 2, "not-sized": 3, "unknown": 4}
    order = [(result["verdict"] != "fits", statuses[result["status"]]) for result in found["results"]]
    assert order == sorted(order)
    for result in found["results"]:
        assert result["id"] == found["kernel"]["id"]
        assert (result["margin"] is None) == (result["sizes"] is None)
        if result["sizes"]:
            assert result["margin"] == result["limit"] - result["sizes"]["kernel"]
            assert (result["margin"] >= 0) == (result["verdict"] == "fits")
        for change in result["changes"]:
            assert result["arguments"][change["parameter"]] == change["new"]
            assert found["kernel"]["arguments"][change["parameter"]] == change["old"] != change["new"]
        same = set(result["arguments"].items()) & set(found["kernel"]["arguments"].items())
        assert len(same) + len(result["changes"]) == len(found["launcher"]["parameters"])
    counts = dict(found["summary"])
    tried, left_out = counts.pop("tried"), counts.pop("left_out")
    assert (tried, left_out) == (len(found["results"]), 0)
    assert sum(counts.values()) == tried


def test_a_sweep_is_every_combination(tree: Path) -> None:
    found = document(tree, *MACRO, "--vary", "CTA_N=112,128", "--vary", "FUSION=NONE,FINALIZE", "--set", "CTA_M=128")
    assert found["kernel"] is None
    sizes = {
        tuple(change["new"] for change in result["changes"]): result["sizes"]["kernel"] for result in found["results"]
    }
    assert sizes == {
        ("112", "NONE"): 101376,
        ("112", "FINALIZE"): 102400,
        ("128", "NONE"): 74752,
        ("128", "FINALIZE"): 75776,
    }


def test_two_changes_are_tried_where_one_is_not_enough(tree: Path) -> None:
    found = document(tree, "moe.cu:16", "--vary", "CTA_M=128", "--vary", "CTA_N=128", "--vary", "FUSION=FINALIZE")
    assert found["kernel"]["status"] == "rejected"
    told = [([change["new"] for change in result["changes"]], result["status"]) for result in found["results"]]
    assert told[0] == (["128", "128"], "sized")
    assert [status for _, status in told[1:]] == ["rejected"] * 5
    assert [len(new) for new, _ in told] == [2, 1, 1, 1, 2, 2]


def test_what_one_change_solves_is_not_tried_again(tree: Path) -> None:
    found = document(tree, OVERFLOW, "--vary", "CTA_N=16,128", "--vary", "SWAP_AB=true", "--vary", "CTA_K=192")
    told = [([change["new"] for change in result["changes"]], result["status"]) for result in found["results"]]
    # Neither CTA_N, nor a CTA_K that is refused on its own.
    assert told == [(["128"], "sized"), (["true"], "sized"), (["192"], "rejected"), (["16"], "rejected")]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((OVERFLOW, "--vary", "CTA_M=256"), 1),  # refused
        ((OVERFLOW, "--vary", "SWAP_AB=true"), 1),  # overflows too
        ((OVERFLOW, "--vary", "CTA_N=112"), 1),  # what it has: nothing is tried
        (("moe.cu:8", "--vary", "CTA_M=256"), 0),  # fits itself
        (("moe.cu:20", "--vary", "CTA_N=128,64"), 2),  # nothing is known
        (("moe.cu:20", "--vary", "DataType=float_e2m1_t"), 0),
        ((*MACRO, "--vary", "CTA_M=256", "--set", "CTA_N=256"), 1),
    ],
)
def test_the_exit_code_tells_whether_anything_fits(tree: Path, arguments: tuple[str, ...], code: int) -> None:
    done = fit(tree, *arguments)
    assert (done.returncode, done.stderr) == (code, "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            (OVERFLOW, "--vary", "CTA_X=3"),
            "CTA_X: INSTANTIATE_MOE_GEMM has no such parameter; its parameters: ArchTag, ",
        ),
        ((OVERFLOW, "--vary", "CTA_N"), "CTA_N gives a parameter no value: write NAME=VALUE"),
        ((OVERFLOW, "--vary", "CTA_N=1,,2"), "CTA_N=1,,2 has an empty value"),
        ((OVERFLOW, "--vary", "CTA_N=1) f("), "`1) f(` cannot be written as one argument there"),
        (("moe.cu:21",), "moe.cu:21 has no arguments that could be changed: INSTANTIATE_MOE_GEMM takes 7 arguments"),
        (("moe.cu:22",), "moe.cu:22 has no arguments that could be changed: no header that it includes defines it"),
        (("mixed.cu:23",), "mixed.cu:23 cannot be sized, with whatever arguments: its launcher uses no CUTLASS"),
        (("by_hand.cu:9",), "name one of by_hand.cu:9#1 (StaticPersistent), by_hand.cu:9#2 (StreamK)"),
        (("mo.cu:8",), "no kernel is called mo.cu:8; the nearest: moe.cu:8"),
        (("--launcher", "gone", "--vary", "A=1"), "nothing instantiates gone; what is instantiated: "),
        (("--launcher", "gemm", "--vary", "A=1"), "gemm is in the names of 6 launchers: "),
        ((*MACRO, "--vary", "CTA_N=64", "--set", "B=1"), "B: INSTANTIATE_MOE_GEMM has no such parameter"),
        (("--launcher", "OTHER_GEMM", "--vary", "A=1"), "INSTANTIATE_OTHER_GEMM: no header that its instantiations"),
    ],
)
def test_what_cannot_be_tried_is_one_line(tree: Path, arguments: tuple[str, ...], message: str) -> None:
    done = fit(tree, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert message in line


@pytest.mark.parametrize("name", ["direct/macros.cu:3", "macros:3"])
def test_a_source_that_makes_its_kernels_itself_has_no_arguments(tree: Path, name: str) -> None:
    done = fit(tree, name, paths=("direct",))
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert "holds no instantiation of a launcher" in line
    assert "cutlass-lint check" in line


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "name a KERNEL"),
        (MACRO, "add --vary NAME=VALUE,VALUE"),
        ((OVERFLOW, "--set", "CTA_N=64"), "--set goes with --launcher"),
    ],
)
def test_options_that_do_not_go_together(tree: Path, arguments: tuple[str, ...], message: str) -> None:
    done = fit(tree, *arguments, paths=())
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_text_of_the_user_cannot_drive_the_terminal_or_break_a_table(tree: Path) -> None:
    for style in ("rich", "markdown", "json"):
        done = fit(tree, OVERFLOW, "--vary", "CTA_N=\x1b[31m|`x`", "--output-format", style)
        assert "\x1b" not in done.stdout + done.stderr
        if style == "markdown":
            rows = [line for line in done.stdout.splitlines() if "CTA_N=" in line]
            assert all(row.replace("\\|", "").count("|") == 6 for row in rows)


def test_no_file_is_changed(tree: Path) -> None:
    before = {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()}
    assert fit(tree, OVERFLOW, "--vary", "CTA_N=64").returncode == 0
    assert {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()} == before


def test_help_teaches() -> None:
    command = [sys.executable, "-m", "cutlass_lint", "fit", "--help"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0
    for text in ("FILE:LINE", "--vary", "--launcher", "CTA_N_", "Examples", "Exit codes"):
        assert text in done.stdout
