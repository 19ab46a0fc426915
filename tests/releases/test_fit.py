"""`fit` on the failing kernel of FlashInfer 0.6.3: what nvcc says of the same kernels with other arguments."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

TRUTH = Path(__file__).parents[2] / "fixtures" / "truth"
RELEASE = ("--release", "flashinfer==0.6.3", "--arch", "120", "--module", "fused_moe_120")
_BOOLEANS = {"false": "0", "true": "1"}
KERNEL = "M128_BS_group2.generated.cu:53"
"""Of the public reports: half, 128x256x128, FINALIZE, SWAP_AB=false, 102,400 bytes."""


def fit(*arguments: str, code: int = 0) -> dict[str, Any]:
    command = [sys.executable, "-m", "cutlass_lint", "fit", *arguments, *RELEASE, "--output-format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == code, done.stderr
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def by_changes(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {
        " ".join(f"{change['parameter']}={change['new']}" for change in result["changes"]): result
        for result in document["results"]
    }


def nvccs_sizes() -> dict[tuple[str, ...], tuple[int, int]]:
    """Bytes and stages by element types, fusion, tile and SWAP_AB, of the kernels that the release has."""
    with (TRUTH / "truth_0.6.3_120.csv").open(newline="") as file:
        return {
            tuple(row[name] for name in ("act", "weight", "out", "fusion", "m", "n", "k", "swap")): (
                int(row["kernel"]),
                int(row["stages"]),
            )
            for row in csv.DictReader(file)
        }


def test_what_fits_in_place_of_the_failing_kernel() -> None:
    document = fit(KERNEL)
    assert document["kernel"]["sizes"]["kernel"] == 102400
    found = by_changes(document)
    for change, size, stages in (("SWAP_AB_=true", 74752, 2), ("FUSION_=NONE", 98304, 3), ("CTA_N_=128", 93184, 4)):
        result = found[change]
        assert (result["verdict"], result["sizes"]["kernel"], result["stages"]) == ("fits", size, stages)
    assert found["CTA_K_=256"]["status"] == "rejected"
    assert "Stages set to value 2 or more" in found["CTA_K_=256"]["reason"]
    assert found["OutputType_=__nv_bfloat16"]["margin"] == -1024
    assert document["summary"]["unknown"] == 0


def test_what_nvcc_refuses_is_refused_with_the_builders_words() -> None:
    found = by_changes(fit(KERNEL, "--vary", "cta_m=64", "--vary", "CTA_N=192", "--deep", code=1))
    assert {change: result["status"] for change, result in found.items()} == {
        "CTA_M_=64": "rejected", "CTA_N_=192": "rejected", "CTA_M_=64 CTA_N_=192": "rejected",
    }  # fmt: skip
    assert "TMA requires CTA_Tile and SLayout top-level size equivalence." in found["CTA_M_=64"]["reason"]
    assert "Shape Divisibility Condition" in found["CTA_N_=192"]["reason"]


def test_a_sweep_gives_nvccs_sizes() -> None:
    vary = ("FUSION=NONE,FINALIZE", "CTA_M=128,256", "CTA_N=128,256", "CTA_K=128,256", "SWAP_AB=true,false")
    options = [option for text in vary for option in ("--vary", text)]
    document = fit("--launcher", "INSTANTIATE_TMA_WARP_SPECIALIZED_MOE_GEMM", *options, "--set", "DataType=SafeFP4")
    names = ("DataType", "WeightType", "OutputType", "FUSION", "CTA_M", "CTA_N", "CTA_K", "SWAP_AB")
    swept = {
        tuple(_BOOLEANS.get(text, text) for text in (result["arguments"][f"{name}_"] for name in names)): (
            result["sizes"]["kernel"],
            result["stages"],
        )
        for result in document["results"]
        if result["sizes"]
    }
    truth = nvccs_sizes()
    shared = swept.keys() & truth.keys()
    assert len(document["results"]) == 32
    assert len(shared) == 16
    assert {key: swept[key] for key in shared} == {key: truth[key] for key in shared}
