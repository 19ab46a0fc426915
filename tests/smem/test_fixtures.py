"""Sizes and refusals on the stand-in CUTLASS, against the answers written on the fixtures' lines."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Flags, HeaderRoot, Kernel, Module
from cutlass_lint.analyzer.smem.frontend import Settings
from cutlass_lint.analyzer.smem.resolve import resolve
from cutlass_lint.analyzer.sources import read_source
from cutlass_lint.rules import run_rules

FIXTURES = Path(__file__).parents[2] / "fixtures"
FLAGS = Flags(
    defines=("COMPILE_MIXED_GEMMS",),
    include_dirs=(str(FIXTURES), str(FIXTURES / "cutlass" / "include")),
)


def sized(*files: Path, flags: Flags = FLAGS, devices: tuple[str, ...] = ("120",), deep: bool = False) -> list[Kernel]:
    module = Module(
        root=str(FIXTURES),
        name="fixtures",
        sources=tuple(map(str, files)),
        flags=flags,
        devices=devices,
        headers=HeaderRoot(str(FIXTURES), "--headers"),
    )
    sources = {str(file): read_source(file) for file in files}
    kernels = resolve([module], sources, Settings(jobs=2, timeout=120, deep=deep))
    return sorted(kernels, key=lambda kernel: kernel.instantiation.start_byte)


def answer(kernel: Kernel) -> str:
    if kernel.sizes is None:
        return f"{kernel.status} {kernel.reason}"
    sizes = kernel.sizes
    return f"{kernel.status} {sizes.epilogue} {sizes.mainloop} {sizes.kernel} {kernel.stages} {kernel.verdict}"


def expected(file: Path) -> dict[int, str]:
    lines = file.read_text().splitlines()
    marks = ((number, re.search(r"\S.*// expect: (.*)", line)) for number, line in enumerate(lines, 1))
    return {number: mark[1] for number, mark in marks if mark}


@pytest.mark.parametrize("name", ["moe.cu", "mixed.cu", "by_hand.cu"])
def test_every_instantiation_gets_the_answer_on_its_line(name: str) -> None:
    file = FIXTURES / "instantiations" / name
    answers = {kernel.instantiation.line: answer(kernel) for kernel in sized(file)}
    wanted = expected(file)
    assert answers.keys() == wanted.keys()
    for line, text in wanted.items():
        status, _, rest = text.partition(" ")
        assert answers[line].startswith(f"{status} "), answers[line]
        assert rest in answers[line]


def test_an_instantiation_may_make_several_kernels() -> None:
    kernels = sized(FIXTURES / "instantiations" / "by_hand.cu")
    scheduled = [kernel for kernel in kernels if kernel.instantiation.launcher.startswith("scheduled")]
    assert [kernel.variant for kernel in scheduled] == ["StreamK", "StaticPersistent"]
    assert {answer(kernel) for kernel in scheduled} == {"sized 8192 93184 101376 3 fits"}


def test_a_kernel_launched_by_hand_has_the_bytes_of_its_launch() -> None:
    kernel = overflow(sized(FIXTURES / "instantiations" / "by_hand.cu"))
    assert (kernel.tile, kernel.stages, kernel.threads) == ((128, 128, 64), 4, 128)
    (finding,) = run_rules(KernelGraph([kernel])).findings
    assert (finding.rule, finding.severity) == ("SMEM002", "warning")
    # 166,912 bytes and more: everything but the 100 KB devices.
    assert finding.message.endswith("it fits on Sm80, Sm87, Sm90, Sm100, Sm103, Sm110")


def overflow(kernels: Iterable[Kernel]) -> Kernel:
    (kernel,) = [kernel for kernel in kernels if kernel.verdict == "overflow"]
    return kernel


def test_an_overflow_is_accounted_for_to_the_byte() -> None:
    kernel = overflow(sized(FIXTURES / "instantiations" / "moe.cu"))
    budget = kernel.budget
    assert budget is not None
    # (101,376 - 8,448) / (30,720 + 16) = 3.023
    assert (budget.budget, budget.carveout, budget.stage_bytes, budget.stages) == (101376, 8448, 30736, 3)
    assert budget.spare == 101376 - 8448 - 3 * 30736
    layout = kernel.layout
    assert layout is not None
    assert [(m.name, m.kind, m.offset, m.size) for m in layout.members] == [
        ("tensors", "member", 0, 101376),
        ("pipelines", "member", 101376, 48),
        ("", "padding", 101424, 16),
        ("tensormaps", "member", 101440, 256),
        ("", "padding", 101696, 704),
    ]
    tensors = layout.members[0]
    assert [(m.name, m.offset, m.size) for m in tensors.members] == [
        ("epilogue", 0, 8448),
        ("", 8448, 768),
        ("mainloop", 9216, 92160),
    ]


def test_schedules_are_those_asked_of_the_builders() -> None:
    kernel = overflow(sized(FIXTURES / "instantiations" / "moe.cu"))
    assert kernel.schedule.kernel == "KernelScheduleAuto"
    assert kernel.schedule.epilogue == "TmaWarpSpecialized"
    assert kernel.schedule.resolved == "KernelTmaWarpSpecializedCooperative"


def test_a_launcher_that_discards_its_kernel_disables_it() -> None:
    flags = Flags(("FAST_BUILD",), FLAGS.include_dirs)
    kernels = sized(FIXTURES / "instantiations" / "moe.cu", flags=flags)
    by_line = {kernel.instantiation.line: kernel for kernel in kernels}
    assert by_line[5].status == "disabled"
    assert by_line[5].sizes is None
    assert by_line[7].status == "sized"


def test_a_launcher_whose_macro_is_off_makes_no_kernel() -> None:
    kernels = sized(FIXTURES / "instantiations" / "mixed.cu", flags=Flags((), FLAGS.include_dirs))
    assert [kernel.status for kernel in kernels] == ["disabled"] * 3 + [
        "sized",
        "disabled",
        "sized",
        "rejected",
        "sized",
        "not-sized",
    ]
    assert "`defined(COMPILE_MIXED_GEMMS)`" in str(kernels[0].reason)


def test_instantiations_on_one_line_are_told_apart(tmp_path: Path) -> None:
    call = "INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, {}, 128, 112, 128, false);"
    file = tmp_path / "line.cu"
    calls = f"{call.format('NONE')} {call.format('FINALIZE')}"
    file.write_text(f'#include "launchers/moe_launcher.inl"\nnamespace moe {{\n{calls}\n}}\n')
    kernels = sorted(sized(file), key=lambda kernel: kernel.instantiation.column)
    assert [kernel.sizes.kernel for kernel in kernels if kernel.sizes] == [101376, 102400]


def test_a_kernel_and_its_repetition(tmp_path: Path) -> None:
    call = "INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 112, 128, false);"
    file = tmp_path / "twice.cu"
    file.write_text(f'#include "launchers/moe_launcher.inl"\nnamespace moe {{\n{call}\n{call}\n}}\n')
    assert [answer(kernel) for kernel in sized(file)] == ["sized 8192 93184 101376 3 fits"] * 2


def test_deep_finds_what_only_params_refuse() -> None:
    kernels = {kernel.tile: kernel for kernel in sized(FIXTURES / "instantiations" / "moe.cu", deep=True)}
    refused = kernels[32, 128, 128]
    assert refused.status == "rejected"
    assert "The kernel layer wants 64 rows or more." in str(refused.reason)


def test_missing_headers_leave_every_kernel_unknown(tmp_path: Path) -> None:
    flags = Flags((), (str(FIXTURES),))
    kernels = sized(FIXTURES / "instantiations" / "moe.cu", flags=flags)
    assert {kernel.status for kernel in kernels if kernel.launcher} == {"unknown"}
    assert "'cute/tensor.hpp' file not found" in str(kernels[0].reason)
    assert all(kernel.sizes is None for kernel in kernels)


@pytest.mark.parametrize(
    ("devices", "device"),
    [
        (("120",), "Sm120"),
        (("90", "120"), "Sm120"),
        (("89", "120"), "Sm120"),  # what runs no Sm120 has no say
        (("89", "121"), "Sm121"),
        (("89", "90"), "Sm89"),  # but where none does
    ],
)
def test_of_several_devices_the_least_counts_of_those_that_run_the_arch_tag(
    devices: tuple[str, ...], device: str
) -> None:
    kernels = sized(FIXTURES / "instantiations" / "moe.cu", devices=devices)
    assert {kernel.device for kernel in kernels if kernel.sizes} == {device}


def test_the_limit_is_that_of_the_device_not_of_the_arch_tag() -> None:
    kernels = sized(FIXTURES / "instantiations" / "moe.cu", devices=("90",))
    assert {kernel.limit for kernel in kernels if kernel.sizes} == {232448}
    assert {kernel.verdict for kernel in kernels if kernel.sizes} == {"fits"}
