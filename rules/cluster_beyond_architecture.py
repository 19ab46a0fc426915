"""SCHED003: a cluster, or a multicast to one, that no device of the module can do.

## What it does

Compares static ClusterShapes with the largest cluster that is documented for the devices that the module is built for,
and finds TMA loads with multicast where the devices have none. Clusters that are chosen at run time are left alone.

## Why it matters

The headers accept any cluster shape of a kernel of Sm90 or Sm100. Clusters of 9 to 16 thread blocks run, because
CUTLASS sets `cudaFuncAttributeNonPortableClusterSizeAllowed`; the launch of a larger one is refused, and run() fails.
On Sm120 and Sm121 most builders assert that the cluster is 1×1×1, as there is no multicast. The one for blockwise
scaling does not, and makes a kernel that CUTLASS does not support.

## Example

A ClusterShape of 4×8×1 on Sm90: 32 thread blocks, 16 are possible. One of 2×1×1 with KernelScheduleSm120Blockwise.

## What to do

Choose a smaller cluster; 1×1×1 on Sm120 and Sm121.

## References

Hopper Tuning Guide and Blackwell Tuning Guide, "Distributed Shared Memory"; CUDA C++ Programming Guide, "Thread Block
Clusters"; CUTLASS, "Blackwell Functionality", "Blackwell SM120 GEMMs"; cutlass/cluster_launch.hpp.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from cutlass_lint.analyzer.devices import DEVICES, Device, capability_of, runs_on
from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Finding, Kernel
from cutlass_lint.rules import Rule

_MULTICAST = "SM90_TMA_LOAD_MULTICAST"
"""cute/arch/copy_sm90_tma.hpp: the copy operation of a mainloop that loads for several thread blocks at once."""
_FIRST_WITH_CLUSTERS = 90
_WITHOUT_MULTICAST = ("120", "121")
"""CUTLASS, "Blackwell SM120 GEMMs", "Cluster Size": no multicast, the cluster shape is fixed to 1×1×1."""


def check(graph: KernelGraph) -> Iterator[Finding]:
    """Yield a finding for each kernel whose cluster none of the devices that run its code can do."""
    for kernel in graph.kernels():
        size = math.prod(kernel.cluster or ())
        if size > 1 and _is_static(kernel):
            yield from _judged(kernel, size, _running(graph, kernel))


RULE = Rule("SCHED003", "cluster-beyond-architecture", "error", check)


def _is_static(kernel: Kernel) -> bool:
    """Whether a kernel's type has its cluster: what arguments spell may be a mere preference of a dynamic one."""
    shape = ", ".join(f"cute::C<{extent}>" for extent in kernel.cluster or ())
    return f"cute::tuple<{shape}>" in (kernel.kernel_type or "")


def _running(graph: KernelGraph, kernel: Kernel) -> list[Device]:
    """The devices of a kernel's module that run its code as clusters; where there are none, SCHED004 has all to say."""
    module = graph.module(kernel)
    # gemm_universal_adapter.h launches clusters of kernels of Sm90 and up only.
    if module is None or int(capability_of(kernel.arch or "") or 0) < _FIRST_WITH_CLUSTERS:
        return []
    devices = (DEVICES[capability] for capability in module.devices)
    return [device for device in devices if runs_on(kernel.arch, device.name)]


def _judged(kernel: Kernel, size: int, devices: list[Device]) -> Iterator[Finding]:
    if not devices:
        return
    names = " or ".join(device.name for device in devices)
    cluster = "×".join(map(str, kernel.cluster or ()))
    largest = [device.largest_cluster for device in devices]
    if all(most is not None and size > most for most in largest):
        most = max(most for most in largest if most is not None)
        message = f"a cluster of {cluster} has {size} thread blocks: {names} allows {most} at most"
        yield RULE.about(kernel, message, details=("run() fails: the launch is refused",), related=kernel.chain)
    elif _MULTICAST in (kernel.kernel_type or "") and all(one.capability in _WITHOUT_MULTICAST for one in devices):
        message = f"a cluster of {cluster} with multicast loads: CUTLASS supports 1×1×1 only on {names}"
        yield RULE.about(kernel, message, details=(f"its mainloop loads by {_MULTICAST}",), related=kernel.chain)
