"""The graph itself, and the questions that rules ask of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import PurePath
from typing import TYPE_CHECKING

from cutlass_lint.analyzer.devices import runs_on
from cutlass_lint.analyzer.graph.parts import RELATIONS, Attribute, Kind, Part, parts_of
from cutlass_lint.analyzer.model import Kernel, Module, Source, Surroundings

if TYPE_CHECKING:
    import networkx

Node = tuple[str, str]
_NOTHING = Surroundings()


class KernelGraph:
    """Kernels and what they are made of as a `networkx.MultiDiGraph`, described in the package's documentation.

    `surroundings` is what was read beside them: modules, sources, builds.
    """

    def __init__(self, kernels: Iterable[Kernel], surroundings: Surroundings = _NOTHING) -> None:
        self.surroundings = surroundings
        self._kernels = {kernel.id: kernel for kernel in kernels}

    @cached_property
    def graph(self) -> networkx.MultiDiGraph:
        """The graph, made where it is asked for."""
        import networkx

        graph = networkx.MultiDiGraph()
        for kernel in self._kernels.values():
            node: Node = ("kernel", kernel.id)
            graph.add_node(node, kernel=kernel, kind="kernel", name=kernel.id, **kernel_attributes(kernel))
            for part in self._parts[kernel.id]:
                _join(graph, node, part)
        return graph

    def module(self, kernel: Kernel) -> Module | None:
        """The module that a kernel is built in; None where nothing was read beside the kernels."""
        return self._modules.get((kernel.module, kernel.instantiation.file))

    def source(self, kernel: Kernel) -> Source | None:
        """The source that a kernel is instantiated in; None where nothing was read beside the kernels."""
        return self._sources.get(kernel.instantiation.file)

    @cached_property
    def _sources(self) -> dict[str, Source]:
        return {source.file: source for source in self.surroundings.sources}

    @cached_property
    def _modules(self) -> dict[tuple[str, str], Module]:
        return {(module.name, file): module for module in self.surroundings.modules for file in module.sources}

    def kernels(self) -> Iterator[Kernel]:
        """Every kernel, in the order given."""
        yield from self._kernels.values()

    def running(self) -> Iterator[Kernel]:
        """The kernels but for those whose ArchTag their device cannot run, whatever their size."""
        return (kernel for kernel in self.kernels() if runs_on(kernel.arch, kernel.device) is not False)

    def parts(self, kernel: Kernel, kind: Kind) -> list[str]:
        """The names of a kernel's nodes of a kind, such as its element types."""
        return list(dict.fromkeys(part.name for part in self._parts[kernel.id] if part.kind == kind))

    def having(self, kind: Kind, name: str) -> Iterator[Kernel]:
        """The kernels that have a node, such as the verdict "overflow"; none where no kernel has."""
        yield from self._having.get((kind, name), ())

    # What rules ask for is found without networkx, which takes a while to load.
    @cached_property
    def _parts(self) -> dict[str, tuple[Part, ...]]:
        """What each kernel is made of, by its id."""
        return {kernel.id: tuple(parts_of(kernel)) for kernel in self.kernels()}

    @cached_property
    def _having(self) -> dict[Node, list[Kernel]]:
        found: dict[Node, list[Kernel]] = defaultdict(list)
        for id_, parts in self._parts.items():
            for node in dict.fromkeys((part.kind, part.name) for part in parts):
                found[node].append(self._kernels[id_])
        return found

    def sharing(self, kernel: Kernel, kind: Kind) -> Iterator[Kernel]:
        """The other kernels, each once, that share a node of a kind with this one, such as its launcher."""
        others = (other for name in self.parts(kernel, kind) for other in self.having(kind, name))
        yield from {other.id: other for other in others if other.id != kernel.id}.values()

    def neighbours(self, kernel: Kernel) -> Iterator[tuple[str, Kernel]]:
        """Sized kernels of the same module and launcher that differ in exactly one argument, with its name."""
        for other in self.sharing(kernel, "launcher"):
            if other.status == "sized" and other.module == kernel.module:
                differing = [name for name, value in kernel.arguments.items() if other.arguments.get(name) != value]
                if len(differing) == 1:
                    yield differing[0], other


def _join(graph: networkx.MultiDiGraph, kernel: Node, part: Part) -> None:
    node: Node = (part.kind, part.name)
    if node not in graph:
        graph.add_node(node, kind=part.kind, name=part.name, label=_label(part), **part.attributes)
    known = graph.nodes[node]
    for name, value in part.attributes.items():
        if known.setdefault(name, value) != value:
            known[name] = None
    # What the headers answer adds nothing where an argument has asked for just that.
    if part.parameter is not None or not graph.has_edge(kernel, node):
        relation = RELATIONS[part.kind]
        key = part.parameter or relation
        graph.add_edge(kernel, node, key, relation=relation, parameter=part.parameter, value=part.value)


def kernel_attributes(kernel: Kernel) -> dict[str, Attribute]:
    """The plain attributes of a kernel's node; `margin` is what its limit leaves, below 0 where it overflows."""
    sizes = kernel.sizes
    return {
        # The last part of its id, which has the line: enough to tell it from others in a picture.
        "label": PurePath(kernel.id).name,
        "file": kernel.instantiation.file,
        "line": kernel.instantiation.line,
        "variant": kernel.variant,
        "module": kernel.module,
        "launcher": kernel.instantiation.launcher,
        "status": kernel.status,
        "reason": kernel.reason,
        "confidence": kernel.confidence,
        "verdict": kernel.verdict,
        "arch": kernel.arch,
        "device": kernel.device,
        "stages": kernel.stages,
        "threads": kernel.threads,
        "epilogue_bytes": sizes.epilogue if sizes else None,
        "mainloop_bytes": sizes.mainloop if sizes else None,
        "kernel_bytes": sizes.kernel if sizes else None,
        "limit": kernel.limit,
        "margin": kernel.margin,
    }


def _label(part: Part) -> str:
    """What a picture writes on a part."""
    if part.kind == "argument":
        return f"{(part.parameter or '').rstrip('_')}={part.value}"
    if part.kind == "term":
        return f"{part.attributes['expression']} = {part.attributes['bytes']:,}"
    return f"{part.name} stages" if part.kind == "stages" else part.name
