"""SCHED004: no device that the module is built for can run the kernel's ArchTag.

## What it does

Compares the ArchTag of sized CUTLASS 3.x kernels with the devices of their module: those of the `-gencode` in its
build, else of the cache's architecture folder, or the one named with `--arch`.

## Why it matters

From 9.0 on, CUTLASS's collectives use instructions that only one family of devices has: wgmma on 9.x, tcgen05 on 10.x
and 11.x, block-scaled mma.sync on 12.x. nvcc compiles such a kernel for another device without complaint, and leaves
out what that device lacks. When it runs, it stops with "Arch conditional MMA instruction used without targeting
appropriate compute capability", or initialize() answers "Error Internal". Its size says nothing there.

## Example

ArchTag Sm100 in a module that is built for sm_121a, such as vLLM's NVFP4 MoE kernel on a DGX Spark.

## What to do

Build the module for a device that runs these kernels, or instantiate those of the device's own ArchTag. Where the
device was named with `--arch`, lint the sources that are built for it.

## References

PTX ISA, "Target ISA Notes" of wgmma, tcgen05 and mma; CUTLASS, "Functionality", "Target Architecture".
"""

from __future__ import annotations

from collections.abc import Iterator

from cutlass_lint.analyzer.devices import DEVICES, runs_on
from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Finding, Kernel, Module
from cutlass_lint.rules import Rule
from cutlass_lint.rules.several import about_all


def check(graph: KernelGraph) -> Iterator[Finding]:
    """Yield a finding for the kernels of each launcher and ArchTag that run on none of their module's devices."""
    groups: dict[tuple[str, str, str, str], list[Kernel]] = {}
    for kernel in graph.kernels():
        # Kernels without a CUTLASS 3.x mainloop may ask for less than their ArchTag has. The device of a kernel is one
        # that runs it, where its module has such a one.
        if kernel.arch and kernel.device and kernel.sizes and kernel.sizes.mainloop is not None:
            launcher = kernel.instantiation.launcher
            if runs_on(kernel.arch, kernel.device) is False:
                groups.setdefault((kernel.module, launcher, kernel.arch, kernel.device), []).append(kernel)
    for kernels in groups.values():
        yield _finding(graph.module(kernels[0]), kernels)


RULE = Rule("SCHED004", "architecture-mismatch", "error", check)


def _finding(module: Module | None, kernels: list[Kernel]) -> Finding:
    first = kernels[0]
    names = [f"Sm{device}" for device in module.devices] if module else [first.device or ""]
    which = "the devices" if names[1:] else "the device"
    message = f"ArchTag {first.arch} does not run on {' or '.join(names)}, {which} of module {first.module}"
    able = [device.name for device in DEVICES.values() if runs_on(first.arch, device.name)]
    if kernels[1:]:
        message = f"{len(kernels):,} kernels of {first.instantiation.launcher}: {message}"
    return about_all(RULE, kernels, message, details=(f"it runs on {', '.join(able)}",), related=first.chain)
