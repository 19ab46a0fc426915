"""What targets share: a folder of their own, and kernels to select from."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

from cutlass_lint.analyzer.model import Instantiation, Kernel, Sizes
from cutlass_lint.analyzer.sources import cluster_of, tile_of

_NAMES = ("ArchTag_", "FUSION_", "CTA_M_", "CTA_N_", "CTA_K_", "SWAP_AB_")


@cache
def scratch() -> Path:
    """A folder that lasts as long as the process."""
    folder = Path(tempfile.mkdtemp(prefix="cutlass-lint-fuzzing-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def is_one_line(text: str) -> bool:
    """Whether a message is what errors are to be: one line, and not nothing."""
    return bool(text.strip()) and "\n" not in text


@cache
def kernels() -> tuple[Kernel, ...]:
    """A kernel that fits, one that does not, and one of which nothing is known; numbers are chosen, not measured."""
    return (
        _kernel(3, ("Sm120", "NONE", "128", "128", "128", "false"), 93_184),
        _kernel(5, ("Sm120", "FINALIZE", "128", "256", "128", "false"), 102_400),
        _kernel(9, ("Sm120", "cute::Shape<cute::_1, cute::_2>", "M", "-1", "", "true"), None),
    )


def _kernel(line: int, arguments: tuple[str, ...], size: int | None) -> Kernel:
    file = "/cache/0.6.3/120a/gemm_sm120_M128_BS_group2.generated.cu"
    named = dict(zip(_NAMES, arguments, strict=True))
    return Kernel(
        f"gemm_sm120_M128_BS_group2.generated.cu:{line}",
        "fused_moe_120",
        Instantiation(file, line, 1, line + 1, 0, 1, "INSTANTIATE_MOE_GEMM", "macro", arguments),
        None,
        named,
        "unknown" if size is None else "sized",
        arch="Sm120",
        tile=tile_of(named),
        cluster=cluster_of(named),
        sizes=None if size is None else Sizes(epilogue=17_408, mainloop=75_776, kernel=size),
        stages=None if size is None else 3,
        device="Sm120",
        limit=101_376,
        verdict=None if size is None else "fits" if size <= 101_376 else "overflow",
    )
