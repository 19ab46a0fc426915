"""The graph of kernels and what they are made of, which rules walk.

Nodes are (kind, name): kernels, launchers, tiles, clusters, schedules, arguments and SharedStorage terms. Each edge
leads from a kernel and carries, as `relation`, the kind of what it leads to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from cutlass_lint.analyzer.model import Kernel

if TYPE_CHECKING:
    import networkx

Node = tuple[str, str]


class KernelGraph:
    """Kernels with their launchers, tiles, clusters, schedules, arguments and sizes as a `networkx.DiGraph`."""

    def __init__(self, kernels: Iterable[Kernel]) -> None:
        import networkx  # a sixth of a second, which --help and --version need not wait for

        self.graph: networkx.DiGraph = networkx.DiGraph()
        for kernel in kernels:
            node: Node = ("kernel", kernel.id)
            self.graph.add_node(node, kernel=kernel)
            for kind, name in _parts(kernel):
                self.graph.add_edge(node, (kind, name), relation=kind)

    def kernels(self) -> Iterator[Kernel]:
        """Every kernel, in the order given."""
        for _node, data in self.graph.nodes(data=True):
            if "kernel" in data:
                yield data["kernel"]

    def sharing(self, kernel: Kernel, kind: str) -> Iterator[Kernel]:
        """The other kernels that have the same node of a kind, such as the same launcher."""
        for part in self.graph.successors(("kernel", kernel.id)):
            if part[0] == kind:
                for node in self.graph.predecessors(part):
                    if node[1] != kernel.id:
                        yield self.graph.nodes[node]["kernel"]

    def neighbours(self, kernel: Kernel) -> Iterator[tuple[str, Kernel]]:
        """Sized kernels of the same module and launcher that differ in exactly one argument, with its name."""
        for other in self.sharing(kernel, "launcher"):
            if other.status == "sized" and other.module == kernel.module:
                differing = [name for name, value in kernel.arguments.items() if other.arguments.get(name) != value]
                if len(differing) == 1:
                    yield differing[0], other


def _parts(kernel: Kernel) -> Iterator[Node]:
    yield "launcher", kernel.instantiation.launcher
    if kernel.arch:
        yield "arch", kernel.arch
    if kernel.tile:
        yield "tile", "×".join(map(str, kernel.tile))
    if kernel.cluster:
        yield "cluster", "×".join(map(str, kernel.cluster))
    for kind, schedule in (
        ("kernel-schedule", kernel.schedule.kernel),
        ("epilogue-schedule", kernel.schedule.epilogue),
        ("resolved-schedule", kernel.schedule.resolved),
    ):
        if schedule:
            yield kind, schedule
    for name, value in kernel.arguments.items():
        yield "argument", f"{name}={value}"
    if kernel.sizes:
        yield "term", f"sizeof(CollectiveEpilogue::SharedStorage)={kernel.sizes.epilogue}"
        yield "term", f"sizeof(CollectiveMainloop::SharedStorage)={kernel.sizes.mainloop}"
        yield "term", f"sizeof(GemmKernel::SharedStorage)={kernel.sizes.kernel}"
