"""Rules on one kernel and nothing beside it, as `explain` runs them: what they say is true, or they are silent."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Instantiation, Kernel, Launcher, Location, Related, Schedule, Sizes
from cutlass_lint.rules import run_rules

PLACE = Instantiation("/root/gen_gemm_sm120/kernels.cu", 3, 1, 3, 0, 9, "MAKE_GEMM", "macro", ("half",))
LAUNCHER = Launcher("MAKE_GEMM", "macro", "/headers/gemm_sm100.h", 7, ("Type", "N"))
UNKNOWN = Kernel("kernels.cu:3", "gemm_120", PLACE, LAUNCHER, {}, "unknown", "MAKE_GEMM takes 2 arguments")
SIZED = replace(
    UNKNOWN,
    status="sized",
    arguments={"Type": "half", "N": "128"},
    arch="Sm100",
    cluster=(8, 8, 1),
    schedule=Schedule("KernelScheduleAuto", "EpilogueScheduleAuto", "KernelTmaWarpSpecialized"),
    sizes=Sizes(epilogue=1024, mainloop=1024, kernel=4096),
    device="Sm120",
    limit=101376,
    verdict="fits",
    kernel_type="K<cute::tuple<cute::C<8>, cute::C<8>, cute::C<1>>>",
)
REJECTED = replace(
    UNKNOWN,
    status="rejected",
    reason="/headers/builder.h:5: Invalid tile shape N.",
    chain=(Related(Location("/headers/builder.h", 5), "Invalid tile shape N."),),
)
DISABLED = replace(UNKNOWN, status="disabled", reason="`defined(ENABLE_FP4)` is off in module gemm_120")


@pytest.mark.parametrize(
    ("kernel", "rules"),
    [
        (UNKNOWN, []),
        (replace(UNKNOWN, launcher=None, status="not-sized"), []),
        (SIZED, ["SCHED004"]),
        (REJECTED, ["SCHED001"]),
        (DISABLED, ["INST003"]),
    ],
    ids=["unknown", "not sized", "sized", "rejected", "disabled"],
)
def test_what_rules_say_of_a_kernel_alone(kernel: Kernel, rules: list[str]) -> None:
    findings = run_rules(KernelGraph([kernel])).findings
    told = [finding for finding in findings if finding.rule.startswith(("SCHED", "INST"))]
    assert [finding.rule for finding in told] == rules
    assert {finding.kernel for finding in told} <= {kernel.id}


def test_the_place_of_an_assertion_is_told_beside_its_text() -> None:
    (finding,) = run_rules(KernelGraph([REJECTED])).findings
    assert finding.message == "the headers refuse it: Invalid tile shape N."
    assert [related.location for related in finding.related] == [Location("/headers/builder.h", 5)]
