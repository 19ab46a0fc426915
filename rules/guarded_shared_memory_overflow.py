"""SMEM002: the kernel is larger than a block may be, and its launcher finds that out at run time.

## What it does

Compares the shared memory that a launch by `<<<...>>>` asks for with the opt-in limit per block of the device, for
launchers that query the occupancy of their kernel before they use it.

## Why it matters

The kernel is compiled for this device and can never run on it. An autotuner sees an occupancy of 0 and passes it over;
a caller that names the configuration itself gets "GPU lacks the shared memory resources to run ...".

## Example

`sm80_generic_fused_moe_gemm_kernelLauncher` with 4 stages of 128×128×64 takes 147,456 bytes: they fit on Sm80
(166,912), not on Sm89 or Sm120 (101,376), whose modules build it too.

## What to do

Nothing where an autotuner chooses. Else choose a configuration with fewer stages, or leave this one out of the module.

## References

CUDA C++ Programming Guide, "Compute Capabilities"; CUDA Runtime API, cudaOccupancyMaxActiveBlocksPerMultiprocessor.
"""

from __future__ import annotations

from collections.abc import Iterator

from cutlass_lint.analyzer.devices import DEVICES
from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Finding, Kernel, Location, Related
from cutlass_lint.rules import Rule
from cutlass_lint.rules.shared_memory_overflow import guarded


def check(graph: KernelGraph) -> Iterator[Finding]:
    """Yield a finding for each kernel that is too large where an occupancy query keeps it from running."""
    for kernel in graph.running():
        if kernel.verdict == "overflow" and guarded(kernel):
            yield from _finding(kernel)


RULE = Rule("SMEM002", "guarded-shared-memory-overflow", "warning", check)


def _finding(kernel: Kernel) -> Iterator[Finding]:
    launcher, sizes, limit = kernel.launcher, kernel.sizes, kernel.limit
    if launcher is None or sizes is None or limit is None:
        return
    roomy = [device.name for device in DEVICES.values() if device.optin_limit >= sizes.kernel]
    fits = f"never runs there; it fits on {', '.join(roomy)}" if roomy else "never runs there"
    yield RULE.about(
        kernel,
        f"{sizes.kernel:,} bytes of shared memory > {limit:,} ({kernel.device} opt-in limit per block): {fits}",
        details=(
            "the launcher asks first whether it fits: an autotuner passes it over, a caller that names it gets "
            '"GPU lacks the shared memory resources to run ..."',
        ),
        related=(
            Related(Location(launcher.file, launcher.occupancy_line), "asks how many blocks fit on a multiprocessor"),
            *kernel.chain,
        ),
    )
