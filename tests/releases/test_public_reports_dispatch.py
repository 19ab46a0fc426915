"""What public reports ask about the tiles that heuristics of FlashInfer's releases offer; tests name their rows."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from asking import cache_of, request
from msgspec.structs import replace

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Dispatch, Finding, Flags, Surroundings
from cutlass_lint.analyzer.pipeline import Inputs, dispatches, read
from cutlass_lint.analyzer.sources.dispatch import read_dispatch
from cutlass_lint.analyzer.workspace.units import hand_written
from cutlass_lint.rules import all_rules, run_rules

RULES = tuple(rule for rule in all_rules() if rule.code in ("DISP001", "DISP002", "DISP003"))
FP8_FP4 = {
    "0.6.3": "MoeGemmRunner<__nv_fp8_e4m3, __nv_fp4_e2m1, half>",
    "0.6.8": "MoeGemmRunner<__nv_fp8_e4m3, __nv_fp4_e2m1, half>",
    "0.7.4": "MoeGemmRunner<__nv_fp8_e4m3, Fp4Type, half>",
}
FP4_FP4 = {version: runner.replace("__nv_fp8_e4m3", runner.split(", ")[1]) for version, runner in FP8_FP4.items()}


@cache
def inputs(version: str, device: str = "120") -> Inputs:
    """The fused MoE that a release generates for a device, with its sources."""
    found = read(request(cache_of(version, device), device=device, modules=(f"fused_moe_{device}",)))
    assert not found.problems
    return found


@cache
def dispatch(version: str, device: str = "120") -> Dispatch:
    (found,) = dispatches(inputs(version, device))
    return found


def findings(version: str, code: str, device: str = "120") -> tuple[Finding, ...]:
    graph = KernelGraph((), Surroundings(dispatches=(dispatch(version, device),)))
    return tuple(finding for finding in run_rules(graph, RULES).findings if finding.rule == code)


def tiles(version: str, runner: str) -> dict[str, set[tuple[int, int, int]]]:
    """The tiles that are offered for a runner, with the shapes that are instantiated for them."""
    offers = [offer for offer in dispatch(version).offers if offer.runner == runner]
    return {offer.tile.partition("::")[2]: set(offer.shapes) if offer.instantiations else set() for offer in offers}


def told(version: str, code: str) -> set[str]:
    """The tiles that a rule tells, each of which is named by the line of the heuristic that it is told at."""
    names = set()
    for finding in findings(version, code):
        name = finding.message.split()[0].rpartition("::")[2]
        assert finding.location.file.endswith("/cutlass_heuristic.cpp")
        assert name in Path(finding.location.file).read_text().splitlines()[finding.location.line - 1]
        names.add(name)
    return names


@pytest.mark.parametrize("version", ["0.6.3", "0.6.8"])
def test_o4_fp8_activations_with_fp4_weights_have_one_tile_whatever_is_offered(version: str) -> None:
    found = {tile: shapes for tile, shapes in tiles(version, FP8_FP4[version]).items() if shapes}
    assert found == {"CtaShape128x128x128B": {(128, 128, 128)}}


def test_o4_later_releases_have_tiles_of_small_n() -> None:
    assert tiles("0.7.4", FP8_FP4["0.7.4"]) == {
        "CtaShape128x128x128B": {(128, 128, 128)},
        "CtaShape128x32x128B": {(128, 32, 128)},
        "CtaShape128x64x128B": {(128, 64, 128)},
    }


@pytest.mark.parametrize("version", ["0.6.3", "0.6.8", "0.7.4"])
def test_o4_the_last_number_of_a_tile_is_bytes_of_which_fp4_has_two_elements_each(version: str) -> None:
    found = tiles(version, FP4_FP4[version])
    assert found["CtaShape128x128x128B"] == {(128, 128, 256)}
    assert found["CtaShape128x256x64B"] == {(128, 256, 128)}
    assert found["CtaShape256x128x64B"] == {(256, 128, 128)}


def test_o5_tiles_that_no_case_handles_are_told() -> None:
    assert told("0.6.8", "DISP001") == {"CtaShape128x128x256B", "CtaShape256x128x128B"}


def test_o5_tiles_that_are_instantiated_for_fp4_activations_only_are_told() -> None:
    assert told("0.6.8", "DISP002") == {"CtaShape128x128x64B", "CtaShape256x128x64B", "CtaShape128x256x64B"}
    for finding in findings("0.6.8", "DISP002"):
        (detail,) = finding.details
        assert "MoeGemmRunner<__nv_fp8_e4m3, __nv_fp4_e2m1, half>" in detail
        assert "MoeGemmRunner<__nv_fp4_e2m1" not in detail
        assert detail.endswith("×64: a condition on the way drops it")


def test_o5_tiles_that_are_offered_without_grouped_gemm_only_are_not_told() -> None:
    assert told("0.6.3", "DISP001") == set()
    assert told("0.6.3", "DISP002") == {"CtaShape128x128x64B", "CtaShape256x128x64B", "CtaShape128x256x64B"}


def test_o5_tiles_that_the_heuristic_takes_out_again_are_not_told() -> None:
    assert told("0.7.4", "DISP001") == set()
    assert told("0.7.4", "DISP002") == set()


@pytest.mark.parametrize(
    ("runner", "expected"),
    [
        (FP8_FP4["0.7.4"], {"CtaShape128x128x128B", "CtaShape128x32x128B", "CtaShape128x64x128B"}),
        (
            FP4_FP4["0.7.4"],
            {"CtaShape128x128x128B", "CtaShape128x128x64B", "CtaShape128x32x128B", "CtaShape128x64x128B"},
        ),
    ],
)
def test_o28_a_fast_build_offers_fewer_tiles(runner: str, expected: set[str]) -> None:
    found = inputs("0.7.4")
    (module,) = found.modules
    builds = [build for workspace in found.workspaces for build in workspace.builds]
    units = hand_written(module, builds, {file for file in module.sources if found.sources[file].instantiations})
    fast = [
        replace(unit, flags=Flags((*unit.flags.defines, "FAST_BUILD"), unit.flags.include_dirs))
        if unit.file.endswith(".cpp")
        else unit
        for unit in units
    ]
    made = read_dispatch(module, fast, found.sources)
    assert made is not None
    assert {offer.tile.partition("::")[2] for offer in made.offers if offer.runner == runner} == expected


def test_tiles_that_are_instantiated_without_a_case_are_told() -> None:
    """The generator makes N of 192 for SM100, which is in no dispatcher of these releases."""
    (finding,) = (one for one in findings("0.6.3", "DISP003", "100") if "no dispatcher leads" in one.message)
    assert finding.message == (
        "288 of 1,344 instantiations of tma_warp_specialized_generic_moe_gemm_kernelLauncher in fused_moe_100:"
        " no dispatcher leads to their tiles"
    )
    assert {detail.split()[-1] for detail in finding.details} == {
        *("64×192×32", "64×192×64", "64×192×128", "128×192×32", "128×192×64", "128×192×128"),
        *("64×8×256", "64×16×128"),
    }
