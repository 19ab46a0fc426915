"""Kernels with changed arguments on the stand-in CUTLASS: the sizes are those of instantiations written out."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace

from cutlass_lint.analyzer.devices import parse_device
from cutlass_lint.analyzer.fit import what_if
from cutlass_lint.analyzer.fit.candidates import candidates, pairs, siblings
from cutlass_lint.analyzer.fit.fitting import ranked
from cutlass_lint.analyzer.model import Flags, Kernel, WhatIf
from cutlass_lint.analyzer.pipeline import Inputs, read
from cutlass_lint.analyzer.requests import Request
from cutlass_lint.analyzer.smem.frontend import Settings
from cutlass_lint.analyzer.smem.resolve import resolve
from cutlass_lint.analyzer.workspace import InputError

FIXTURES = Path(__file__).parents[2] / "fixtures"
SETTINGS = Settings(jobs=2, timeout=120)


def inputs_of(*paths: Path) -> Inputs:
    device = parse_device("120")
    return read(Request(paths, SETTINGS, FIXTURES, device, extra=Flags(defines=("COMPILE_MIXED_GEMMS",))))


def kernel_at(inputs: Inputs, name: str, line: int) -> Kernel:
    modules = [
        replace(module, sources=tuple(file for file in module.sources if Path(file).name == name))
        for module in inputs.modules
    ]
    return next(resolve(modules, inputs.sources, SETTINGS, wanted=lambda found: found.line == line))


def told(result: WhatIf) -> tuple[str, ...]:
    """The new texts, and the sizes or the status."""
    kernel = result.kernel
    sizes = (str(kernel.sizes.kernel), str(kernel.stages)) if kernel.sizes else ()
    return (*(change.new for change in result.changes), kernel.verdict or kernel.status, *sizes)


def tried(file: Path, line: int, *changes: Mapping[str, str]) -> list[tuple[str, ...]]:
    inputs = inputs_of(file)
    return sorted(map(told, what_if(inputs, kernel_at(inputs, file.name, line), changes, SETTINGS)))


@pytest.mark.parametrize("line", [5, 6, 7, 8])
def test_a_macro_call_becomes_each_of_its_neighbours(line: int) -> None:
    """With and without `;`, on one line and on two: the answers are those on the lines of the fixture."""
    assert tried(
        FIXTURES / "instantiations" / "moe.cu",
        line,
        {"FUSION_": "NONE", "CTA_N_": "112"},
        {"FUSION_": "FINALIZE", "CTA_N_": "112"},
        {"FUSION_": "NONE", "CTA_N_": "128"},
        {"FUSION_": "FINALIZE", "CTA_N_": "128"},
        {"FUSION_": "NONE", "CTA_N_": "16"},
    ) == [
        ("FINALIZE", "112", "overflow", "102400", "3"),
        ("FINALIZE", "128", "fits", "75776", "2"),
        ("NONE", "112", "fits", "101376", "3"),
        ("NONE", "128", "fits", "74752", "2"),
        ("NONE", "16", "rejected"),
    ]


def test_an_explicit_instantiation_with_shapes() -> None:
    shape = "cute::Shape<cute::Int<128>, cute::Int<{}>, cute::Int<128>>"
    assert tried(
        FIXTURES / "instantiations" / "mixed.cu",
        4,
        {"CTAShape": shape.format(128)},
        {"Stages": "2", "ClusterShape": "cute::Shape<cute::Int<2>, cute::Int<1>, cute::Int<1>>"},
        {},
    ) == [
        ("2", "cute::Shape<cute::Int<2>, cute::Int<1>, cute::Int<1>>", "fits", "70656", "2"),
        (shape.format(128), "overflow", "107520", "3"),
        ("fits", "101376", "3"),
    ]


def test_one_that_makes_several_kernels_is_yielded_for_each() -> None:
    file = FIXTURES / "instantiations" / "by_hand.cu"
    assert tried(file, 9, {"Stages": "2"}) == [("2", "fits", "70656", "2")] * 2


LAUNCHER = """\
#include "launchers/moe_launcher.inl"
#define LOCAL_SHAPE(M, N, K) cute::Shape<cute::Int<M>, cute::Int<N>, cute::Int<K>>
#define INSTANTIATE_OWN(Name_, Shape_, Stages_)                                           \\
  inline void run_##Name_() {                                                             \\
    using Tile = LOCAL_SHAPE Shape_;                                                      \\
    using Cluster = cute::Shape<cute::Int<1>, cute::Int<1>, cute::Int<1>>;                \\
    using Epilogue = typename cutlass::epilogue::collective::CollectiveBuilder<           \\
        cutlass::arch::Sm120, cutlass::arch::OpClassTensorOp, Tile, Cluster,              \\
        cutlass::epilogue::collective::EpilogueTileAuto, float, float, void, void, 8,     \\
        cutlass::half_t, void, 8, cutlass::epilogue::TmaWarpSpecialized>::CollectiveOp;   \\
    using Mainloop = typename cutlass::gemm::collective::CollectiveBuilder<               \\
        cutlass::arch::Sm120, cutlass::arch::OpClassTensorOp, cutlass::half_t, void, 32,  \\
        cutlass::half_t, void, 32, float, Tile, Cluster,                                  \\
        cutlass::gemm::collective::StageCount<Stages_>,                                   \\
        cutlass::gemm::KernelTmaWarpSpecializedCooperative>::CollectiveOp;                \\
    using Kernel = cutlass::gemm::kernel::GemmUniversal<void, Mainloop, Epilogue>;        \\
    (void)cutlass::gemm::device::GemmUniversalAdapter<Kernel>().run();                    \\
  }
"""
CALLS = """
namespace own {
INSTANTIATE_OWN(a, (128, 112, 128), 3) INSTANTIATE_OWN(b, (128, 16, 128), 3);
#define ON
#ifdef ON
namespace { INSTANTIATE_OWN(c, (128, (64 * 2), 128), 3) }  // here
#endif
INSTANTIATE_OWN(d, (128, 16, 128), 3)
}
"""


@pytest.mark.parametrize("launcher", ["own", "included"])
def test_guards_namespaces_and_relative_includes_are_kept(tmp_path: Path, launcher: str) -> None:
    folder = tmp_path / "a folder"
    folder.mkdir()
    (folder / "local.h").write_text(LAUNCHER)
    text = LAUNCHER + CALLS if launcher == "own" else f'#include "local.h"\n{CALLS}'
    file = folder / "own.cu"
    file.write_text(text)
    before = {path: path.read_bytes() for path in folder.iterdir()}
    inputs = inputs_of(file)
    line = 1 + next(i for i, found in enumerate(text.splitlines()) if found.startswith("namespace {"))
    kernel = kernel_at(inputs, "own.cu", line)
    assert kernel.arguments == {"Name_": "c", "Shape_": "(128, (64 * 2), 128)", "Stages_": "3"}
    changes = [
        {"Shape_": "(128, (56 * 2), 128)", "Name_": "d"},
        {"Stages_": "2"},
        {"Stages_": "2"},
        {"Shape_": "(128, 16, 128)"},
    ]
    results = list(what_if(inputs, kernel, changes, SETTINGS))
    assert sorted(map(told, results)) == [
        ("(128, (56 * 2), 128)", "d", "fits", "101376", "3"),
        ("(128, 16, 128)", "rejected"),
        ("2", "fits", "74752", "2"),
        ("2", "fits", "74752", "2"),
    ]
    place = str(file if launcher == "own" else folder / "local.h")
    for result in results:
        assert result.kernel.id == kernel.id
        assert result.kernel.launcher == kernel.launcher
        assert (result.kernel.instantiation.file, result.kernel.instantiation.line) == (str(file), line)
        # The first place of one that is refused is the assertion.
        refused = result.kernel.status == "rejected"
        assert {related.location.file for related in result.kernel.chain[refused:]} <= {place}
        if result.kernel.status == "sized":
            assert result.kernel.chain == kernel.chain
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


def test_what_the_front_end_says_is_placed_in_the_source(tmp_path: Path) -> None:
    file = tmp_path / "moe.cu"
    shutil.copy(FIXTURES / "instantiations" / "moe.cu", file)
    inputs = inputs_of(file)
    changes = [{"CTA_N_": "128"}, {"DataType_": "nothing_t"}]
    results = list(what_if(inputs, kernel_at(inputs, "moe.cu", 8), changes, SETTINGS))
    (unknown,) = (result.kernel for result in results if result.kernel.status == "unknown")
    assert unknown.reason == f"{file}:8: no member named 'nothing_t' in namespace 'cutlass'"


def test_what_cannot_be_changed_is_one_line_with_the_remedy() -> None:
    inputs = inputs_of(FIXTURES / "instantiations" / "moe.cu")
    kernel = kernel_at(inputs, "moe.cu", 6)
    direct = replace(kernel, instantiation=replace(kernel.instantiation, form="source"))
    for asked, change, message in (
        (direct, {}, "change the source"),
        (replace(kernel, launcher=None, reason="name them with --headers"), {}, "name them with --headers"),
        (kernel, {"CTA_N": "64"}, "INSTANTIATE_MOE_GEMM has no parameter CTA_N: it has ArchTag_, DataType_"),
        (kernel, {"CTA_N_": "64, 3"}, "`64, 3` cannot be written as one argument"),
        (replace(kernel, module="other"), {"CTA_N_": "64"}, "in none of the modules"),
    ):
        with pytest.raises(InputError, match=message) as raised:
            list(what_if(inputs, asked, [change], SETTINGS))
        assert "\n" not in str(raised.value)


def test_candidates_are_what_siblings_have_and_what_lies_between() -> None:
    inputs = inputs_of(FIXTURES / "instantiations" / "moe.cu")
    kernel = kernel_at(inputs, "moe.cu", 6)
    assert candidates(kernel, siblings(inputs, kernel)) == {
        "FUSION_": ("NONE",),
        "CTA_M_": ("32", "64", "256"),
        "CTA_N_": ("16", "56", "64", "128", "224", "256"),
        "CTA_K_": ("192",),
        "SWAP_AB_": ("true",),
        "DataType_": ("float_e0m0_t",),
    }
    alone = candidates(kernel, [kernel.arguments])
    assert alone == {"SWAP_AB_": ("true",)}
    both = list(pairs({"SWAP_AB_": ("true",), "CTA_M_": ("32", "64"), "DataType_": ("x",)}, kernel))
    assert both[:2] == [{"SWAP_AB_": "true", "CTA_M_": "32"}, {"SWAP_AB_": "true", "CTA_M_": "64"}]
    assert len(both) == 2 + 1 + 2


def test_candidates_of_shapes_and_stages() -> None:
    inputs = inputs_of(FIXTURES / "instantiations" / "mixed.cu")
    kernel = kernel_at(inputs, "mixed.cu", 7)
    shape = "cute::Shape<cute::Int<128>, cute::Int<{}>, cute::Int<128>>"
    assert candidates(kernel, siblings(inputs, kernel)) == {
        "CTAShape": (shape.format(112),),
        "ClusterShape": ("cute::Shape<cute::Int<2>, cute::Int<1>, cute::Int<1>>",),
        "Stages": ("2",),
    }
    others = [{"CTAShape": shape.format(32)}, {"CTAShape": shape.format(256)}, {"CTAShape": "Unreadable"}]
    assert candidates(kernel, others)["CTAShape"] == (
        "Unreadable", *sorted(shape.format(extent) for extent in (32, 64, 256)),
    )  # fmt: skip


def test_the_best_come_first() -> None:
    inputs = inputs_of(FIXTURES / "instantiations" / "moe.cu")
    kernel = kernel_at(inputs, "moe.cu", 6)
    changes = [
        {"CTA_N_": "16"},
        {"SWAP_AB_": "true"},
        {"CTA_N_": "64", "SWAP_AB_": "true"},
        {"CTA_N_": "128"},
        {"FUSION_": "NONE"},
        {"DataType_": "float_e0m0_t"},
    ]
    assert [told(result)[:-1] for result in ranked(list(what_if(inputs, kernel, changes, SETTINGS)))] == [
        ("NONE", "fits", "101376"),
        ("128", "fits", "75776"),
        ("64", "true", "fits", "83968"),
        ("true", "overflow", "102400"),
        ("16",),
        ("float_e0m0_t",),
    ]
