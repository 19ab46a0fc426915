"""The main job on real releases, fetched here, from the command line to the verdict."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

TRUTH = Path(__file__).parents[2] / "fixtures" / "truth"
GROUPED = "generated/cutlass_instantiations/120/gemm_grouped/120/cutlass_kernel_file_gemm_grouped_sm120_"

JSON = ("--output-format", "json")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cutlass_lint", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)


@cache
def report(version: str) -> dict[str, Any]:
    done = run("--release", f"flashinfer=={version}", "--arch", "120", "--module", "fused_moe_120", *JSON)
    assert done.returncode == 1, done.stderr
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def test_sm120_of_0_6_3_has_exactly_the_four_overflows_that_hardware_met() -> None:
    document = report("0.6.3")
    of_findings = ("findings", "suppressed", "hidden")
    counts = {name: count for name, count in document["summary"].items() if name not in of_findings}
    assert counts == {
        "files": 62,
        "instantiations": 478,
        "kernels": 100,
        "sized": 100,
        "rejected": 0,
        "disabled": 378,
        "unknown": 0,
        "not_sized": {},
    }
    assert document["problems"] == []
    errors = [finding for finding in document["findings"] if finding["severity"] == "error"]
    assert [(f["rule"], f["file"], f["line"]) for f in errors] == [
        ("SMEM001", f"{GROUPED}M128_BS_group2.generated.cu", 53),
        ("SMEM001", f"{GROUPED}M128_BS_group2.generated.cu", 60),
        ("SMEM001", f"{GROUPED}M256_BS_group0.generated.cu", 53),
        ("SMEM001", f"{GROUPED}M256_BS_group0.generated.cu", 60),
    ]


def test_kernels_of_another_architecture_have_the_limit_of_the_device_that_runs_them() -> None:
    # fixtures/truth has all 60 from nvcc: 20 are larger than 101,376 bytes.
    found = [finding for finding in report("0.6.3")["findings"] if finding["rule"] == "SMEM002"]
    assert {finding["severity"] for finding in found} == {"warning"}
    with (TRUTH / "truth_0.6.3_sm80_generic_fused_moe_gemm_kernelLauncher.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(found) == sum(int(row["kernel"]) > 101376 for row in rows) == 20


def failing(version: str) -> dict[str, Any]:
    """The kernel of the public reports: half, 128x256x128, FINALIZE, SWAP_AB=false."""
    (kernel,) = [
        kernel
        for kernel in report(version)["kernels"]
        if kernel["verdict"] == "overflow"
        and kernel["tile"] == [128, 256, 128]
        and kernel["arguments"]["OutputType_"] == "half"
    ]
    return dict(kernel)


@pytest.mark.parametrize("version", ["0.6.3", "0.7.4"])
def test_the_failing_kernel_is_accounted_for_to_the_byte(version: str) -> None:
    kernel = failing(version)
    assert kernel["sizes"] == {"epilogue": 17408, "mainloop": 83968, "kernel": 102400}
    assert (kernel["stages"], kernel["threads"], kernel["limit"]) == (3, 384, 101376)
    assert kernel["schedule"]["kernel"] == "KernelScheduleAuto"
    parts = {
        member["name"] or f"padding at {member['offset']}": (member["offset"], member["size"])
        for member in (*kernel["layout"]["members"], *kernel["layout"]["members"][0]["members"])
    }
    assert parts["mainloop"] == (0, 82944)
    assert parts["epilogue"] == (82944, 16896)
    assert parts["padding at 99840"] == (99840, 512)
    assert parts["pipelines"] == (100352, 224)
    assert parts["tensormaps"] == (100736, 896)
    assert parts["padding at 101632"] == (101632, 768)


def assert_sums(tree: dict[str, Any]) -> None:
    members = tree["members"]
    if members:
        assert sum(member["size"] for member in members) == tree["size"], tree["name"]
    for member in members:
        assert_sums(member)


@pytest.mark.parametrize("version", ["0.6.3", "0.7.4"])
def test_layouts_sum_at_every_level(version: str) -> None:
    layouts = [kernel["layout"] for kernel in report(version)["kernels"] if kernel["layout"]]
    assert len(layouts) == 4
    for layout in layouts:
        assert_sums(layout)


@pytest.mark.parametrize(
    ("version", "budget", "stage_bytes"),
    [("0.6.3", 101376, 27664), ("0.7.4", 101376 - (128 + 256 + 48), 27776)],
)
def test_the_builders_own_arithmetic_is_measured(version: str, budget: int, stage_bytes: int) -> None:
    measured = failing(version)["stage_budget"]
    assert (measured["budget"], measured["stage_bytes"], measured["carveout"]) == (budget, stage_bytes, 17408)


def test_what_fits_is_named() -> None:
    finding = next(finding for finding in report("0.6.3")["findings"] if finding["rule"] == "SMEM001")
    assert {s["message"]: (s["kernel_size"], s["stages"]) for s in finding["suggestions"]} == {
        "FUSION=NONE": (98304, 3),
        "CTA_N=128": (93184, 4),
        "SWAP_AB=true": (74752, 2),
    }
    assert any(r["file"].endswith("moe_gemm_tma_ws_launcher.inl") and r["line"] == 437 for r in finding["related"])


def test_0_7_4_has_the_same_four_among_88() -> None:
    document = report("0.7.4")
    assert (document["summary"]["sized"], document["summary"]["unknown"]) == (88 + 60, 0)
    assert [finding["rule"] for finding in document["findings"]].count("SMEM001") == 4


def test_the_macro_with_14_arguments_is_named_by_its_own_launcher() -> None:
    done = run("--release", "flashinfer==0.5.2", "--arch", "120", "--module", "fused_moe_*", *JSON)
    assert done.returncode == 1, done.stderr  # kernels of Sm80 do not fit
    kernels = [kernel for kernel in json.loads(done.stdout)["kernels"] if kernel["arch"] == "Sm120"]
    assert len(kernels) == 8
    names = (
        "ArchTag_ DataType_ WeightType_ OutputType_ EpilogueTag_ FUSION_ CTA_M_ CTA_N_ CTA_K_ CGA_M_ CGA_N_ CGA_K_ "
        "MXFPX_ BIAS_"
    )
    assert {tuple(kernel["arguments"]) for kernel in kernels} == {tuple(names.split())}
    assert {kernel["verdict"] for kernel in kernels} == {"fits"}


def test_a_release_that_is_not_there_is_one_line() -> None:
    done = run("--release", "flashinfer==0.0.99", "--arch", "120")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "no wheel of flashinfer-python 0.0.99" in done.stderr
