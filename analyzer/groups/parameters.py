"""The parameters of kernels that one launcher makes, as a table: a row for each parameter, a value for each kernel."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from cutlass_lint.analyzer.model import Kernel

Origin = Literal["argument", "shape", "measured", "verdict"]
Value = str | int

INTEGER = re.compile(r"-?\d{1,100}")
"""A number, of no more digits than Python reads at once."""
_AXES = ("M", "N", "K")
_MODULE = "module"
_DEVICE = "device"


class Parameter(Struct, frozen=True):
    """One parameter of some kernels, and its value for each of them, None where a kernel has none.

    An "argument" is given to the launcher, a "shape" follows from its TileShape; what is "measured" follows from the
    headers, and a "verdict" from the size itself, so that it explains nothing about it. Sizes are bytes.
    """

    name: str
    origin: Origin
    values: tuple[Value | None, ...]

    @property
    def distinct(self) -> tuple[Value, ...]:
        """Its values, each once: numbers in order, words in the order of the kernels."""
        found = dict.fromkeys(value for value in self.values if value is not None)
        numbers = [value for value in found if isinstance(value, int)]
        return tuple(sorted(numbers)) if len(numbers) == len(found) else tuple(found)

    @property
    def is_numeric(self) -> bool:
        """Whether every value is a number."""
        return all(isinstance(value, int) for value in self.values if value is not None)


def plain(name: str) -> str:
    """The name of a launcher's parameter as people write it: without the underscore behind it."""
    return name.rstrip("_") or name


def parameters_of(kernels: Sequence[Kernel]) -> tuple[Parameter, ...]:
    """The parameters of kernels with one set of parameter names, constant ones included, arguments first."""
    return (*_arguments(kernels), *_shapes(kernels), *_measured(kernels))


def arguments_of(kernel: Kernel) -> dict[str, str]:
    """What a kernel is given, by plain names; where it is built comes last, as if that were an argument, too."""
    given = {plain(name): text for name, text in kernel.arguments.items()}
    if kernel.variant:
        given["variant"] = kernel.variant
    return {**given, _MODULE: kernel.module, _DEVICE: kernel.device or "unknown"}


def _arguments(kernels: Sequence[Kernel]) -> Iterator[Parameter]:
    rows = [arguments_of(kernel) for kernel in kernels]
    for name in dict.fromkeys(name for row in rows for name in row):
        texts = [row.get(name) for row in rows]
        if all(text is None or INTEGER.fullmatch(text) for text in texts):
            yield Parameter(name, "argument", tuple(None if text is None else int(text) for text in texts))
        else:
            yield Parameter(name, "argument", tuple(texts))


def _shapes(kernels: Sequence[Kernel]) -> Iterator[Parameter]:
    """What a TileShape says beyond the arguments that spell it: no side of it counts more than the other."""
    tiles = [kernel.tile if kernel.tile and len(kernel.tile) == len(_AXES) else None for kernel in kernels]
    if not all(tiles):
        return
    names = tile_names(kernels)
    for index, axis in enumerate(_AXES):
        if names[index] == f"TileShape {axis}":
            yield Parameter(names[index], "shape", tuple(tile[index] for tile in tiles if tile))
    sides = f"({names[0]}, {names[1]})".replace("TileShape ", "")
    yield Parameter(f"max{sides}", "shape", tuple(max(tile[:2]) for tile in tiles if tile))
    yield Parameter(f"min{sides}", "shape", tuple(min(tile[:2]) for tile in tiles if tile))
    yield Parameter(f"{names[0]}×{names[1]}", "shape", tuple(tile[0] * tile[1] for tile in tiles if tile))


def tile_names(kernels: Sequence[Kernel]) -> tuple[str, ...]:
    """What a launcher calls the three extents of its TileShape; `TileShape M` where one argument spells them all."""
    rows = [(arguments_of(kernel), kernel.tile) for kernel in kernels if kernel.tile]
    found = []
    for index, axis in enumerate(_AXES):
        spelled = (
            name
            for name in (rows[0][0] if rows else ())
            if name.endswith(axis) and all(row.get(name) == str(tile[index]) for row, tile in rows)
        )
        found.append(next(spelled, f"TileShape {axis}"))
    return tuple(found)


def _measured(kernels: Sequence[Kernel]) -> Iterator[Parameter]:
    readers: Mapping[str, tuple[Origin, Callable[[Kernel], Value | None]]] = {
        "stages": ("measured", lambda kernel: kernel.stages),
        "epilogue bytes": ("measured", lambda kernel: kernel.sizes.epilogue if kernel.sizes else None),
        "mainloop bytes per stage": ("measured", _per_stage),
        "resolved schedule": ("measured", lambda kernel: kernel.schedule.resolved),
        "mainloop bytes": ("measured", lambda kernel: kernel.sizes.mainloop if kernel.sizes else None),
        "kernel bytes": ("verdict", lambda kernel: kernel.sizes.kernel if kernel.sizes else None),
        "margin": ("verdict", lambda kernel: kernel.margin),
    }
    for name, (origin, read) in readers.items():
        yield Parameter(name, origin, tuple(read(kernel) for kernel in kernels))


def _per_stage(kernel: Kernel) -> int | None:
    mainloop = kernel.sizes.mainloop if kernel.sizes else None
    return mainloop // kernel.stages if mainloop is not None and kernel.stages else None
