"""`explain` on the real release: the failing kernel to the byte, and the layouts of all 40 SM120 kernels."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from cutlass_lint.analyzer.devices import parse_device
from cutlass_lint.analyzer.model import Kernel, LayoutMember, Source
from cutlass_lint.analyzer.smem.accounting import parse_with_layouts
from cutlass_lint.analyzer.smem.evidence import Evidence
from cutlass_lint.analyzer.smem.frontend import Settings
from cutlass_lint.analyzer.smem.layout import read_layout
from cutlass_lint.analyzer.smem.prefixes import Prefix
from cutlass_lint.analyzer.smem.resolve import resolve
from cutlass_lint.analyzer.smem.unit import Unit
from cutlass_lint.analyzer.smem.workers import Parser
from cutlass_lint.analyzer.sources import read_source
from cutlass_lint.analyzer.workspace import discover, releases

MACRO = "INSTANTIATE_TMA_WARP_SPECIALIZED_MOE_GEMM"


def run(name: str, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cutlass_lint", "explain", name, "--release", "flashinfer==0.6.3", "--arch", "120"]
    command += ["--module", "fused_moe_120", *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)


@cache
def failing() -> dict[str, Any]:
    """The kernel of the public reports: half, 128x256x128, FINALIZE, SWAP_AB=false."""
    done = run("M128_BS_group2.generated.cu:53", "--output-format", "json")
    assert done.returncode == 0, done.stderr
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def aliases() -> dict[str, dict[str, Any]]:
    return {alias["name"]: alias for alias in failing()["aliases"] if alias["kind"] != "kernel"}


def test_the_failing_kernel_is_accounted_for_to_the_byte() -> None:
    document = failing()
    assert document["schema"] == "cutlass-lint/explain/1"
    assert document["kernel"]["sizes"] == {"epilogue": 17408, "mainloop": 83968, "kernel": 102400}
    assert document["gaps"] == []
    layout = document["layout"]
    assert [(m["name"] or m["kind"], m["offset"], m["size"], m["alignment"]) for m in layout["members"]] == [
        ("tensors", 0, 100352, 1024),
        ("pipelines", 100352, 224, 16),
        ("scheduler_response", 100576, 128, 4),
        ("padding", 100704, 32, None),
        ("tensormaps", 100736, 896, 128),
        ("padding", 101632, 768, None),
    ]
    tensors, *_, tensormaps, _padding = layout["members"]
    # 3 stages of 27,648 bytes, and an epilogue aligned to 512.
    assert [(m["name"] or m["kind"], m["offset"], m["size"]) for m in tensors["members"]] == [
        ("mainloop", 0, 3 * 27648),
        ("epilogue", 82944, 16896),
        ("padding", 99840, 512),
    ]
    # 4 descriptors of the mainloop where the builder of later releases reserves 2, and 3 of the epilogue.
    mainloop, epilogue = tensormaps["members"]
    assert [m["name"] for m in mainloop["members"]] == [f"smem_tensormap_{name}" for name in ("A", "B", "SFA", "SFB")]
    assert (mainloop["size"], epilogue["size"]) == (4 * 128, 3 * 128)


def test_its_stage_arithmetic_and_what_a_device_has_left() -> None:
    document = failing()
    assert document["stages"] == {
        "count": 3,
        "asked": "cutlass::gemm::collective::StageCountAutoCarveout<17408>",
        "budget": {
            "budget": 101376, "carveout": 17408, "stage_bytes": 27664, "stages": 3, "spare": 976, "quotient": 3.035281,
        },
    }  # fmt: skip
    assert document["residency"]["margin"] == -1024
    assert document["residency"]["blocks"] == 0
    assert document["launch_bounds"] == {"threads": 384, "blocks": 1, "registers": 168}
    (term,) = document["terms"]
    assert (term["expression"], term["line"], term["size"]) == (
        "sizeof(typename CollectiveEpilogue::SharedStorage)", 437, 17408,
    )  # fmt: skip


def test_its_schedules_are_followed_through_the_launcher() -> None:
    found = aliases()
    steps = {
        name: (
            [(c["expression"], c["holds"]) for c in found[name]["conditions"]],
            found[name]["chosen"].replace(" ", ""),
        )
        for name in ("KernelSchedule", "KernelScheduleBW", "EpilogueScheduleSM10xFinalize", "EpilogueSchedule")
    }
    assert steps == {
        "KernelSchedule": ([("IsBlackwell", True)], "KernelScheduleBW"),
        "KernelScheduleBW": ([("IsSM120", True)], "KernelScheduleSM120"),
        "EpilogueScheduleSM10xFinalize": ([("!IsFinalizeFusion && IsSM10x", False)], "EpilogueSchedule"),
        "EpilogueSchedule": ([("IsSM10x", False), ("IsSM120", True)], "EpilogueScheduleSM120"),
    }
    assert found["KernelSchedule"]["resolved"] == "cutlass::gemm::collective::KernelScheduleAuto"
    (chosen,) = found["KernelScheduleSM120"]["uses"]
    assert failing()["aliases"][chosen]["kind"] == "builder"
    assert failing()["aliases"][chosen]["resolved"] == "KernelPtrArrayTmaWarpSpecializedCooperativeBlockScaledSm120<3>"
    assert found["EpilogueSchedule"]["resolved"] == "cutlass::epilogue::TmaWarpSpecialized"
    assert found["MmaTileShape"]["resolved"] == "cute::tuple<cute::C<128>, cute::C<256>, cute::C<128>>"
    assert found["AlignmentAct"]["resolved"] == "32"
    policies = [alias["resolved"] for alias in failing()["aliases"] if alias["name"] == "DispatchPolicy"]
    assert any("KernelPtrArrayTmaWarpSpecializedCooperativeBlockScaledSm120<3>" in policy for policy in policies)
    assert all(alias["resolved"] is not None for alias in failing()["aliases"])


def test_every_name_stands_on_its_line() -> None:
    for alias in failing()["aliases"]:
        if alias["kind"] in ("alias", "constant"):
            line = Path(alias["file"]).read_text(encoding="utf-8").splitlines()[alias["line"] - 1]
            assert alias["name"] in line


def members(tree: LayoutMember) -> Iterator[LayoutMember]:
    yield tree
    for member in tree.members:
        yield from members(member)


def test_the_layouts_of_all_40_sum_at_every_level() -> None:
    release = releases.fetch("flashinfer==0.6.3")
    cache = releases.generate(release, parse_device("120")).cache
    workspace = discover(cache, device=parse_device("120"), modules=("fused_moe_120",))
    sources = {file: read_source(Path(file)) for module in workspace.modules for file in module.sources}
    dumps: dict[str, str] = {}

    def examine(
        kernel: Kernel, _evidence: Evidence, sources: Mapping[str, Source], prefix: Prefix, parser: Parser
    ) -> Kernel:
        """One parse lays them all out."""
        if not dumps:
            wanted = (i for source in sources.values() for i in source.instantiations if i.launcher == MACRO)
            on = tuple(i for i in wanted if i.arguments[0] == "Sm120")
            files = {**prefix.hooks.files, **Unit(on).files(sources, prefix.launcher)}
            dumps["all"] = parse_with_layouts(files, (), prefix, parser)[0].layouts
        layout = read_layout(dumps["all"], kernel.kernel_type)
        assert kernel.sizes is not None
        assert layout.size == kernel.sizes.kernel
        for tree in members(layout):
            assert not tree.members or sum(member.size for member in tree.members) == tree.size
            assert tree.offset % (tree.alignment or 1) == 0
        return kernel

    def chosen(instantiation: object) -> bool:
        return getattr(instantiation, "launcher", "") == MACRO

    kernels = list(resolve(workspace.modules, sources, Settings(jobs=1), wanted=chosen, examine=examine))
    assert sum(kernel.status == "sized" for kernel in kernels) == 40
