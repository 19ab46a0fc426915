"""Which code stands at namespace scope, and the definitions there: brace matching that knows `#if` branches."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache

from msgspec import Struct

from cutlass_lint.analyzer.sources.lexing import pairs
from cutlass_lint.analyzer.sources.preprocessor import BRANCHING, OPENING, Directive, Preprocessor, preprocessed

_BRACE = re.compile(rb"[{}();]")
_TRANSPARENT = re.compile(rb'\bnamespace\b|\bextern\s*"_*"\s*\Z')


class Definition(Struct, frozen=True):
    """A statement at namespace scope with a body; `body` is the offset of its `{`, `end` the one after its `}`."""

    start: int
    body: int
    end: int


class Brace(Struct, frozen=True):
    """An opening brace; `statement` is the offset where its statement starts, `in_body` whether a body is around it."""

    offset: int
    is_namespace: bool
    in_body: bool
    statement: int


# Linked, so that each branch can keep the braces open at its start without copying them.
_Opened = tuple[Brace, "_Opened"] | None


class _Fork(Struct):
    """An `#if`: the braces open before it and, once it has a second branch, those open after the first."""

    at_if: _Opened
    after_first: _Opened = None
    is_forked: bool = False


class Scopes:
    """The bodies in a text. `unclosed` is the outermost brace that the end of the file leaves open."""

    def __init__(self, preprocessor: Preprocessor) -> None:
        self._shape = preprocessor.open
        self.pairs = pairs(self._shape)
        self.definitions: list[Definition] = []
        self._bodies: list[tuple[int, int]] = []
        self._opened: _Opened = None
        self._branches: list[_Fork] = []
        self._statement = 0
        self._read(preprocessor.directives)
        self.unclosed = _outermost(self._opened)
        self._outermost = _merged(self._bodies)
        self._body_starts = [start for start, _ in self._outermost]

    def is_namespace_scope(self, offset: int) -> bool:
        """Whether an offset is outside all bodies of functions and classes that are closed."""
        index = bisect_right(self._body_starts, offset) - 1
        return index < 0 or offset >= self._outermost[index][1]

    def _read(self, directives: tuple[Directive, ...]) -> None:
        pending = iter([*directives, None])
        directive = next(pending)
        parenthesis = -1
        for match in _BRACE.finditer(self._shape):
            offset = match.start()
            while directive and directive.start < offset:
                self._branch(directive.name)
                directive = next(pending)
            if offset < parenthesis:
                continue
            match match.group():
                case b"(":
                    parenthesis = self.pairs.get(offset, -1)
                case b"{":
                    self._open(offset)
                case b"}":
                    self._close(offset)
                case b";":
                    self._statement = offset + 1

    def _open(self, offset: int) -> None:
        header = self._shape[self._statement : offset]
        outer = self._opened[0] if self._opened else None
        in_body = outer is not None and (outer.in_body or not outer.is_namespace)
        brace = Brace(offset, _TRANSPARENT.search(header) is not None, in_body, self._statement)
        self._opened = (brace, self._opened)
        self._statement = offset + 1

    def _close(self, offset: int) -> None:
        self._statement = offset + 1
        if not self._opened:
            return
        brace, self._opened = self._opened
        if brace.is_namespace:
            return
        self._bodies.append((brace.offset, offset + 1))
        if not brace.in_body:
            self.definitions.append(Definition(brace.statement, brace.offset, offset + 1))

    def _branch(self, directive: str) -> None:
        """Let every branch start from the braces open at `#if`; after `#endif` those of the first branch count.

        Two function headers under `#if` and `#else` often share one closing brace.
        """
        if directive in OPENING:
            self._branches.append(_Fork(self._opened))
        elif self._branches and directive in BRANCHING:
            fork = self._branches[-1]
            if not fork.is_forked:
                fork.after_first, fork.is_forked = self._opened, True
            self._opened = fork.at_if
        elif self._branches and directive == "endif":
            fork = self._branches.pop()
            if fork.is_forked:
                self._opened = fork.after_first


@lru_cache(maxsize=4096)
def scoped(data: bytes) -> Scopes:
    """The bodies in some bytes, which many generated sources have in common."""
    return Scopes(preprocessed(data))


def _outermost(opened: _Opened) -> Brace | None:
    brace = None
    while opened:
        brace, opened = opened
    return brace


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
