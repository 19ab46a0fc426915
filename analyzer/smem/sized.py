"""A kernel with the numbers that the front end printed for its type."""

from __future__ import annotations

from msgspec.structs import replace

from cutlass_lint.analyzer.model import Kernel
from cutlass_lint.analyzer.smem.evidence import Evidence


def sized(kernel: Kernel, evidence: Evidence) -> Kernel:
    """The kernel, whose type is known, with its sizes and verdict; what a launcher's arguments spell is kept."""
    numbers = evidence.numbers.get(kernel.kernel_type or "")
    if numbers is None:
        return replace(kernel, reason="the front end printed no size for it")
    kernel = replace(
        kernel,
        status="sized",
        schedule=evidence.schedule(kernel.kernel_type or ""),
        stage_count=evidence.stage_count,
        sizes=numbers.sizes,
        stages=numbers.stages,
        threads=numbers.threads,
        arch=numbers.arch or kernel.arch,
        tile=kernel.tile or numbers.tile,
        cluster=kernel.cluster or numbers.cluster,
    )
    if kernel.limit is None:
        return kernel
    return replace(kernel, verdict="fits" if numbers.sizes.kernel <= kernel.limit else "overflow")
