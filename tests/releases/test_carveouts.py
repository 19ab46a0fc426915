"""What a larger carveout makes of the kernels that overflow, against nvcc (fixtures/truth/carveouts.csv).

Its rows are what nvcc 13.0 answered where the launcher of a release hands the builder so many bytes `more` than the
epilogue's storage.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest
from asking import cache_of, request

from cutlass_lint.analyzer.model import Report, Suggestion
from cutlass_lint.analyzer.pipeline import lint

CARVEOUTS = Path(__file__).parents[2] / "fixtures" / "truth" / "carveouts.csv"


@cache
def answers() -> dict[tuple[str, str], dict[int, tuple[int, int]]]:
    """By release and arguments, the stages and the bytes of the kernel under each carveout that nvcc was asked for."""
    found: dict[tuple[str, str], dict[int, tuple[int, int]]] = defaultdict(dict)
    with CARVEOUTS.open(newline="") as file:
        for row in csv.DictReader(file):
            key = row["release"], row["arguments"]
            found[key][int(row["more"])] = int(row["stages"]), int(row["kernel"])
    return found


@cache
def report(version: str) -> Report:
    return lint(request(cache_of(version), device="120", modules=("fused_moe_120",)))


@pytest.mark.parametrize("version", ["0.6.3", "0.7.4"])
def test_a_larger_carveout_makes_of_a_kernel_what_nvcc_makes_of_it(version: str) -> None:
    asked = {arguments for release, arguments in answers() if release == version}
    kernels = {
        ", ".join(kernel.instantiation.arguments): kernel
        for kernel in report(version).kernels
        if kernel.verdict == "overflow" and kernel.instantiation.launcher.startswith("INSTANTIATE_TMA")
    }
    assert kernels.keys() == asked
    for arguments, kernel in kernels.items():
        budget, refit = kernel.budget, kernel.refit
        assert budget is not None
        assert refit is not None
        more = refit.carveout - budget.carveout
        answer = answers()[version, arguments]
        assert answer[more] == (refit.stages, refit.kernel_size)
        # With a byte less in the carveout, it is still what it was.
        assert kernel.sizes is not None
        assert answer[more - 1] == (kernel.stages, kernel.sizes.kernel)


@pytest.mark.parametrize(("version", "line", "more"), [("0.6.3", 437, 977), ("0.7.4", 502, 209)])
def test_the_launchers_carveout_is_told_what_it_lacks(version: str, line: int, more: int) -> None:
    (finding,) = [finding for finding in report(version).findings if finding.rule == "SMEM003"]
    assert finding.location.file.endswith("moe_gemm_tma_ws_launcher.inl")
    assert finding.location.line == line
    assert finding.suggestions == (Suggestion(f"a carveout of {more} bytes more", 74752, 2),)


@pytest.mark.parametrize(("version", "line"), [("0.6.3", 64), ("0.7.4", 65)])
def test_the_kernel_class_of_sm90_checks_nothing(version: str, line: int) -> None:
    (finding,) = [finding for finding in report(version).findings if finding.rule == "SMEM004"]
    assert Path(finding.location.file).name == "sm90_gemm_array_tma_warpspecialized_cooperative.hpp"
    assert finding.location.line == line
    lines = Path(finding.location.file).read_text().splitlines()
    assert lines[line - 1] == "class GemmUniversal<"
    assert "4 kernels of up to 102,400 bytes" in finding.message
