"""Preprocessor directives of a lexed file: includes, macro definitions and the conditions around each offset."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache

from msgspec import Struct

from cutlass_lint.analyzer.model import Guard
from cutlass_lint.analyzer.sources.lexing import Text, lexed

_DIRECTIVE = re.compile(rb"^[ \t\r\f\v]*#[ \t]*([A-Za-z_]\w*)?[^\n]*", re.MULTILINE)
_INCLUDE = re.compile(rb'\s*(?:"([^"]*)"|<([^>]*)>)')
_MACRO = re.compile(rb"\s*([A-Za-z_]\w*)(?:\(([^()]*)\))?")

OPENING = frozenset({"if", "ifdef", "ifndef"})
BRANCHING = frozenset({"elif", "elifdef", "elifndef", "else"})


class Directive(Struct, frozen=True):
    """One directive. `start` and `end` span its logical line, `rest` is where its text after the name begins."""

    name: str
    start: int
    rest: int
    end: int


class Macro(Struct, frozen=True):
    """A function-like macro definition. `start`, `body` and `end` are offsets; `parameters` may end in `...`."""

    name: str
    parameters: tuple[str, ...]
    start: int
    body: int
    end: int


class _Branch(Struct, frozen=True):
    """One branch of an `#if`: the first `refused` of the conditions tried do not hold there, `condition` does."""

    outer: int
    tried: list[str]
    refused: int
    condition: str | None
    line: int


class Preprocessor:
    """What the directives of a text say.

    `open` is the text's shape with the directives blanked: macro bodies are gone from it, the code of every branch
    is left. `unclosed` is the offset of the innermost `#if` without `#endif`, `stray` that of the first
    `#else`/`#endif` without `#if`.
    """

    def __init__(self, text: Text) -> None:
        self.text = text
        self.directives = tuple(_directives(text.shape))
        self._starts = [directive.start for directive in self.directives]
        self.open = _blanked(text.shape, self.directives)
        self.unclosed: int | None = None
        self.stray: int | None = None
        self._offsets: list[int] = [0]
        # Index into _branches of the branch that begins at each offset, -1 outside all; lists, not a tuple of guards
        # for each, as thousands of nested conditions must not cost their square.
        self._branch_at: list[int] = [-1]
        self._branches: list[_Branch] = []
        self._read_conditions()

    def guards(self, offset: int) -> tuple[Guard, ...]:
        """Return the conditions that must hold for the code at an offset, outermost first."""
        index = self._branch_at[bisect_right(self._offsets, offset) - 1]
        guards: list[Guard] = []  # innermost first
        while index >= 0:
            branch = self._branches[index]
            if branch.condition is not None:
                guards.append(Guard(branch.condition, branch.line))
            guards += (Guard(f"!({condition})", branch.line) for condition in reversed(branch.tried[: branch.refused]))
            index = branch.outer
        return tuple(reversed(guards))

    def includes(self) -> tuple[str, ...]:
        """Return the paths of `#include` directives, in order; computed includes are left out."""
        return tuple(name for name in map(self.included, self.directives) if name is not None)

    def included(self, directive: Directive) -> str | None:
        """Return the path that a directive includes; None where it includes none, or a computed one."""
        match = _INCLUDE.match(self.text.code, directive.rest, directive.end) if directive.name == "include" else None
        return (match[1] or match[2] or b"").decode("utf-8", "replace") if match else None

    def macros(self) -> list[Macro]:
        """Return the function-like macros that the text defines, in order; a name may come twice."""
        found = []
        for directive in self.directives:
            match = _MACRO.match(self.text.shape, directive.rest, directive.end) if directive.name == "define" else None
            if match and match[2] is not None:
                parameters = tuple(p for p in (" ".join(p.split()) for p in match[2].decode("latin-1").split(",")) if p)
                found.append(Macro(match[1].decode(), parameters, directive.start, match.end(), directive.end))
        return found

    def has_directive(self, start: int, end: int) -> bool:
        """Whether a directive begins inside a span."""
        return bisect_right(self._starts, start) != bisect_right(self._starts, end - 1)

    def _read_conditions(self) -> None:
        opened: list[tuple[Directive, int, list[str]]] = []
        for directive in self.directives:
            if directive.name in OPENING:
                opened.append((directive, self._branch_at[-1], []))
            elif directive.name not in BRANCHING and directive.name != "endif":
                continue
            elif not opened:
                self.stray = directive.start if self.stray is None else self.stray
                continue
            _, outer, tried = opened[-1]
            self._offsets.append(directive.end)
            if directive.name == "endif":
                opened.pop()
                self._branch_at.append(outer)
            else:
                self._branch_at.append(len(self._branches))
                self._branches.append(self._branch(directive, outer, tried))
        if opened:
            self.unclosed = opened[-1][0].start

    def _branch(self, directive: Directive, outer: int, tried: list[str]) -> _Branch:
        refused = len(tried)
        condition = None
        if directive.name != "else":
            condition = _condition(directive.name, self.text.folded(directive.rest, directive.end))
            tried.append(condition)
        return _Branch(outer, tried, refused, condition, self.text.line(directive.rest))


@lru_cache(maxsize=4096)
def preprocessed(data: bytes) -> Preprocessor:
    """The directives of some bytes, which many generated sources have in common."""
    return Preprocessor(lexed(data))


def _condition(name: str, text: str) -> str:
    if name.endswith("ndef"):
        return f"!defined({text})"
    return f"defined({text})" if name.endswith("def") else text


def _directives(shape: bytes) -> list[Directive]:
    found = []
    for match in _DIRECTIVE.finditer(shape):
        rest = match.end(1) if match[1] is not None else match.end()
        found.append(Directive((match[1] or b"").decode(), match.start(), rest, match.end()))
    return found


def _blanked(shape: bytes, directives: tuple[Directive, ...]) -> bytes:
    pieces: list[bytes] = []
    last = 0
    for directive in directives:
        pieces += (shape[last : directive.start], b" " * (directive.end - directive.start))
        last = directive.end
    return b"".join((*pieces, shape[last:]))
