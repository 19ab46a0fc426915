"""What an instantiation says, and all that stands before it in its source, which says what its names mean there."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from cutlass_lint.analyzer.model import Instantiation, Source
from cutlass_lint.analyzer.sources.files import read_bytes
from cutlass_lint.analyzer.sources.lexing import lexed
from cutlass_lint.analyzer.sources.preprocessor import BRANCHING, OPENING, Directive, preprocessed

if TYPE_CHECKING:
    from collections.abc import Iterator

Context = tuple[str, ...]
"""An instantiation and, ahead of it, the code before it: without comments, other instantiations, conditions around
nothing else, and the conditions that it is in itself."""

# White space that parts no two names or numbers.
_LOOSE = re.compile(r"\s+(?!\w)|(?<!\w)\s+")


def contexts(source: Source) -> dict[Instantiation, Context]:
    """The context of each instantiation; none where the source cannot be read any more.

    Two instantiations of one module, in one source or in two, are the same where their contexts are equal.
    """
    data = read_bytes(Path(source.file))
    return dict(_walked(source, data)) if isinstance(data, bytes) else {}


class _Piece(Struct, frozen=True):
    """Code, or the directive of a condition that is open."""

    text: str
    is_condition: bool = False


def _walked(source: Source, data: bytes) -> Iterator[tuple[Instantiation, Context]]:
    text, directives = lexed(data), preprocessed(data).directives
    events: list[tuple[int, int, Directive | Instantiation]] = [
        (one.start, one.end, one) for one in directives if one.name in OPENING | BRANCHING | {"endif"}
    ]
    events += ((one.start_byte, one.end_byte, one) for one in source.instantiations)
    # What stands before, in the innermost condition that is open and in those around it.
    levels: list[list[_Piece]] = [[]]
    position = 0
    for start, end, event in sorted(events, key=lambda event: event[:2]):
        if start > position and (code := text.folded(position, start)):
            levels[-1].append(_Piece(code))
        position = max(position, end)
        if isinstance(event, Instantiation):
            before = (piece.text for level in levels for piece in level if not piece.is_condition)
            yield event, (*before, tightened(text.folded(start, end).removesuffix(";")))
        else:
            _enter(levels, event.name, text.folded(start, end))


@lru_cache(maxsize=4096)
def tightened(code: str) -> str:
    """Code on one line without the white space that it does not need."""
    return _LOOSE.sub("", code)


def _enter(levels: list[list[_Piece]], name: str, directive: str) -> None:
    """Open, continue or close a condition; one that has nothing else in it is dropped."""
    if name in OPENING:
        levels.append([])
    levels[-1].append(_Piece(directive, is_condition=True))
    if name == "endif" and len(levels) > 1:
        closed = levels.pop()
        if not all(piece.is_condition for piece in closed):
            levels[-1].append(_Piece("\n".join(piece.text for piece in closed)))
