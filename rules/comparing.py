"""What the rules about labelled kernels share: the comparison of each launcher's kernels, and its entries as text."""

from __future__ import annotations

from collections.abc import Iterator

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.groups import AnyEntry, comparisons
from cutlass_lint.analyzer.model import Kernel


class _Plain:
    """Entries without emphasis: reports escape what is in a finding."""

    def code(self, text: str) -> str:
        return text

    def strong(self, text: str) -> str:
        return text

    def plain(self, text: str) -> str:
        return text


def compared(graph: KernelGraph) -> Iterator[tuple[Kernel, tuple[AnyEntry, ...]]]:
    """Yield for each launcher with failing and working kernels the first that fails, and what tells them apart."""
    labels = graph.surroundings.labels
    if labels is None:
        return
    kernels = list(graph.kernels())
    for comparison in comparisons(kernels, labels, {}):
        members = [kernel for kernel in kernels if kernel.instantiation.launcher == comparison.launcher]
        sides = {labels.of[kernel.id] for kernel in members if kernel.id in labels.of}
        if sides == {"failing", "working"}:
            yield next(kernel for kernel in members if labels.of.get(kernel.id) == "failing"), comparison.entries


def told(entry: AnyEntry) -> list[str]:
    """The lines of an entry."""
    return entry.explain(_Plain()).split("\n")
