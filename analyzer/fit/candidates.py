"""Which changes to try where the user names none: what the siblings of a kernel have, and what lies between."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product

from cutlass_lint.analyzer.graph import argument_kind
from cutlass_lint.analyzer.model import Kernel, Module
from cutlass_lint.analyzer.pipeline import Inputs
from cutlass_lint.analyzer.sources import find_launcher, name_arguments, tile_of

_TILE_EXTENT = re.compile(r"(?:CTA|TILE|(?:Max)?Tile)_?[MNK]_?\Z")
_TILE_SHAPE = re.compile(r"(?:CTA|Tile|MmaTile|ThreadBlock)Shape_?\Z")
_STAGES = re.compile(r"stages?_?\Z", re.IGNORECASE)
_FLIPPED = {"true": "false", "false": "true"}
_NUMBER = re.compile(r"[0-9]{1,20}")

Values = dict[str, tuple[str, ...]]
"""Texts to try by the launcher's own parameter name, element types last."""


def siblings(inputs: Inputs, kernel: Kernel) -> list[dict[str, str]]:
    """The named arguments of the instantiations of a kernel's launcher in its module, for the same ArchTag."""
    launcher = kernel.launcher
    if launcher is None:
        return []
    found = []
    for module in inputs.modules:
        if module.name == kernel.module and kernel.instantiation.file in module.sources:
            found += list(_named(inputs, module, launcher.name, len(launcher.parameters)))
    arch = _arch(kernel.arguments)
    return [arguments for arguments in found if _arch(arguments) == arch]


def candidates(kernel: Kernel, related: Sequence[Mapping[str, str]]) -> Values:
    """Values to try for each parameter of a kernel, from those that its siblings have.

    Booleans are flipped, extents of tiles halved and doubled within the siblings' range, stages lowered by one.
    ArchTags stay: the device is given.
    """
    found: Values = {}
    for parameter, own in kernel.arguments.items():
        if argument_kind(parameter, own) == "arch" or "..." in parameter:
            continue
        used = list(dict.fromkeys(other[parameter] for other in related if other.get(parameter)))
        values = dict.fromkeys((*used, *_near(parameter, own, used)))
        values.pop(own, None)
        if values:
            found[parameter] = tuple(sorted(values, key=_order))
    return dict(sorted(found.items(), key=lambda item: is_element(item[0], kernel.arguments[item[0]])))


def pairs(values: Values, kernel: Kernel) -> Iterator[dict[str, str]]:
    """Yield every two changes at once, those that leave the element types alone first."""
    elements = {name for name in values if is_element(name, kernel.arguments[name])}
    for first, second in sorted(combinations(values, 2), key=lambda pair: len(elements.intersection(pair))):
        for one, other in product(values[first], values[second]):
            yield {first: one, second: other}


def is_element(parameter: str, text: str) -> bool:
    """Whether an argument names an element type: another one makes a kernel for other data."""
    return argument_kind(parameter, text) == "element-type"


def _named(inputs: Inputs, module: Module, name: str, count: int) -> Iterator[dict[str, str]]:
    for file in module.sources:
        source = inputs.sources[file]
        for instantiation in source.instantiations:
            if instantiation.launcher == name:
                launcher = find_launcher(name, source, module.flags.lookup)
                named = name_arguments(launcher, instantiation) if launcher else None
                if isinstance(named, dict) and launcher and len(launcher.parameters) == count:
                    yield named


def _arch(arguments: Mapping[str, str]) -> str | None:
    return next((text for name, text in arguments.items() if argument_kind(name, text) == "arch"), None)


def _near(parameter: str, own: str, used: Sequence[str]) -> Iterator[str]:
    if own in _FLIPPED:
        yield _FLIPPED[own]
    elif _is_number(own) and _TILE_EXTENT.match(parameter):
        yield from map(str, _halved_and_doubled(int(own), [int(text) for text in used if _is_number(text)]))
    elif _is_number(own) and _STAGES.search(parameter) and int(own) > 1:
        yield str(int(own) - 1)
    elif _TILE_SHAPE.match(parameter):
        yield from _shapes(own, used)


def _halved_and_doubled(extent: int, used: Sequence[int]) -> Iterator[int]:
    """An extent of a tile, in elements, halved and doubled where siblings have less and more."""
    yield from (
        near
        for near in (extent // 2, extent * 2)
        if extent % 2 == 0 and min(used, default=extent) <= near <= max(used, default=extent)
    )


def _shapes(own: str, used: Sequence[str]) -> Iterator[str]:
    """A TileShape with one extent changed, spelled as it is."""
    places = list(_NUMBER.finditer(own))
    extents = tile_of({"TileShape": own})
    if extents is None or [int(place.group()) for place in places] != list(extents):
        return
    others = [shape for text in used if (shape := tile_of({"TileShape": text})) and len(shape) == len(extents)]
    for axis, (place, extent) in enumerate(zip(places, extents, strict=True)):
        seen = [shape[axis] for shape in others]
        # Siblings change several extents at once; one alone is nearer.
        for near in dict.fromkeys((*sorted(seen), *_halved_and_doubled(extent, seen))):
            yield f"{own[: place.start()]}{near}{own[place.end() :]}"


def _order(text: str) -> tuple[bool, int, str]:
    return (not _is_number(text), int(text) if _is_number(text) else 0, text)


def _is_number(text: str) -> bool:
    """Whether a text is a whole number that C++ has."""
    return _NUMBER.fullmatch(text) is not None
