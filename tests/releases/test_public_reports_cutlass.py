"""What public reports ask about CUTLASS's own examples and about launchers over its headers; each row has a test."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

import pytest
from asking import REPORTED, asked, generated, judgements, moe, request, with_cutlass
from cutlass_package import cutlass, package

from cutlass_lint.analyzer.explain import explain, parse_name
from cutlass_lint.analyzer.fit import fit, parse_values, sweep
from cutlass_lint.analyzer.groups.judgements import judged
from cutlass_lint.analyzer.model import Fit, Kernel, Report
from cutlass_lint.analyzer.pipeline import lint

TRUTH = Path(__file__).parents[2] / "fixtures" / "truth"


@cache
def stages() -> Fit:
    """A launcher of SM100 with the tiles and stages that a user tries on it."""
    made = with_cutlass(REPORTED / "stages.cu", device="110")
    return sweep(made, "launch_gemm", [("TileN", ("64", "128")), ("Stages", ("8", "9"))])


def tried() -> dict[tuple[str, str], Kernel]:
    kernels = (result.kernel for result in stages().results)
    return {(kernel.arguments["TileN"], kernel.arguments["Stages"]): kernel for kernel in kernels}


def test_o12_a_refused_kernel_is_quoted_and_the_most_stages_that_fit_are_found() -> None:
    most, refused = tried()["128", "8"], judged(tried()["128", "9"])
    assert refused.hypothesis == "rejected"
    assert refused.explanation.startswith("nvcc does not compile it: ")
    assert "SMEM usage exceeded capacity." in refused.explanation
    assert (most.verdict, most.sizes and most.sizes.kernel, most.limit) == ("fits", 230400, 232448)


def verdicts() -> dict[str, tuple[str, str]]:
    """nvcc's verdict on kernels of the profiler library, with the assertion's text."""
    with (TRUTH / "profiler_verdicts.csv").open(newline="") as file:
        return {row["kernel"]: (row["verdict"], row["assertion"]) for row in csv.DictReader(file)}


@cache
def profiler() -> Report:
    """The sources that CUTLASS's generator emits for these kernels, linted together."""
    folders = (cutlass() / "tools" / "library" / name for name in ("include", "src"))
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, str(TRUTH / "emit_profiler.py"), folder, *verdicts()]
        subprocess.run(command, check=True, timeout=300, env={**os.environ, "PYTHONPATH": str(package())})
        return lint(with_cutlass(Path(folder), device="120", include=folders))


def test_o13_of_the_kernels_that_the_generator_emits_those_are_refused_that_nvcc_refuses() -> None:
    report = profiler()
    assert report.problems == ()
    said = {Path(kernel.instantiation.file).stem: kernel for kernel in report.kernels}
    assert len(said) == len(report.kernels)
    statuses = {"sized": "accepted", "rejected": "refused"}
    expected = {name: verdict for name, (verdict, _) in verdicts().items()}
    assert {name: statuses.get(kernel.status) for name, kernel in said.items()} == expected
    for name, (_, assertion) in verdicts().items():
        assert assertion in (said[name].reason or ""), name


def test_o13_each_that_is_refused_is_listed_with_its_tile_and_schedule_and_with_the_assertion() -> None:
    by_id = {kernel.id: kernel for kernel in profiler().kernels}
    refused = [(by_id[one.kernel], one.message) for one in profiler().findings if one.rule == "SCHED001"]
    # What an epilogue's builder refuses never comes to a mainloop's, and its KernelSchedule.
    few, epilogue, tma = "Stages set to value 2 or more.", "EPI_TILE_N must divide CTA_N", "size equivalence."
    assert {(kernel.tile, kernel.schedule.kernel, message.rpartition(": ")[2]) for kernel, message in refused} == {
        ((256, 128, 256), "KernelTmaWarpSpecializedNvf4Sm120", f"Specialization requires {few}"),
        ((128, 256, 128), "KernelTmaWarpSpecializedBlockwiseCooperativeSm120", f"Specialization requires {few}"),
        (
            (128, 32, 128),
            "KernelTmaWarpSpecializedPingpongMxf8f6f4Sm120",
            f"TMA requires CTA_Tile and SLayout top-level {tma}",
        ),
        ((128, 8, 128), None, epilogue),
        ((128, 32, 128), None, "CTA tile for FP6 ElementD must have a contiguous extent that is a multiple of 128."),
    }
    assert {kernel.schedule.epilogue for kernel, _ in refused} == {"EpilogueScheduleAuto"}


def edited_example(name: str, folder: Path, old: str, new: str) -> Path:
    """An example of CUTLASS's with one text changed, the first time that it is there."""
    (source,) = (cutlass() / "examples").rglob(name)
    text = source.read_text()
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1))
    return folder / name


def test_o14_the_first_error_inside_the_builder_is_told(tmp_path: Path) -> None:
    old = (
        "StageCountAutoCarveout<\n      static_cast<int>(sizeof(typename CollectiveEpilogue::SharedStorage))\n    >,\n"
        "    KernelSchedule\n"
    )
    name = "55_hopper_mixed_dtype_gemm.cu"
    source = edited_example(name, tmp_path, old, "StageCount<4>,\n    KernelSchedule\n")
    (folder,) = (cutlass() / "examples").glob("55_*")
    diff = asked(lint(with_cutlass(source, device="90", include=(folder,))), failing="55_hopper")
    errors = [judgement.explanation for judgement in judgements(diff).values() if judgement.hypothesis == "unknown"]
    assert len(errors) == 1
    assert "builders/sm90_gmma_builder.inl" in errors[0]
    assert "no member named 'bytes' in 'cutlass::gemm::collective::StageCount<4>'" in errors[0]


@pytest.mark.parametrize("device", ["89", "120"], ids=["o15", "o36"])
def test_o15_o36_code_for_sm90_runs_on_no_other_device(device: str) -> None:
    (source,) = (cutlass() / "examples").rglob("48_hopper_warp_specialized_gemm.cu")
    diff = asked(lint(with_cutlass(source, device=device)), failing="48_hopper")
    (judgement,) = judgements(diff).values()
    assert judgement.hypothesis == "other architecture"
    assert judgement.explanation.startswith(f"ArchTag Sm90 cannot run on Sm{device}, whatever its size")


def test_o16_the_nearest_arguments_that_a_builder_accepts() -> None:
    made = with_cutlass(REPORTED / "mxfp4.cu", device="121")
    vary = [parse_values("Alignment=32"), parse_values("LayoutB=cutlass::layout::ColumnMajor")]
    found = fit(made, parse_name("mxfp4.cu:31"), vary)
    assert found.kernel is not None
    assert "Could not build a collective for given parameters." in (found.kernel.reason or "")
    by_change = {" ".join(change.parameter for change in result.changes): result.kernel for result in found.results}
    assert by_change["Alignment LayoutB"].verdict == "fits"
    assert "Only TN layout is supported." in (by_change["Alignment"].reason or "")
    assert by_change["LayoutB"].status == "rejected"


def test_o24_where_the_bytes_of_a_kernel_are_and_which_tiles_fit() -> None:
    (file,) = generated("0.6.3", "M128_BS_group2")
    found = explain(request(file, device="120"), parse_name("M128_BS_group2:60"))
    layout = found.kernel.layout
    assert layout is not None
    assert sum(member.size for member in layout.members) == layout.size == 102400
    assert (found.kernel.limit, found.residency and found.residency.limit) == (101376, 101376)
    fitting = {key: kernel.sizes for key, kernel in tried().items() if kernel.verdict == "fits" and kernel.sizes}
    assert fitting.keys() == {("64", "8"), ("64", "9"), ("128", "8")}
    # A stage is what a block holds of both operands, of which two blocks that work together have a half each, and the
    # barriers of the stage.
    operands, barriers = (256 * 64 + 64 * 64) * 2 // 2, 2 * 8
    assert fitting["64", "8"].mainloop == 8 * (operands + barriers)


def test_o25_what_is_needed_and_allowed_and_the_difference_are_always_told() -> None:
    failing = [judgement for judgement in judgements(asked(moe())).values() if judgement.hypothesis == "overflow"]
    assert len(failing) == 24
    for judgement in failing:
        kernel = judgement.kernel
        assert kernel.sizes is not None
        assert kernel.limit is not None
        needed, allowed = kernel.sizes.kernel, kernel.limit
        words = f"{needed:,} of {allowed:,} bytes on Sm120: {needed - allowed:,} too many, with {kernel.stages} stages"
        assert judgement.explanation.startswith(words)
    most = max(int(stages) for (tile, stages), kernel in tried().items() if tile == "128" and kernel.verdict == "fits")
    assert most == 8


@pytest.mark.parametrize(
    ("name", "operator"),
    [
        ("ampere_tf32_tensorop_gemm.cu", "cutlass::gemm::device::Gemm"),
        ("ampere_tensorop_conv2dfprop.cu", "cutlass::conv::device::ImplicitGemmConvolution"),
    ],
)
def test_o26_an_operator_of_the_2_x_api_is_named_as_not_covered(name: str, operator: str) -> None:
    (source,) = (cutlass() / "examples").rglob(name)
    (judgement,) = judgements(asked(lint(with_cutlass(source, device="86")), failing=name)).values()
    assert judgement.hypothesis == "not sized"
    assert judgement.explanation.startswith(f"`{operator}` is of CUTLASS 2.x")
