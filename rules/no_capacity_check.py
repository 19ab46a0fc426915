"""SMEM004: the kernel layer compiles kernels that are larger than any block may be.

## What it does

Says once for each kernel class through which a kernel overflows that no assertion of it is about its SharedStorage. The
place is the class that declares the SharedStorage: the partial specialization of `GemmUniversal` that the kernels are
made from. It is known to have no such check, because kernels that are too large passed all its assertions, those that
open its device code included, and because its header has no assertion that names the SharedStorage or the capacity;
neither has that of a class that derives from it.

Kernels that the architecture of their ArchTag could hold are left out: a class may well check for that.

## Why it matters

Nothing tells before run time. The kernel compiles, `can_implement` succeeds, and `initialize` answers "Error Internal",
because `cudaFuncSetAttribute` refuses the size. The kernel classes of Sm100 and Sm103 refuse such a kernel where it is
compiled: "SMEM usage exceeded capacity."

## Example

CUTLASS 4.2.1 makes grouped kernels for Sm120 from `sm90_gemm_array_tma_warpspecialized_cooperative.hpp`, written for
Sm90. With FlashInfer 0.6.3, 4 kernels of 102,400 bytes compile through it.

## What to do

Assert in the launcher, behind the kernel's type, that `sizeof(typename GemmKernel::SharedStorage)` is no more than the
architecture's capacity, `cutlass::arch::sm120_smem_capacity_bytes`. The build then names the configuration.

## References

CUTLASS, cutlass/arch/arch.h: the capacities; the assertion over SharedStorageSize in
cutlass/gemm/kernel/sm100_gemm_array_tma_warpspecialized.hpp.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from cutlass_lint.analyzer.devices import DEVICES
from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Finding, Kernel, Location
from cutlass_lint.analyzer.sources.projects import header_of
from cutlass_lint.rules import Rule
from cutlass_lint.rules.stage_budgets import some

_CHECK = re.compile(rb"static_assert\w*\s*\([^;]*(?:SharedStorage|smem_capacity)", re.IGNORECASE)
_LIMITS = {device.name: device.optin_limit for device in DEVICES.values()}


def check(graph: KernelGraph) -> Iterator[Finding]:
    """Yield a finding for each kernel class through which kernels overflow."""
    found: dict[tuple[Location, str | None], list[Kernel]] = defaultdict(list)
    for kernel in (kernel for kernel in graph.kernels() if kernel.verdict == "overflow"):
        if kernel.classes and _is_too_large_for_its_arch(kernel) and not any(map(_checks, kernel.classes)):
            found[kernel.classes[0], kernel.device].append(kernel)
    for (place, device), kernels in found.items():
        yield _finding(place, device, kernels)


RULE = Rule("SMEM004", "no-capacity-check", "note", check)


def _is_too_large_for_its_arch(kernel: Kernel) -> bool:
    limit = _LIMITS.get(kernel.arch or "")
    return limit is not None and kernel.sizes is not None and kernel.sizes.kernel > limit


def _checks(place: Location) -> bool:
    """Whether the header of a class may check for the size of its storage."""
    header = header_of(place.file)
    return header is None or _CHECK.search(header.text.shape) is not None


def _finding(place: Location, device: str | None, kernels: Sequence[Kernel]) -> Finding:
    first = kernels[0]
    largest = max(kernel.sizes.kernel for kernel in kernels if kernel.sizes)
    number = f"{len(kernels):,} kernels of up to {largest:,} bytes pass" if kernels[1:] else f"{largest:,} bytes pass"
    return RULE.at(
        place,
        f"the kernel class has no check of its size: {number} its assertions, more than the {first.limit:,} "
        f"that a block on {device} may have",
        details=(f"kernels: {some(kernels)}",),
    )
