"""The kernel graph: what a kernel is made of, and the questions asked of it."""

from __future__ import annotations

import pytest
from graph_kernels import MIXED, MOE, kernel, launcher, sized

from cutlass_lint.analyzer.graph import RELATIONS, KernelGraph, argument_kind
from cutlass_lint.analyzer.model import Kernel, Schedule


def edges(graph: KernelGraph, of: Kernel) -> set[tuple[str, str, str | None]]:
    found = graph.graph.out_edges(("kernel", of.id), data=True)
    assert all(data["relation"] == RELATIONS[part[0]] for _kernel, part, data in found)
    return {(*part, data["parameter"]) for _kernel, part, data in found}


def test_what_a_kernel_of_a_macro_launcher_is_made_of() -> None:
    assert edges(KernelGraph([sized()]), sized()) == {
        ("launcher", "LAUNCH", None),
        ("module", "moe_120", None),
        ("device", "Sm120", None),
        ("arch", "Sm120", "ArchTag_"),
        ("element-type", "SafeFP4", "DataType_"),
        ("element-type", "SafeFP4", "WeightType_"),
        ("element-type", "half", "OutputType_"),
        ("argument", "EpilogueSchedule_=void", "EpilogueSchedule_"),
        ("epilogue-fusion", "EpilogueOpDefault", "EpilogueTag_"),
        ("epilogue-fusion", "FINALIZE", "FUSION_"),
        ("argument", "SWAP_AB_=false", "SWAP_AB_"),
        ("tile", "128×256×128", None),
        ("cluster", "1×1×1", None),
        ("kernel-schedule", "KernelScheduleAuto", None),
        ("epilogue-schedule", "TmaWarpSpecialized", None),
        ("resolved-schedule", "KernelCooperative<3>", None),
        ("stages", "3", None),
        ("term", "sizeof(CollectiveEpilogue::SharedStorage)=17408", None),
        ("term", "sizeof(CollectiveMainloop::SharedStorage)=83968", None),
        ("term", "sizeof(GemmKernel::SharedStorage)=102400", None),
        ("verdict", "overflow", None),
    }


def test_what_a_kernel_of_a_template_launcher_is_made_of() -> None:
    asked = Schedule(kernel="KernelTmaWarpSpecializedPingpong", epilogue="NoSmemWarpSpecialized")
    made = kernel(arguments=MIXED, tile=(64, 16, 128), cluster=(2, 1, 1), schedule=asked)
    assert edges(KernelGraph([made]), made) == {
        ("launcher", "LAUNCH", None),
        ("module", "moe_120", None),
        ("device", "Sm120", None),
        ("element-type", "half", "ActivationType"),
        ("argument", "QuantOp=cutlass::WeightOnlyQuantOp::PER_COLUMN_SCALE_ONLY", "QuantOp"),
        ("epilogue-fusion", "EpilogueOpBias", "EpilogueTag"),
        ("tile", "64×16×128", None),
        ("cluster", "2×1×1", None),
        # Told once where the builder is asked for what the argument says, twice where it is asked for something else.
        ("kernel-schedule", "KernelTmaWarpSpecializedPingpong", "MainloopScheduleType"),
        ("epilogue-schedule", "TmaWarpSpecialized", "EpilogueScheduleType"),
        ("epilogue-schedule", "NoSmemWarpSpecialized", None),
    }


def test_arguments_that_spell_no_tile_stay_arguments() -> None:
    names = KernelGraph([kernel(tile=None, cluster=None)]).parts(kernel(), "argument")
    assert {"CTA_M_=128", "CTA_N_=256", "CGA_K_=1"} < set(names)


def test_attributes_of_nodes() -> None:
    nodes = KernelGraph([sized(variant="SwapAB", cluster=(0, 0, 1))]).graph.nodes
    data = dict(nodes["kernel", "a/kernels.cu:1"])
    assert data.pop("kernel") == sized(variant="SwapAB", cluster=(0, 0, 1))
    assert data == {
        "kind": "kernel",
        "name": "a/kernels.cu:1",
        "label": "kernels.cu:1",
        "file": "/root/a/kernels.cu",
        "line": 1,
        "variant": "SwapAB",
        "module": "moe_120",
        "launcher": "LAUNCH",
        "status": "sized",
        "reason": None,
        "confidence": "exact",
        "verdict": "overflow",
        "arch": "Sm120",
        "device": "Sm120",
        "stages": 3,
        "threads": 384,
        "epilogue_bytes": 17408,
        "mainloop_bytes": 83968,
        "kernel_bytes": 102400,
        "limit": 101376,
        "margin": -1024,
    }
    assert nodes["tile", "128×256×128"].items() >= {"m": 128, "n": 256, "k": 128}.items()
    assert nodes["cluster", "?×?×1"].items() >= {"m": None, "n": None, "k": 1}.items()
    assert nodes["device", "Sm120"]["limit"] == 101376
    assert nodes["stages", "3"].items() >= {"stages": 3, "label": "3 stages"}.items()
    assert nodes["argument", "SWAP_AB_=false"].items() >= {"parameter": "SWAP_AB_", "value": "false"}.items()
    term = nodes["term", "sizeof(GemmKernel::SharedStorage)=102400"]
    assert term.items() >= {"expression": "sizeof(GemmKernel::SharedStorage)", "bytes": 102400}.items()


def test_what_kernels_disagree_on_is_not_known() -> None:
    made = [kernel(1, launcher=None), kernel(2), kernel(3), kernel(4, launcher=launcher("/root/other.inl")), kernel(5)]
    assert KernelGraph(made[:3]).graph.nodes["launcher", "LAUNCH"]["file"] == "/root/launcher.inl"
    node = KernelGraph(made).graph.nodes["launcher", "LAUNCH"]
    assert (node["file"], node["line"]) == (None, 7)


def test_questions() -> None:
    first, second = sized(1), sized(2, {**MOE, "OutputType_": "__nv_bfloat16"})
    third = sized(3, {**MOE, "FUSION_": "NONE", "SWAP_AB_": "true"}, 98304)
    elsewhere, unsized = sized(4, {**MOE, "FUSION_": "NONE"}, module="other"), kernel(5, {**MOE, "FUSION_": "NONE"})
    graph = KernelGraph(made := [first, second, third, elsewhere, unsized])
    assert list(graph.kernels()) == made
    assert list(graph.having("verdict", "fits")) == [third]
    assert list(graph.having("verdict", "nowhere")) == []
    assert graph.parts(second, "element-type") == ["SafeFP4", "__nv_bfloat16"]
    assert list(graph.sharing(first, "stages")) == [second, third, elsewhere]
    # Each once, whatever they share.
    assert list(graph.sharing(second, "element-type")) == [first, third, elsewhere, unsized]
    assert list(graph.neighbours(first)) == [("OutputType_", second)]


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("ArchTag", "cutlass::arch::Sm90", "arch"),
        ("anything", "Sm100a", "arch"),
        *(
            ("anything", text, "element-type")
            for text in (
                *("half", "float", "int", "bool", "uint8_t", "__half", "__nv_bfloat16", "__nv_fp8_e4m3", "SafeFP4"),
                *("cutlass::half_t", "cutlass::bfloat16_t", "cutlass::tfloat32_t", "cutlass::uint4b_t"),
                *("cutlass::float_e2m1_t", "cutlass::float_ue8m0_t", "cutlass::detail::float_e2m1_unpacksmem_t"),
                *("cutlass::nv_float4_t<cutlass::float_e2m1_t>", "type_erased_dynamic_float8_t"),
                *("at::BFloat16", "c10::Float8_e4m3fn"),
            )
        ),
        ("ElementA_", "MyNumber", "element-type"),
        ("DataType_", "my::Number<4>", "element-type"),
        ("MainloopScheduleType", "cutlass::gemm::KernelTmaWarpSpecialized", "kernel-schedule"),
        ("EpilogueSchedule_", "TmaWarpSpecialized", "epilogue-schedule"),
        ("FUSION_", "FINALIZE", "epilogue-fusion"),
        ("EpilogueTag", "tensorrt_llm::cutlass_extensions::EpilogueOpBias", "epilogue-fusion"),
        *(
            (name, text, "argument")
            for name, text in (
                ("EpilogueSchedule_", "void"),
                ("IsFusion", "true"),
                ("FUSION_", "2"),
                ("Extent", "cute::Int<128>"),
                ("ElementShape", "cute::Shape<cute::Int<1>>"),
                ("ElementsPerAccess", "kElements"),
                ("ElementwiseOp", "Relu"),
                ("TileScheduler", "cutlass::gemm::PersistentScheduler"),
                ("LayoutType", "cutlass::layout::RowMajor"),
                ("T", "Pointer"),
                ("DataType_", ""),
            )
        ),
    ],
)
def test_what_an_argument_says(name: str, text: str, kind: str) -> None:
    assert argument_kind(name, text) == kind
