"""Where a module's code handles tiles: the places that name them outside of what lists candidates."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from cutlass_lint.analyzer.model import Location
from cutlass_lint.analyzer.sources.dispatch.scanned import is_tile

if TYPE_CHECKING:
    from cutlass_lint.analyzer.sources.dispatch.code import Code
    from cutlass_lint.analyzer.sources.dispatch.text import Body, CodeFile
    from cutlass_lint.analyzer.sources.dispatch.values import Enumerator

_NAMED = re.compile(rb"(?:\b(\w+)\s*::|\bcase\b)\s*(\w*?\d+x\d+x\d+\w*)")
# A macro may join a name from pieces.
_HINT = re.compile(rb"\d+x\d+x\d+|##\s*x\s*##")


class Handling:
    """Finds the places that name a tile, mostly `case`s, outside of functions that return a container: heuristics."""

    def __init__(self, code: Code) -> None:
        self._code = code

    def of(self, tile: Enumerator) -> tuple[Location, ...]:
        """The places that name a tile, those included where it is not clear of which enumeration it is."""
        known, unclear = ((enum, tile.name) for enum in (tile.enum, ""))
        return tuple(sorted(self._places.get(known, set()) | self._places.get(unclear, set())))

    @cached_property
    def _places(self) -> dict[tuple[str, str], set[Location]]:
        found: dict[tuple[str, str], set[Location]] = defaultdict(set)
        for file in self._code.files.values():
            for scope, name, place in _tiles(file) if _is_hinted(file.header.data) else ():
                enum = self._code.enum(scope) if scope else None
                found[enum.name if enum else "", name].add(place)
        return found


@lru_cache(maxsize=4096)
def _is_hinted(data: bytes) -> bool:
    return _HINT.search(data) is not None


def _tiles(file: CodeFile) -> tuple[tuple[str, str, Location], ...]:
    """The tiles that a file names, found once where it is compiled the same."""
    if file.compiled.tiles is None:
        file.compiled.tiles = tuple(found for body in _bodies(file) for found in _named(body))
    return file.compiled.tiles


def _bodies(file: CodeFile) -> Iterator[Body]:
    """The definitions of a file that name tiles, or call its macros that do, and what stands between definitions."""
    shape = file.header.text.shape
    macros = [re.compile(rb"\b" + macro.encode() + rb"\b") for macro in set(file.macros_holding(_HINT))]
    last = 0
    definitions = (one for definitions in file.header.definitions.values() for one in definitions)
    for definition in sorted(definitions, key=lambda one: one.start):
        if definition.form != "macro" and definition.start >= last:
            yield file.body(last, definition.start)
            calls = (macro.search(file.code, definition.start, definition.end) for macro in macros)
            if _HINT.search(shape, definition.start, definition.end) or any(calls):
                yield file.body(definition.start, definition.end)
            last = definition.end
    yield file.body(last, len(shape))


def _named(body: Body) -> Iterator[tuple[str, str, Location]]:
    """The tiles that a body names outside of heuristics, each with what qualifies its name."""
    matches = [match for match in _NAMED.finditer(body.text) if is_tile(match[2].decode())]
    if not matches:
        return
    listing = [
        (node.start, node.end)
        for node in body.root.descendants()
        if node.kind == "function_definition" and "vector" in node.spelled("type")
    ]
    for match in matches:
        if not any(start <= match.start() < end for start, end in listing):
            yield (match[1] or b"").decode(), match[2].decode(), body.location(match.start(2))
