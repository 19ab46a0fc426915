"""What DOT and Mermaid draw of the kernel graph: boxes and lines, chosen so that people can read them.

What all kernels have is listed once, without a line from each. An element type is drawn for each parameter that names
it. Where asked, kernels that share everything but their element types, such as twins for half and __nv_bfloat16, are
one box that names the types in which they differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from cutlass_lint.analyzer.graph import KernelGraph, Node
from cutlass_lint.analyzer.model import Kernel
from cutlass_lint.reports import extent, printable

CROWDED = 200
"""More kernels than this make a picture that few can read."""
_PLACES_SHOWN = 2
_BEFORE = {
    "launcher": "launcher",
    "module": "module",
    "arch": "ArchTag",
    "device": "device",
    "tile": "tile",
    "cluster": "cluster",
    "element-type": "element type",
    "kernel-schedule": "KernelSchedule asked",
    "epilogue-schedule": "EpilogueSchedule asked",
    "epilogue-fusion": "EpilogueFusion",
    "argument": "other argument",
}
"""The titles of what is asked for, drawn before the kernels."""
_AFTER = {
    "resolved-schedule": "KernelSchedule resolved",
    "stages": "stage count",
    "term": "SharedStorage",
    "verdict": "verdict",
}
"""The titles of what comes of it, drawn after them."""
_TITLES = {**_BEFORE, "kernel": "kernel", **_AFTER}
_BY_PARAMETER = ("element-type", "epilogue-fusion")
_SELF_EXPLAINING = (*_BY_PARAMETER, "argument", "stages", "term")

_Key = tuple[Node, str | None]
_Held = dict[str, dict[_Key, str]]
"""By a kernel's id what it has, by parameter where that matters, with the relation."""


class Box(Struct, frozen=True):
    """A node of the picture. `look` is a part's kind; of kernels and verdicts it is the verdict, else the status."""

    name: str
    kind: str
    look: str
    lines: tuple[str, ...]

    @property
    def titled(self) -> tuple[str, ...]:
        """The lines, with the kind before them where they don't tell it themselves."""
        if self.kind == "kernel" or self.kind in _SELF_EXPLAINING:
            return self.lines
        return (f"{_TITLES[self.kind]}: {self.lines[0]}", *self.lines[1:])


class Line(Struct, frozen=True):
    """A line from a kernel's box to a part's, which may be drawn `before` the kernels; `look` is the kernel's."""

    kernel: str
    part: str
    relation: str
    before: bool
    look: str


class Picture(Struct, frozen=True):
    """Boxes by the title of their kind, in the order in which they are drawn, and lines; `shared` has no lines."""

    shared_title: str
    shared: tuple[Box, ...]
    frames: dict[str, tuple[Box, ...]]
    lines: tuple[Line, ...]


def picture(graph: KernelGraph, *, collapsed: bool) -> Picture:
    """The picture of a graph. Its texts are printable; a format has yet to escape them."""
    kernels = list(graph.kernels())
    held = {kernel.id: dict(_held(graph, kernel)) for kernel in kernels}
    everywhere = _common(kernels, held) if len(kernels) > 1 else {}
    groups = _alike(graph, kernels) if collapsed else [[kernel] for kernel in kernels]
    parts: dict[_Key, Box] = {}
    for key in (key for keys in held.values() for key in keys):
        if key not in parts:
            parts[key] = _part_box(f"p{len(parts)}", graph, key)
    boxes: list[Box] = []
    lines: list[Line] = []
    for number, group in enumerate(groups):
        common = _common(group, held)
        text = _kernel_lines(group, [key for kernel in group for key in held[kernel.id] if key not in common])
        look = group[0].verdict or group[0].status
        boxes.append(Box(f"k{number}", "kernel", look, text))
        lines += (
            Line(f"k{number}", parts[key].name, relation, key[0][0] in _BEFORE, look)
            for key, relation in common.items()
            if key not in everywhere
        )
    reached = {line.part for line in lines}
    drawn = [*boxes, *(box for box in parts.values() if box.name in reached)]
    frames = {title: tuple(box for box in drawn if box.kind == kind) for kind, title in _TITLES.items()}
    return Picture(
        f"all {len(kernels):,} kernels",
        tuple(parts[key] for key in everywhere),
        {title: of_kind for title, of_kind in frames.items() if of_kind},
        tuple(lines),
    )


def _held(graph: KernelGraph, kernel: Kernel) -> Iterator[tuple[_Key, str]]:
    for _kernel, part, data in graph.graph.out_edges(("kernel", kernel.id), data=True):
        yield (part, data["parameter"] if part[0] in _BY_PARAMETER else None), data["relation"]


def _common(kernels: list[Kernel], held: _Held) -> dict[_Key, str]:
    """What several kernels all have."""
    first, *others = (held[kernel.id] for kernel in kernels)
    return {key: relation for key, relation in first.items() if all(key in other for other in others)}


def _alike(graph: KernelGraph, kernels: Iterable[Kernel]) -> list[list[Kernel]]:
    groups: dict[tuple[object, ...], list[Kernel]] = {}
    for kernel in kernels:
        parts = frozenset(part for part in graph.graph.successors(("kernel", kernel.id)) if part[0] != "element-type")
        groups.setdefault((kernel.status, kernel.threads, kernel.variant, parts), []).append(kernel)
    return list(groups.values())


def _part_box(name: str, graph: KernelGraph, key: _Key) -> Box:
    (kind, value), parameter = key
    label = graph.graph.nodes[kind, value]["label"]
    text = f"{parameter.rstrip('_')}={label}" if parameter else label
    return Box(name, kind, value if kind == "verdict" else kind, (printable(text),))


def _kernel_lines(group: list[Kernel], differing: Iterable[_Key]) -> tuple[str, ...]:
    """Where the kernels are, the element types in which they differ, and their size."""
    first = group[0]
    lines = [printable(kernel.id.rpartition("/")[2]) for kernel in group[:_PLACES_SHOWN]]
    if len(group) > _PLACES_SHOWN:
        lines.append(f"and {len(group) - _PLACES_SHOWN:,} more")
    types: dict[str, dict[str, None]] = {}
    for (_kind, name), parameter in differing:
        types.setdefault((parameter or "").rstrip("_"), {})[name] = None
    lines += (printable(f"{parameter}={' or '.join(names)}") for parameter, names in types.items())
    told = [extent(first.tile)] if first.tile else []
    if first.variant:
        told.append(printable(first.variant))
    if first.stages is not None:
        told.append(f"{first.stages} stages")
    if first.sizes is None:
        told.append(first.status)
    elif first.limit is None:
        told.append(f"{first.sizes.kernel:,} bytes")
    else:
        margin = first.limit - first.sizes.kernel
        rest = f"{margin:,} to spare" if margin >= 0 else f"{-margin:,} over"
        told.append(f"{first.sizes.kernel:,} of {first.limit:,} bytes, {rest}")
    return (*lines, " · ".join(told))
