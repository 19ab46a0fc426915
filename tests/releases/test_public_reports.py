"""What public reports ask about the sources of FlashInfer's releases and of vLLM; each row has a test.

Those about CUTLASS itself are in test_public_reports_cutlass, those about logs in test_public_reports_logs, those about
what heuristics offer in test_public_reports_dispatch, those about caches in tests/test_public_reports_caches.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from asking import (
    asked,
    cache_of,
    generated,
    judgements,
    moe,
    request,
    said,
    told,
    with_cutlass,
)
from header_trees import edited, headers, with_cutlass_of
from vllm_sources import vllm

from cutlass_lint.analyzer.diff import compare_with
from cutlass_lint.analyzer.explain import parse_name
from cutlass_lint.analyzer.fit import fit, parse_values
from cutlass_lint.analyzer.model import Kernel
from cutlass_lint.analyzer.pipeline import lint, read

MACRO = "INSTANTIATE_TMA_WARP_SPECIALIZED_MOE_GEMM"
SMALL_TILES = {(128, 32, 128), (128, 64, 128)}


def moe_source(folder: Path, *configurations: str) -> Path:
    """A source as FlashInfer generates it, of half-precision kernels for SM120."""
    calls = "\n".join(
        f"{MACRO}(Sm120, {types}, half, void, EpilogueOpDefault, {rest})"
        for types, _, rest in (configuration.partition("; ") for configuration in configurations)
    )
    source = folder / "moe.generated.cu"
    source.write_text(
        '#include "tensorrt_llm/kernels/cutlass_kernels/moe_gemm/launchers/moe_gemm_tma_ws_launcher.inl"\n'
        f"namespace tensorrt_llm::kernels::cutlass_kernels_oss {{\n{calls}\n}}\n"
    )
    return source


FLAGSHIP = "SafeFP4, SafeFP4; FINALIZE, 128, 256, 128, 1, 1, 1, false, false, false, false"


def test_o3_two_trees_of_cutlass_differ_in_what_they_reserve_and_the_kernel_overflows_in_both(tmp_path: Path) -> None:
    source = moe_source(tmp_path, FLAGSHIP)
    old = with_cutlass_of("0.7.4", "0.6.3", tmp_path / "4.2.1")
    new = with_cutlass_of("0.7.4", "0.6.8", tmp_path / "4.4.2")
    diff, _ = compare_with(request(source, device="120", headers=old), request(source, device="120", headers=new))
    assert [root.cutlass for root in (*diff.before, *diff.roots)] == ["4.2.1", "4.4.2"]
    text = told(diff.changes)
    assert "1 still overflow" in text
    assert "102,400 bytes, 3 stages, overflow" in text


def test_o3_with_all_four_descriptors_reserved_the_kernel_is_cured(tmp_path: Path) -> None:
    exact = "SafeFP4, SafeFP4; NONE, 128, 64, 256, 1, 1, 1, false, false, false, true"
    source = moe_source(tmp_path, FLAGSHIP, exact)
    builder = "cutlass/include/cutlass/gemm/collective/builders/sm120_blockscaled_mma_builder.inl"
    changes = {"sizeof(cute::TmaDescriptor) * 2": "sizeof(cute::TmaDescriptor) * 4"}
    old, new = headers("0.7.4"), edited("0.7.4", builder, changes, tmp_path / "edited")
    diff, _ = compare_with(request(source, device="120", headers=old), request(source, device="120", headers=new))
    text = told(diff.changes)
    assert "1 cured" in text
    assert "102,400 bytes, 3 stages, overflow → 74,752 bytes, 2 stages" in text
    # What fitted to the byte loses a stage that it need not lose.
    assert "101,376 bytes, 3 stages → 72,704 bytes, 2 stages" in text


def pairs(kernels: list[Kernel]) -> dict[str, set[tuple[int, ...] | None]]:
    """The tiles of each pair of element types."""
    found: dict[str, set[tuple[int, ...] | None]] = {}
    for kernel in kernels:
        found.setdefault(f"{kernel.arguments['DataType_']} x {kernel.arguments['WeightType_']}", set()).add(kernel.tile)
    return found


def test_o4_which_tiles_of_each_pair_of_types_there_are_and_fit() -> None:
    old = [kernel for kernel in moe().kernels if kernel.instantiation.launcher == MACRO]
    assert len(old) == 40
    mixed = "__nv_fp8_e4m3 x SafeFP4"
    assert pairs(old)[mixed] == {(128, 128, 128)}
    assert "0 of 8 with __nv_fp8_e4m3 fail" in said(asked(moe()), MACRO)
    files = generated("0.7.4", "")
    found = [one for source in read(request(*files, device="120")).sources.values() for one in source.instantiations]
    assert Counter(one.arguments[1:3] for one in found) == {
        ("SafeFP4", "SafeFP4"): 64,
        ("__nv_fp8_e4m3", "SafeFP4"): 24,
    }
    new = lint(request(*(file for file in files if "__nv_fp8_e4m3" in file.read_text()), device="120"))
    tiles = pairs([kernel for kernel in new.kernels if kernel.verdict == "fits"])
    assert tiles[mixed] == {(128, 128, 128), *SMALL_TILES}
    assert {kernel.verdict for kernel in new.kernels if kernel.arguments["DataType_"] == "__nv_fp8_e4m3"} == {"fits"}


def test_o7_the_same_message_on_an_l40() -> None:
    (file,) = cache_of("0.6.3").rglob("*_sm80_M128_group0.generated.cu")
    log = "[TensorRT-LLM][ERROR] Assertion failed: GPU lacks the shared memory resources to run GroupedGEMM kernel "
    diff = asked(lint(request(file, device="89")), f"{log}(/src/moe_gemm/moe_gemm_kernels_template.h:122)\n")
    assert "occupancy" in told(diff.logs)
    assert "147,456 of 101,376 bytes on Sm89: 46,080 too many, with 4 stages" in said(diff)


def test_o8_vllms_blockwise_fp8_kernels_fit_so_that_size_is_not_the_reason() -> None:
    csrc = vllm() / "csrc"
    source = csrc / "quantization" / "cutlass_w8a8" / "c3x" / "scaled_mm_blockwise_sm120_fp8.cu"
    log = "RuntimeError: Error Internal\nException raised from cutlass_gemm_caller at /src/cutlass_gemm_caller.cuh:61\n"
    diff = asked(lint(with_cutlass(source, device="121", include=(csrc,))), log, failing="scaled_mm_blockwise")
    found = list(judgements(diff).values())
    assert len(found) == 2
    for judgement in found:
        assert judgement.hypothesis == "fits"
        assert "77,824 of 101,376 bytes on Sm121: size is not the reason" in judgement.explanation
        assert "the architecture that the module was compiled for" in judgement.explanation
    assert "initialize" in told(diff.logs)


@pytest.mark.parametrize(
    ("name", "device", "hypothesis", "explanation"),
    [
        (
            "nvfp4_blockwise_moe_kernel.cu",
            "121",
            "other architecture",
            "ArchTag Sm100 cannot run on Sm121, whatever its size: 218,112 of 232,448 bytes there",
        ),
        ("nvfp4_scaled_mm_kernels.cu", "110", "fits", "218,112 of 232,448 bytes on Sm110: size is not the reason"),
    ],
    ids=["o9", "o10"],
)
def test_o9_o10_vllms_nvfp4_kernels_of_sm100(name: str, device: str, hypothesis: str, explanation: str) -> None:
    csrc = vllm() / "csrc"
    source = csrc / "quantization" / "fp4" / name
    made = with_cutlass(source, device=device, include=(csrc,), defines=("ENABLE_NVFP4_SM100=1",))
    diff = asked(lint(made), "RuntimeError: Failed to initialize GEMM\n", failing=name)
    found = judgements(diff).values()
    assert {judgement.hypothesis for judgement in found} == {hypothesis}
    assert any(judgement.explanation.startswith(explanation) for judgement in found)


def test_o17_one_stage_is_too_few_and_the_tile_that_fits() -> None:
    kernel = next(
        kernel
        for kernel in moe().kernels
        if kernel.arguments.get("DataType_") == "__nv_fp8_e4m3"
        and (kernel.arguments["FUSION_"], kernel.arguments["SWAP_AB_"]) == ("FINALIZE", "false")
    )
    assert (kernel.tile, kernel.stages, kernel.sizes and kernel.sizes.kernel) == ((128, 128, 128), 2, 87040)
    place = f"{kernel.id.rpartition('/')[2]}"
    made = request(Path(kernel.instantiation.file), device="120")
    (result,) = fit(made, parse_name(place), [parse_values("CTA_N=256")]).results
    assert result.kernel.status == "rejected"
    assert "Stages >= 2" in (result.kernel.reason or "")
    assert "Stages set to value 2 or more" in (result.kernel.reason or "")


def test_o18_what_a_source_tile_costs(tmp_path: Path) -> None:
    (source,) = cache_of("0.7.4").rglob("fp4_gemm_cutlass___nv_bfloat16_128_256_128.cu")
    template = "include/flashinfer/gemm/fp4_gemm_template_sm120.h"
    lines = [
        line for line in (headers("0.7.4") / template).read_text().splitlines() if "using ElementC = void;" in line
    ]
    in_function, in_kernel = lines
    changes = {
        in_kernel: in_kernel.replace("void; ", "OutElementType; "),
        f"{in_function}\n": in_function.replace("void;", "typename Gemm::ElementC;\n"),
    }
    new = edited("0.7.4", template, changes, tmp_path / "edited")
    old = request(source, device="120", headers=headers("0.7.4"))
    diff, _ = compare_with(old, request(source, device="120", headers=new))
    text = told(diff.changes)
    assert "93,184 bytes, 3 stages → 97,280 bytes, 3 stages" in text
    assert "4 of another size" in text


def test_o28_what_is_generated_counts() -> None:
    tiles = {}
    for version in ("0.6.3", "0.6.8", "0.7.4"):
        sources = read(request(*generated(version, ""), device="120")).sources.values()
        found = [one for source in sources for one in source.instantiations]
        tiles[version] = (len(found), len({one.arguments[7:10] for one in found}))
    assert tiles == {"0.6.3": (40, 4), "0.6.8": (40, 4), "0.7.4": (88, 8)}


def test_o32_a_kernel_of_its_own_is_not_sized_and_its_constants_are_told() -> None:
    report = lint(request(cache_of("0.6.3", "100"), device="100", modules=("tgv_gemm_bf16",)))
    found = judgements(asked(report, failing="tgv_gemm")).values()
    assert found
    assert {judgement.hypothesis for judgement in found} == {"not sized"}
    assert all("a kernel of its own" in judgement.explanation for judgement in found)
    assert all("its stages are given: DMA_Stage=" in judgement.explanation for judgement in found)
