"""Kernel launches by `kernel<<<grid, block, bytes, stream>>>`, found in a file's text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from cutlass_lint.analyzer.sources.lexing import Text

_CALLEE = re.compile(rb"(?:::\s*)?(?:\w+\s*::\s*)*\w+\s*\Z")
_CLOSING = re.compile(rb">>>")
# A number of bytes that a type states: sizeof(...), or a member such as GemmKernel::SharedStorageSize.
_STATED = re.compile(
    r"(?:static_cast<\w+>\s*\(\s*)?(?:sizeof\s*\(.*\)|(?:::)?(?:\w+(?:<.*>)?::)+\w+)\s*\)?\Z", re.DOTALL
)
_BYTES = 2
"""The position of the dynamic shared memory in a launch's configuration."""


class Launch(Struct, frozen=True):
    """A launch: `start` is the offset of its callee, `opening` that of `<<<`, `end` the one behind `>>>`.

    `kernel` are the template arguments of the callee, `bytes` the expression of the dynamic shared memory.
    """

    start: int
    opening: int
    end: int
    kernel: str
    bytes: str

    @property
    def states_bytes(self) -> bool:
        """Whether the one type that the callee is a template of, or another, states how many bytes it needs."""
        return bool(self.kernel) and len(split(self.kernel)) == 1 and _STATED.match(self.bytes) is not None


def launches(data: bytes) -> Iterator[Launch]:
    """Yield the launches in a file, in order. What is not closed is left out."""
    if b"<<<" not in data:
        return
    yield from launches_in(Text(data))


def launches_in(text: Text) -> Iterator[Launch]:
    """Yield the launches in a lexed file, in order."""
    shape = text.shape
    for match in re.finditer(rb"<<<", shape):
        closing = _CLOSING.search(shape, match.end())
        if closing is None:
            return
        start, kernel = _callee(shape, match.start())
        if start is None:
            continue
        configuration = split(text.folded(match.end(), closing.start()))
        size = configuration[_BYTES] if len(configuration) > _BYTES else "0"
        yield Launch(start, match.start(), closing.end(), text.folded(*kernel), size)


def _callee(shape: bytes, end: int) -> tuple[int | None, tuple[int, int]]:
    """The offset where the expression before `<<<` starts, and the span of its template arguments."""
    stripped = len(shape[:end].rstrip())
    arguments = (stripped, stripped)
    if shape[stripped - 1 : stripped] == b">":
        depth, position = 0, stripped
        while position:
            position -= 1
            depth += {b">": 1, b"<": -1}.get(shape[position : position + 1], 0)
            if depth == 0:
                break
        arguments = (position + 1, stripped - 1)
        stripped = position
    name = _CALLEE.search(shape, max(0, stripped - 512), stripped)
    return (name.start() if name else None), arguments


@lru_cache(maxsize=4096)
def split(text: str) -> tuple[str, ...]:
    """Split an argument list at its top-level commas."""
    pieces = [""]
    depth = 0
    for character in text:
        depth += {"(": 1, "<": 1, "{": 1, "[": 1, ")": -1, ">": -1, "}": -1, "]": -1}.get(character, 0)
        if character == "," and depth == 0:
            pieces.append("")
        else:
            pieces[-1] += character
    return tuple(piece.strip() for piece in pieces)
