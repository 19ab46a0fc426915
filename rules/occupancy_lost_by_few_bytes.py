"""SMEM005: a few bytes of shared memory keep one more block from a multiprocessor.

## What it does

Counts the blocks of a kernel that the shared memory of a multiprocessor holds, with what the system reserves for each
and the unit that it allocates in, and says where 1,024 bytes less, or fewer, would make room for one block more. It
says so only where all else is certain to have room: with 255 registers for each thread, the most there can be, these
blocks still share the register file. That is 256 threads in all, which any multiprocessor can hold, in up to 8 blocks,
which it can, too. Kernels of more than 128 threads are never named.

1,024 bytes are the largest alignment that CUTLASS gives to shared memory: what a change of alignment or of the order of
members can win, without a smaller tile or a stage less.

## Why it matters

Where two blocks share a multiprocessor, one computes while the other waits for its tiles or writes its output.

## Example

On Sm120 (102,400 bytes a multiprocessor, 1,024 reserved for each block), a kernel of 128 threads and 50,688 bytes has a
multiprocessor to itself. Two of 50,176 bytes would fit.

## What to do

Look for padding in the layout (`cutlass-lint explain`). A persistent kernel that is launched with one block for each
multiprocessor gains nothing.

## References

CUDA C++ Programming Guide, "Technical Specifications per Compute Capability"; cuda_occupancy.h of the CUDA toolkit.
"""

from __future__ import annotations

from collections.abc import Iterator

from cutlass_lint.analyzer.devices import DEVICES, MAX_REGISTERS, registers_per_thread
from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Finding
from cutlass_lint.rules import Rule

_FEW = 1024
"""Bytes: the alignment of the tensors in CUTLASS's collectives, and so what a kernel's storage is rounded up to."""


def check(graph: KernelGraph) -> Iterator[Finding]:
    """Yield a finding for each kernel of which a little less would let one more block be resident."""
    devices = {device.name: device for device in DEVICES.values()}
    for kernel in (kernel for kernel in graph.kernels() if kernel.verdict == "fits"):
        device, sizes, threads = devices.get(kernel.device or ""), kernel.sizes, kernel.threads
        if device is None or sizes is None or threads is None:
            continue
        more = device.resident_blocks(sizes.kernel) + 1
        enough = device.largest_for(more)
        if sizes.kernel - enough <= _FEW and registers_per_thread(threads, more) == MAX_REGISTERS:
            yield RULE.about(
                kernel,
                f"a multiprocessor of {device.name} holds {more - 1} of its blocks with {sizes.kernel:,} bytes, "
                f"{more} with {enough:,} ({sizes.kernel - enough:,} less)",
                details=(f"{more} blocks of {threads} threads fit even with {MAX_REGISTERS} registers a thread",),
            )


RULE = Rule("SMEM005", "occupancy-lost-by-few-bytes", "note", check)
