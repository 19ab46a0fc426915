"""What separates the kernels that FlashInfer 0.6.3 generates for SM120: by size, and as first looked at by hand."""

from __future__ import annotations

from functools import cache

from cutlass_lint.analyzer.devices import parse_device
from cutlass_lint.analyzer.diff import compared
from cutlass_lint.analyzer.groups import Comparison, Selector, parse_selector
from cutlass_lint.analyzer.groups.entries import Compared, Separated, Untold
from cutlass_lint.analyzer.groups.verdicts import Contradicted
from cutlass_lint.analyzer.model import Report
from cutlass_lint.analyzer.pipeline import lint
from cutlass_lint.analyzer.requests import Request
from cutlass_lint.analyzer.smem.frontend import Settings
from cutlass_lint.analyzer.workspace import releases

LAUNCHER = "INSTANTIATE_TMA_WARP_SPECIALIZED_MOE_GEMM"


@cache
def report() -> Report:
    device = parse_device("120")
    cache_folder = releases.generate(releases.fetch("flashinfer==0.6.3"), device).cache
    return lint(Request((cache_folder,), Settings(jobs=2), device=device, modules=("fused_moe_120",)))


def comparison(**selectors: list[Selector]) -> Comparison:
    (found,) = (c for c in compared(report(), selectors, ()).comparisons if c.launcher == LAUNCHER)
    return found


def causes(found: Comparison) -> list[Separated]:
    return [entry for entry in found.entries if isinstance(entry, Separated) and not entry.measured]


def conditions(separated: Separated) -> set[str]:
    return {condition.text for condition in separated.conjunction.conditions}


def test_it_takes_all_three() -> None:
    (separated,) = causes(comparison())
    assert conditions(separated) == {"FUSION=FINALIZE", "max(CTA_M, CTA_N)=256", "SWAP_AB=false"}
    assert separated.shortest
    conjunction = separated.conjunction
    assert (conjunction.failing, separated.failing, conjunction.working, separated.working) == (4, 4, 0, 36)
    alone = {c.text: counts for c, counts in zip(conjunction.conditions, separated.alone, strict=True)}
    assert alone["FUSION=FINALIZE"] == (4, 16)


def test_the_output_type_has_no_effect() -> None:
    effects = {e.contrast.parameter.name: e.contrast.effect for e in comparison().entries if isinstance(e, Compared)}
    assert effects["OutputType"] == "no effect"
    assert {effects[name] for name in ("FUSION", "CTA_M", "CTA_N", "SWAP_AB")} == {"decides"}


def test_two_groups_cannot_tell_whether_the_fusion_matters_and_a_third_decides() -> None:
    groups = [parse_selector("M128_BS_group0"), parse_selector("M128_BS_group2")]
    found = comparison(among=groups)
    (separated,) = causes(found)
    assert conditions(separated) == {"CTA_N=256", "SWAP_AB=false"}
    (untold,) = (entry for entry in found.entries if isinstance(entry, Untold) and entry.names == ("FUSION",))
    assert [condition.text for condition in untold.implied] == ["CTA_N=256"]
    deciding = [decider.kernel for decider in untold.deciders if decider.kernel]
    assert [kernel.instantiation.line for kernel in deciding] == [25, 32]
    for kernel in deciding:
        assert "M128_BS_group1" in kernel.id
        assert (kernel.arguments["FUSION_"], kernel.tile, kernel.verdict) == ("NONE", (128, 256, 128), "fits")


def test_whole_groups_as_labels_separate_by_fusion_and_most_of_the_failing_ones_fit() -> None:
    found = comparison(working=[parse_selector("M128_BS_group0")], failing=[parse_selector("M128_BS_group2")])
    (separated,) = causes(found)
    assert conditions(separated) == {"FUSION=FINALIZE"}
    assert (separated.failing, separated.working) == (8, 8)
    (contradicted,) = (entry for entry in found.entries if isinstance(entry, Contradicted))
    # 128x128x256 fits in four, 128x256x128 with the operands swapped in two.
    assert (contradicted.label, len(contradicted.kernels), contradicted.of) == ("failing", 6, 8)
