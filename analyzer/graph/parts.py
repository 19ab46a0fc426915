"""What a kernel is made of: the nodes that its edges lead to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from cutlass_lint.analyzer.graph.argument_kinds import argument_kind, unqualified
from cutlass_lint.analyzer.model import Kernel
from cutlass_lint.analyzer.sources import cluster_of, tile_of

Kind = Literal[
    "launcher",
    "module",
    "arch",
    "device",
    "tile",
    "cluster",
    "element-type",
    "kernel-schedule",
    "resolved-schedule",
    "epilogue-schedule",
    "epilogue-fusion",
    "argument",
    "stages",
    "term",
    "verdict",
]

RELATIONS: dict[Kind, str] = {
    "launcher": "instantiates",
    "module": "is-in-module",
    "arch": "targets-arch",
    "device": "runs-on",
    "tile": "has-tile",
    "cluster": "has-cluster",
    "element-type": "has-element-type",
    "kernel-schedule": "asks-kernel-schedule",
    "resolved-schedule": "resolves-to-schedule",
    "epilogue-schedule": "asks-epilogue-schedule",
    "epilogue-fusion": "has-fusion",
    "argument": "has-argument",
    "stages": "has-stages",
    "term": "has-term",
    "verdict": "has-verdict",
}
"""The relation of the edges that lead to each kind of node."""

Attribute = str | int | None


class Part(Struct, frozen=True):
    """A node that a kernel has an edge to; `parameter` and `value` are the argument that says so, where one does."""

    kind: Kind
    name: str
    attributes: Mapping[str, Attribute] = {}
    parameter: str | None = None
    value: str | None = None


def parts_of(kernel: Kernel) -> Iterator[Part]:
    """Everything that a kernel is made of. Arguments come first, so that what they ask for is told by them."""
    launcher = kernel.launcher
    definition: dict[str, Attribute] = {}
    if launcher is not None:
        definition = {"form": launcher.form, "file": launcher.file, "line": launcher.line}
    yield Part("launcher", kernel.instantiation.launcher, definition)
    yield Part("module", kernel.module)
    yield from _arguments(kernel)
    if kernel.arch:
        yield Part("arch", unqualified(kernel.arch))
    if kernel.device:
        yield Part("device", kernel.device, {"limit": kernel.limit})
    if kernel.tile:
        yield Part("tile", _extents(kernel.tile), _dimensions(kernel.tile))
    if kernel.cluster:
        yield Part("cluster", _extents(kernel.cluster), _dimensions(kernel.cluster))
    yield from _schedules(kernel)
    if kernel.stages is not None:
        yield Part("stages", str(kernel.stages), {"stages": kernel.stages})
    yield from _terms(kernel)
    if kernel.verdict:
        yield Part("verdict", kernel.verdict)


def _arguments(kernel: Kernel) -> Iterator[Part]:
    numbers = tuple(item for item in kernel.arguments.items() if any(map(str.isdigit, item[1])))
    spelled = _spelled(numbers, kernel.tile, kernel.cluster)
    for parameter, text in kernel.arguments.items():
        if parameter in spelled:
            continue
        kind = argument_kind(parameter, text)
        if kind == "argument":
            attributes: dict[str, Attribute] = {"parameter": parameter, "value": text}
            yield Part(kind, f"{parameter}={text}", attributes, parameter, text)
        elif kind == "element-type":
            # As it is written: cutlass::half_t and half are two types.
            yield Part(kind, text, {}, parameter, text)
        else:
            yield Part(kind, unqualified(text), {}, parameter, text)


@lru_cache(maxsize=4096)
def _spelled(
    arguments: tuple[tuple[str, str], ...], tile: tuple[int, ...] | None, cluster: tuple[int, ...] | None
) -> frozenset[str]:
    """The parameters whose arguments spell the tile or the cluster: without one of them there would be none."""
    named = dict(arguments)
    return frozenset(
        left_out
        for extents, read in ((tile, tile_of), (cluster, cluster_of))
        if extents and read(named) == extents
        for left_out in named
        if read({name: text for name, text in arguments if name != left_out}) != extents
    )


def _schedules(kernel: Kernel) -> Iterator[Part]:
    if kernel.schedule.kernel:
        yield Part("kernel-schedule", unqualified(kernel.schedule.kernel))
    if kernel.schedule.epilogue:
        yield Part("epilogue-schedule", unqualified(kernel.schedule.epilogue))
    if kernel.schedule.resolved:
        yield Part("resolved-schedule", unqualified(kernel.schedule.resolved))


def _terms(kernel: Kernel) -> Iterator[Part]:
    if kernel.sizes is None:
        return
    for owner, size in (
        ("CollectiveEpilogue", kernel.sizes.epilogue),
        ("CollectiveMainloop", kernel.sizes.mainloop),
        ("GemmKernel", kernel.sizes.kernel),
    ):
        if size is not None:
            expression = f"sizeof({owner}::SharedStorage)"
            yield Part("term", f"{expression}={size}", {"expression": expression, "bytes": size})


def _extents(extents: tuple[int, ...]) -> str:
    return "×".join(str(extent) if extent else "?" for extent in extents)


def _dimensions(extents: tuple[int, ...]) -> dict[str, Attribute]:
    """The extents by name; none for one that is known at run time only."""
    return {name: extent or None for name, extent in zip("mnk", extents, strict=False)}
