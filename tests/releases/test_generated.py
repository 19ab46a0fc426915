"""What real releases generate, fetched here: every module of a device, in the form of FlashInfer's own cache."""

from __future__ import annotations

import pytest

from cutlass_lint.analyzer.devices import parse_device
from cutlass_lint.analyzer.workspace import discover, releases

SM100 = {"fp8_gemm_cutlass": 12, "gemm_sm100": 53, "tgv_gemm_bf16": 11, "tgv_gemm_fp16": 11}
# Sources of each module. 0.3.1 has no wheel, and no fused MoE for SM120; up to 0.5.2 SM103 runs the one for SM100.
EXPECTED = {
    ("0.3.1", "90"): {"fused_moe_90": 132, "gemm_sm90": 8},
    ("0.3.1", "120"): {"fp4_gemm_cutlass_sm120": 2, "gemm_sm120": 20},
    ("0.5.2", "103"): SM100 | {"fp4_gemm_cutlass": 8, "fused_moe_100": 82},
    ("0.6.3", "90"): {"fused_moe_90": 154, "gemm_sm90": 8},
    ("0.6.3", "100"): SM100 | {"bf16_gemm_cutlass": 10, "fp4_gemm_cutlass": 8, "fused_moe_100": 226},
    ("0.6.3", "103"): SM100 | {"bf16_gemm_cutlass": 10, "fp4_gemm_cutlass_sm103": 14, "fused_moe_103": 238},
    ("0.6.3", "120"): {"fp4_gemm_cutlass_sm120": 2, "fused_moe_120": 62, "gemm_sm120": 20},
    ("0.7.4", "100"): SM100
    | {
        "bf16_gemm_cutlass": 15,
        "fp4_gemm_cutlass": 8,
        "fused_moe_100": 242,
        "mxfp8_gemm_cutlass": 8,
        "nvfp4_svdquant_gemm_cutlass": 8,
    },
    ("0.7.4", "120"): {
        "fp4_gemm_cutlass_sm120": 16,
        "fused_moe_120": 68,
        "gemm_sm120": 28,
        "mxfp8_gemm_cutlass_sm120": 6,
        "nvfp4_svdquant_gemm_cutlass_sm120": 31,
    },
}


@pytest.mark.parametrize(("version", "device"), EXPECTED)
def test_every_module_of_a_device(version: str, device: str) -> None:
    release = releases.fetch(f"flashinfer=={version}")
    made = releases.generate(release, parse_device(device))
    assert made.problems == ()
    assert made.modules == tuple(sorted(EXPECTED[version, device]))
    workspace = discover(made.cache, device=parse_device(device))
    assert workspace.problems == ()
    assert {module.name: len(module.sources) for module in workspace.modules} == EXPECTED[version, device]
    for module in workspace.modules:
        assert module.problem is None
        assert module.headers is not None
        assert (module.headers.release, module.devices) == (version, (device,))
        assert module.flags.defines
    # Up to 0.6.2 a release writes instantiations into its own package.
    assert not list((release / "flashinfer").rglob("*.generated.cu"))


def test_the_releases_own_flags() -> None:
    release = releases.fetch("flashinfer==0.6.3")
    workspace = discover(releases.generate(release, parse_device("120")).cache)
    flags = {module.name: set(module.flags.defines) for module in workspace.modules}
    assert {"ENABLE_BF16", "ENABLE_FP4", "NDEBUG"} <= flags["fp4_gemm_cutlass_sm120"]
    assert {"COMPILE_BLACKWELL_SM120_TMA_GROUPED_GEMMS", "USING_OSS_CUTLASS_MOE_GEMM"} <= flags["fused_moe_120"]
    assert {module.devices for module in workspace.modules} == {("120",)}
