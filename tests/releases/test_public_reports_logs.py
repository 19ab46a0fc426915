"""What public reports ask of their logs, on the fused MoE of FlashInfer 0.6.3 for SM120; each row has a test.

Logs are written for the tests, in the shapes that autotuners, launchers and compilers print.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from asking import SETTINGS, asked, cache_of, judgements, moe, request, said, told

from cutlass_lint.analyzer.groups import NotHere, Unnamed, Unreliable
from cutlass_lint.analyzer.groups.entries import Separated
from cutlass_lint.analyzer.groups.symbols import undefined
from cutlass_lint.analyzer.logs import SIZE_CAUSES, Entry, read_log
from cutlass_lint.analyzer.pipeline import read
from cutlass_lint.reports.diff_json import Words

NAME = "cutlass_kernel_file_gemm_grouped_sm120_"
FOLDER = "/srv/.cache/flashinfer/0.5.2/120a/generated/cutlass_instantiations/120/gemm_grouped/120/"
RUNNER = "<flashinfer.fused_moe.core.get_cutlass_fused_moe_module.<locals>.MoERunner object at 0x7f00aa10>"
STAMP = "2026-02-03 04:05:06,789 - WARNING - autotuner.py:463 - flashinfer.jit: [Autotuner]: "
LAUNCHER = "INSTANTIATE_TMA_WARP_SPECIALIZED_MOE_GEMM"
BY_HAND = "sm80_generic_fused_moe_gemm_kernelLauncher"
TOO_LARGE = "102,400 of 101,376 bytes on Sm120: 1,024 too many, with 3 stages"


def failed(call: str, place: str) -> str:
    """What the launcher's assertion says."""
    text = (
        f"[TensorRT-LLM][ERROR] Assertion failed: Failed to {call} cutlass TMA WS grouped gemm. Error: Error Internal"
    )
    return f"{text} ({place})"


def skipped(tactic: int, why: str) -> str:
    """A line of FlashInfer's autotuner."""
    return f"{STAMP}Skipping tactic {RUNNER} {tactic}, due to failure while profiling: {why}\n"


def events(log: str) -> list[Entry]:
    return list(read_log(log.encode().splitlines()))


def test_o1_a_pipeline_of_eight_names_one_kernel_which_is_1_024_bytes_too_large() -> None:
    why = failed("initialize", f"{FOLDER}{NAME}M256_BS_group0.generated.cu:60")
    workers = range(8)
    log = "".join(f"(Worker_PP{n} pid={900 + n}) {skipped(tactic, why)}" for tactic in (15, 31) for n in workers)
    diff = asked(moe(), log)
    (judgement,) = judgements(diff).values()
    kernel = judgement.kernel
    assert kernel.id.endswith("M256_BS_group0.generated.cu:60")
    assert (judgement.hypothesis, judgement.explanation) == ("overflow", TOO_LARGE)
    names = ("DataType_", "WeightType_", "OutputType_", "FUSION_", "SWAP_AB_")
    assert [kernel.arguments[name] for name in names] == ["SafeFP4", "SafeFP4", "__nv_bfloat16", "FINALIZE", "false"]
    assert kernel.tile == (256, 128, 128)
    assert "3 more do not fit" in said(diff, LAUNCHER)


def test_o1_what_separates_it_from_the_kernels_that_work_and_what_its_bytes_are_for() -> None:
    separating = [
        entry.conjunction
        for comparison in asked(moe()).comparisons
        if comparison.launcher == LAUNCHER
        for entry in comparison.entries
        if isinstance(entry, Separated) and not entry.measured
    ]
    (conjunction,) = separating
    conditions = [condition.text for condition in conjunction.conditions]
    assert conditions == ["FUSION=FINALIZE", "SWAP_AB=false", "max(CTA_M, CTA_N)=256"]
    assert (conjunction.failing, conjunction.working) == (4, 0)
    place = "M256_BS_group0.generated.cu:60"
    (finding,) = (one for one in moe().findings if one.rule == "SMEM001" and (one.kernel or "").endswith(place))
    details = "\n".join(finding.details)
    assert "7 tensormaps 896, padding 1,312" in details
    assert "0 set aside" in details
    suggested = {suggestion.message: suggestion for suggestion in finding.suggestions}["SWAP_AB=true"]
    assert (suggested.kernel_size, suggested.stages) == (74752, 2)


def test_o2_the_bytes_of_the_kernel_and_nothing_about_the_numbers_it_computes() -> None:
    log = skipped(16, failed("initialize", f"{FOLDER}{NAME}M128_BS_group2.generated.cu:60"))
    log += "INFO: built for compute_120 instead of compute_120f; the answer of the model is garbage, logits are NaN\n"
    diff = asked(moe(), log)
    (judgement,) = judgements(diff).values()
    assert (judgement.hypothesis, judgement.explanation) == ("overflow", TOO_LARGE)
    assert (judgement.kernel.tile, diff.logs, len(events(log))) == ((128, 256, 128), (), 1)
    layout = judgement.kernel.layout
    assert layout is not None
    parts = {member.label: (member.offset, member.size) for member in layout.members}
    assert parts["tensors"] == (0, 100352)
    assert parts["pipelines"] == (100352, 224)
    assert parts["tensormaps"] == (100736, 896)
    assert (layout.members[-1].label, layout.members[-1].size, layout.size) == ("padding", 768, 102400)
    tensors = {member.label: member.size for member in layout.members[0].members}
    assert tensors == {"mainloop": 82944, "epilogue": 16896, "padding": 512}
    budget = judgement.kernel.budget
    assert budget is not None
    assert (budget.stages, round(budget.quotient, 3)) == (3, 3.035)


def test_o6_an_occupancy_of_0_is_of_the_kernels_in_the_style_of_sm80_some_of_which_do_not_fit() -> None:
    why = "GPU lacks the shared memory resources to run GroupedGEMM kernel"
    assertion = f"[TensorRT-LLM][ERROR] Assertion failed: {why} (/srv/csrc/moe_gemm_template_dispatch.h:176)"
    diff = asked(moe(), "".join(f"(Worker_TP{n} pid={n}) {skipped(4, assertion)}" for n in range(8)))
    (entry,) = diff.logs
    assert isinstance(entry, Unnamed)
    assert (entry.entry.cause, entry.entry.label, entry.entry.tactic, entry.count) == ("occupancy", "failing", "4", 1)
    text = told([entry])
    assert "MoERunner 4" in text
    assert "sm80_generic_fused_moe, GroupedGEMM" in text
    assert "not of a TMA instantiation" in text
    assert "20 failing, 40 working" in said(diff, BY_HAND)
    assert "147,456 of 101,376 bytes on Sm120: 46,080 too many, with 4 stages" in said(diff, BY_HAND)


@pytest.mark.parametrize("call", ["initialize", "run"])
def test_o11_run_is_not_initialize(call: str) -> None:
    diff = asked(moe(), f"[FP4 gemm Runner] Failed to {call} cutlass FP4 gemm on sm120. Error: Error Internal\n")
    (entry,) = diff.logs
    assert isinstance(entry, Unnamed)
    assert entry.entry.cause == call
    assert ("not a matter of size" in told([entry])) == (call == "run")
    at_a_kernel = asked(moe(), failed(call, f"{NAME}M128_BS_group0.generated.cu:11"))
    (judgement,) = judgements(at_a_kernel).values()
    assert judgement.hypothesis == "fits"
    assert judgement.explanation.startswith("89,088 of 101,376 bytes on Sm120: size is not the reason")
    assert ("came from run()" in judgement.explanation) == (call == "run")


def test_o21_the_first_error_of_the_compiler_and_its_command_are_what_a_failed_build_is_about() -> None:
    log = """RuntimeError: Ninja build failed. Ninja output:
[1/3] /usr/local/cuda/bin/nvcc -std=c++17 -c sampling.cu -o sampling.cuda.o
FAILED: sampling.cuda.o
/usr/local/cuda/bin/nvcc -std=c++17 -c sampling.cu -o sampling.cuda.o
sampling.cu(3): warning #177-D: variable "unused" was declared but never referenced
/srv/include/sampling.cuh:21:10: fatal error: curand_kernel.h: No such file or directory
   21 | #include <curand_kernel.h>
compilation terminated.
ninja: build stopped: subcommand failed.
"""
    (entry,) = asked(moe(), log).logs
    assert isinstance(entry, Unnamed)
    assert (entry.entry.cause, entry.entry.label) == ("build", None)
    first = "/srv/include/sampling.cuh:21:10: fatal error: curand_kernel.h: No such file or directory"
    assert first in told([entry])
    assert entry.entry.command == "/usr/local/cuda/bin/nvcc -std=c++17 -c sampling.cu -o sampling.cuda.o"
    assert f"the command: {entry.entry.command}" in told([entry])


def test_o23_an_undefined_symbol_is_instantiated_here_or_the_nearest_is_named_with_what_differs() -> None:
    log = (Path(__file__).parents[2] / "fixtures" / "logs" / "flashinfer_symbols.log").read_text()
    inputs = read(request(cache_of("0.6.3"), device="120", modules=("fused_moe_120",)))
    found = sorted(undefined(events(log), inputs.modules, inputs.sources, SETTINGS), key=lambda one: one.entry.line)
    # The second of each launcher's has an extent or stage count that no generated file has.
    assert [(one.outcome, Path(one.places[0].id).name, len(one.places)) for one in found] == [
        ("instantiated", "cutlass_kernel_file_gemm_sm90_M128_group0.generated.cu:10", 1),
        ("other arguments", "cutlass_kernel_file_gemm_sm90_M128_group0.generated.cu:26", 1),
        ("instantiated", "cutlass_kernel_file_gemm_grouped_sm80_M128_group0.generated.cu:10", 1),
        ("other arguments", "cutlass_kernel_file_gemm_grouped_sm80_M128_group0.generated.cu:16", 1),
        ("instantiated", "cutlass_kernel_file_gemm_grouped_sm120_M128_BS_group2.generated.cu:53", 1),
        ("other arguments", "cutlass_kernel_file_gemm_grouped_sm120_M128_BS_group1.generated.cu:53", 1),
    ]
    texts = [one.explain(Words()) for one in found]
    assert "group0.generated.cu:10 in module fused_moe_120 makes it" in texts[0]
    assert "with Stages_=4 instead of 5" in texts[3]
    tiles = [f"cute::tuple<cute::C<128>, cute::C<{n}>, cute::C<128>>" for n in (128, 64)]
    assert f"with TileShape={tiles[0]} instead of {tiles[1]}" in texts[5]


def test_o27_static_shared_memory_has_48_kb_and_is_none_of_cutlass() -> None:
    log = "ptxas error   : Entry function '_Z6kernelPf' uses too much shared data (0xc400 bytes, 0xc000 max)\n"
    text = told(asked(moe(), log).logs)
    assert "50,176 bytes needed, 49,152 allowed" in text
    assert "static shared memory are not CUTLASS's kernels" in text


TRT = "[02/03/2026-04:05:06] [TRT-LLM]"
WHY = failed("initialize", f"{FOLDER}{NAME}M128_BS_group2.generated.cu:53")
FAILED = "Failed when profiling"
SHAPES = "shapes=[torch.Size([4, 8])]"
DEBUG = "Set TLLM_LOG_LEVEL=DEBUG for more details."


@pytest.mark.parametrize(
    ("log", "tactic"),
    [
        (skipped(14, WHY), "14"),
        (skipped(14, f"\n{WHY}"), "14"),
        (f"{STAMP}{FAILED} {RUNNER} [32, 15], {SHAPES}. Error occurred: {WHY}", "[32, 15]"),
        (f"{TRT} [W] [Autotuner]: {FAILED} {RUNNER} 1, {SHAPES}. Error occurred: {WHY}", "1"),
        (
            f"{TRT} [RANK 0] [W] [Autotuner] {FAILED} runner=MoERunner, tactic=7, {SHAPES}. {DEBUG}\n"
            f"{TRT} [RANK 0] [D] [Autotuner] Exception captured: {WHY}",
            "7",
        ),
        (f"{TRT} [W] [RANK 1] [Autotuner] {FAILED} runner=MoERunner, tactic=[9, 2], {SHAPES}. Error: {WHY}", "[9, 2]"),
        (
            f"{TRT} [W] [RANK 1] [Autotuner] Single-pair run failed for custom_op=trtllm::fused_moe::gemm1, "
            f"runner=MoERunner, tactic=11, {SHAPES}\n{WHY}",
            "11",
        ),
    ],
)
def test_o29_every_wording_of_the_autotuners_leads_to_the_kernel(log: str, tactic: str) -> None:
    (judgement,) = judgements(asked(moe(), log)).values()
    assert (judgement.hypothesis, judgement.explanation) == ("overflow", TOO_LARGE)
    assert judgement.kernel.id.endswith("M128_BS_group2.generated.cu:53")
    assert [entry.tactic for entry in judgement.entries] == [tactic]


def test_o29_a_fallback_is_no_failure() -> None:
    log = f"{TRT} [I] [AutoTunner] Using the fallback tactic, due to cache miss on input shapes=((4, 8),)\n"
    assert [(entry.cause, entry.label, entry.tactic) for entry in events(log)] == [("summary", None, None)]
    assert asked(moe(), log).logs == ()


def test_o30_memory_that_runs_out_is_no_overflow_and_a_summary_names_no_tactic() -> None:
    log = f"(Worker pid=7) {STAMP}OOM detected, falling back to default tactic\n"
    log += f"[TP0] {skipped(9, 'CUDA out of memory. Tried to allocate 2.00 GiB.')}"
    log += f"{STAMP}Skipped 4 unsupported tactic(s) for trtllm::fused_moe::gemm1 (enable debug logs to see details)\n"
    log += "[Autotuner]: Tuning trtllm::fused_moe::gemm1:  50%|#####     | 7/14 [00:03<00:03,  2.00it/s]\n"
    found = events(log)
    assert sorted(entry.cause for entry in found) == ["memory", "memory", "summary"]
    assert not SIZE_CAUSES & {entry.cause for entry in found}
    assert [entry.tactic for entry in found if entry.cause == "summary"] == [None]
    text = told(asked(moe(), log).logs)
    assert text.count("device memory ran out, which is not shared memory") == 2
    assert "4 unsupported" not in text


def test_o31_errors_of_a_lost_context_are_no_overflows_and_later_failures_no_evidence() -> None:
    log = f"{STAMP}Skipped 20 unsupported tactic(s) for trtllm::fused_moe::gemm1 (enable debug logs to see details)\n"
    log += "(Worker_TP1 pid=12) Error: Failed to initialize the TMA descriptor 715\n"
    log += f"(Worker_TP1 pid=12) {skipped(7, failed('initialize', f'{NAME}M128_BS_group2.generated.cu:39'))}"
    log += f"(Worker_TP0 pid=11) {skipped(3, 'CUDA error: an illegal instruction was encountered')}"
    log += f"(Worker_TP0 pid=11) {skipped(4, failed('initialize', f'{NAME}M128_BS_group0.generated.cu:18'))}"
    log += f"(Worker_TP0 pid=11) {skipped(5, 'CUDA error: an illegal memory access was encountered (700)')}"
    diff = asked(moe(), log)
    (unreliable,) = (entry for entry in diff.logs if isinstance(entry, Unreliable))
    assert "no evidence on" in told([unreliable])
    assert [entry.place.line for entry in unreliable.entries if entry.place] == [39, 18]
    causes = {entry.entry.cause for entry in diff.logs if isinstance(entry, Unnamed)}
    assert causes == {"descriptor", "context-lost"}
    assert "not at sizes" in told(diff.logs)
    # Neither kernel is labelled by a failure that is no evidence: the sizes label them.
    assert "4 failing, 36 working (by size" in said(diff, LAUNCHER)


@pytest.mark.parametrize(
    "line",
    [
        "...M128_BS_group2.generated.cu:60) is where it stops: Failed to initialize cutlass TMA WS grouped gemm",
        "> Failed to initialize cutlass TMA WS grouped gemm. Error: Error Internal (...M128_BS_group2.generated.cu:60)",
        "Error Internal (M128_BS_group2:60)",
    ],
)
def test_o34_a_line_pasted_into_a_forum_is_enough(line: str) -> None:
    (judgement,) = judgements(asked(moe(), f"hello all,\n{line}\nany ideas?\n")).values()
    assert (judgement.hypothesis, judgement.explanation) == ("overflow", TOO_LARGE)
    assert judgement.kernel.id.endswith("M128_BS_group2.generated.cu:60")


def test_o35_a_candidate_of_infinite_time_fails_and_one_with_a_time_works() -> None:
    candidate = f"{TRT} [D] [RANK 0] [Autotuner] Candidate: custom_op=trtllm::fused_moe::gemm1, runner=MoERunner"
    log = f"{candidate}, tactic=12, shapes=[(4, 8)], time=infms\n{candidate}, tactic=13, shapes=[(4, 8)], time=0.03ms\n"
    assert [(entry.tactic, entry.label) for entry in events(log)] == [("12", "failing"), ("13", "working")]
    text = told(asked(moe(), log).logs)
    assert "MoERunner 12" in text
    assert "MoERunner 13" not in text


def test_o37_without_a_kernel_it_says_so_and_asks_for_its_file_and_line() -> None:
    diff = asked(moe(), "RuntimeError: Error Internal\n")
    assert "it names no kernel: look for the kernel's file and line" in told(diff.logs)
    elsewhere = asked(moe(), "RuntimeError: Error Internal at /srv/csrc/quantized_matmul.cu:146\n")
    (entry,) = elsewhere.logs
    assert isinstance(entry, NotHere)
    assert "nothing here instantiates: /srv/csrc/quantized_matmul.cu:146" in told([entry])
    assert "or these sources" in told([entry])
    # Nothing is said of any kernel but by its size.
    assert all("by size" in said(found) and "by the logs" not in said(found) for found in (diff, elsewhere))
