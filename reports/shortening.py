"""C++ types and expressions short enough to read: without namespaces, and with inner arguments left out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

# Namespaces are lower case in this code base and its relatives, classes and enumerations are not.
_NAMESPACES = re.compile(r"(?<![\w>])(?:\(anonymous namespace\)::|::)?(?:[a-z_][a-z_0-9]*::)+(?=[A-Za-z_])")
_TAGS = re.compile(r"\b(?:struct|class|union|enum|typename) (?=[A-Za-z_:])")
# What a line end inside brackets leaves.
_BLANKS = re.compile(r"(?<=[\w:][<(]) |(?<=::) |(?<=[\w>]) (?=::)| (?=[>)][>)]*(?:\Z|[:,;]))")
_INTEGER = re.compile(r"\bC<(\d+)>")
_PIECE = re.compile(r"[<>,()\[\]{}]|->|[^<>,()\[\]{}-]+|-")
_LEAST = 24
"""Characters that a nested argument must have left to be worth showing in part."""


class _List(Struct, frozen=True):
    """Template arguments, each a sequence of texts and lists."""

    arguments: tuple[tuple[str | _List, ...], ...]


_Sequence = tuple["str | _List", ...]


def plain(text: str) -> str:
    """A type or expression without namespaces and tags, CuTe's integers by CuTe's own names: `_128`."""
    return _INTEGER.sub(r"_\1", _NAMESPACES.sub("", _TAGS.sub("", _BLANKS.sub("", text))))


def short(text: str, width: int) -> str:
    """A type or expression in at most `width` characters where its outermost names allow it."""
    text = plain(text)
    if len(text) <= width:
        return text
    parsed = _parse(text)
    if parsed is None:
        return f"{text[: max(1, width - 1)]}…"
    return _fitted(parsed, width)


def _parse(text: str) -> _Sequence | None:
    """None where angle brackets do not pair up: some are comparisons."""
    stack: list[tuple[list[tuple[str | _List, ...]], list[str | _List]]] = []
    current: list[str | _List] = []
    arguments: list[tuple[str | _List, ...]] = []
    nested = 0
    for match in _PIECE.finditer(text):
        piece = match.group()
        nested += 1 if piece in "([{" else -1 if piece in ")]}" else 0
        if piece == "<" and nested == 0:
            stack.append((arguments, current))
            arguments, current = [], []
        elif piece == ">" and nested == 0:
            if not stack:
                return None
            found = _List((*arguments, tuple(current)))
            arguments, current = stack.pop()
            current.append(found)
        elif piece == "," and nested == 0 and stack:
            arguments.append(tuple(current))
            current = []
        else:
            current.append(piece if current or not stack else piece.lstrip())
    return None if stack else tuple(current)


def _text(sequence: _Sequence) -> str:
    return "".join(part if isinstance(part, str) else f"<{', '.join(map(_text, part.arguments))}>" for part in sequence)


def _fitted(sequence: _Sequence, width: int) -> str:
    """The sequence with as many arguments as fit, from the left."""
    rest = width - len(_bare(sequence))
    pieces = []
    for part in sequence:
        if isinstance(part, str):
            pieces.append(part)
            continue
        shown = ", ".join(_arguments(part, rest))
        pieces.append(f"<{shown}>")
        rest -= len(shown) - 1
    return "".join(pieces)


def _bare(sequence: _Sequence) -> str:
    return "".join(part if isinstance(part, str) else "<…>" for part in sequence)


def _arguments(part: _List, width: int) -> Iterator[str]:
    for position, argument in enumerate(part.arguments):
        text = _text(argument)
        is_last = position == len(part.arguments) - 1
        room = width - (0 if is_last else len(", …"))
        if len(text) <= room:
            yield text
            width -= len(text) + len(", ")
            continue
        if room >= _LEAST and len(_bare(argument)) <= room:
            yield _fitted(argument, room)
            if is_last:
                return
        yield "…"
        return
