"""Kernels as sizing leaves them, for graphs of them."""

from __future__ import annotations

from cutlass_lint.analyzer.model import Instantiation, Kernel, Launcher, Report, Root, Schedule, Sizes

REPORT = Report((Root("/root", "folder"),), 1, (), ())
MOE = {
    "ArchTag_": "Sm120",
    "DataType_": "SafeFP4",
    "WeightType_": "SafeFP4",
    "OutputType_": "half",
    "EpilogueSchedule_": "void",
    "EpilogueTag_": "EpilogueOpDefault",
    "FUSION_": "FINALIZE",
    "CTA_M_": "128",
    "CTA_N_": "256",
    "CTA_K_": "128",
    "CGA_M_": "1",
    "CGA_N_": "1",
    "CGA_K_": "1",
    "SWAP_AB_": "false",
}
MIXED = {
    "ActivationType": "half",
    "QuantOp": "cutlass::WeightOnlyQuantOp::PER_COLUMN_SCALE_ONLY",
    "EpilogueTag": "tensorrt_llm::cutlass_extensions::EpilogueOpBias",
    "CTAShape": "cute::Shape<cute::Int<64>, cute::Int<16>, cute::Int<128>>",
    "ClusterShape": "cute::Shape<cute::Int<2>, cute::Int<1>, cute::Int<1>>",
    "MainloopScheduleType": "cutlass::gemm::KernelTmaWarpSpecializedPingpong",
    "EpilogueScheduleType": "cutlass::epilogue::TmaWarpSpecialized",
}


def launcher(file: str = "/root/launcher.inl") -> Launcher:
    return Launcher("LAUNCH", "macro", file, 7, ())


def kernel(line: int = 1, arguments: dict[str, str] | None = None, **changes: object) -> Kernel:
    known: dict[str, object] = {
        "id": f"a/kernels.cu:{line}",
        "module": "moe_120",
        "instantiation": Instantiation("/root/a/kernels.cu", line, 1, line, 0, 0, "LAUNCH", "macro", ()),
        "launcher": launcher(),
        "arguments": MOE if arguments is None else arguments,
        "status": "unknown",
        "device": "Sm120",
        "limit": 101376,
    }
    return Kernel(**{**known, **changes})


def sized(line: int = 1, arguments: dict[str, str] | None = None, bytes_: int = 102400, **changes: object) -> Kernel:
    known: dict[str, object] = {
        "status": "sized",
        "arch": "Sm120",
        "tile": (128, 256, 128),
        "cluster": (1, 1, 1),
        "schedule": Schedule("KernelScheduleAuto", "TmaWarpSpecialized", "KernelCooperative<3>"),
        "sizes": Sizes(epilogue=17408, mainloop=83968, kernel=bytes_),
        "stages": 3,
        "threads": 384,
        "verdict": "overflow" if bytes_ > 101376 else "fits",
    }
    return kernel(line, arguments, **{**known, **changes})
