"""A kernel with the numbers that the front end printed for its type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from cutlass_lint.analyzer.devices import limiting_device
from cutlass_lint.analyzer.model import Kernel, Module

if TYPE_CHECKING:
    from cutlass_lint.analyzer.smem.evidence import Evidence


def on_device(kernel: Kernel, module: Module) -> Kernel:
    """The kernel with the device of its module whose limit counts: the least of those that run its ArchTag."""
    device = limiting_device(module.devices, kernel.arch)
    return replace(kernel, device=device.name, limit=device.optin_limit) if device else kernel


def sized(kernel: Kernel, module: Module, evidence: Evidence) -> Kernel:
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
    kernel = on_device(kernel, module)
    if kernel.limit is None:
        return kernel
    return replace(kernel, verdict="fits" if numbers.sizes.kernel <= kernel.limit else "overflow")
