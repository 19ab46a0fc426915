"""Where a statement begins and ends, and what encloses it, in a file whose grammar may not be understood."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from cutlass_lint.analyzer.sources.headers import Header

_BRACKET = re.compile(rb"[(){};]")
_ALIAS = re.compile(rb"\s*(?:using\s+(\w+)\s*=|typedef\b.*?(\w+)\s*;)", re.DOTALL)
_NAME = re.compile(rb"[A-Za-z_]\w*")
# A name behind a type: `using X =`, `struct X : Y`, `T x;`, `T x = ...`, `T<U> x(...)`.
_DECLARED = re.compile(
    rb"\busing\s+(\w+)\s*=|\b(?:class|struct)\s+(\w+)\s*(?:final\b|:(?!:)|\Z)"
    rb"|(\b\w+|[>&*])\s*\b([A-Za-z_]\w*)\s*(?:=(?!=)|[;{(\[,])"
)
_NO_TYPES = frozenset({b"return", b"else", b"throw", b"new", b"delete", b"goto", b"case", b"using", b"co_return"})
_CONTINUES = b";,).?:=&|+-<>"


class Statement(Struct, frozen=True):
    """The span of a statement or declaration, its `;` included, and the line and column where it starts."""

    start: int
    end: int
    line: int
    column: int


class Statements:
    """Statements by place. Brackets are matched lexically: what is not a statement is not found, or spans too much."""

    def __init__(self, header: Header) -> None:
        self._header = header
        self._shape = header.preprocessor.open
        self._starts = [0, *(match.end() for match in re.finditer(rb"\n", header.data))]
        self._closing: dict[int, int] = {}
        self._blocks: list[tuple[int, int]] = []
        self._parentheses: list[tuple[int, int]] = []
        self._match_brackets()

    def at(self, line: int, column: int) -> Statement | None:
        """The innermost statement at a place, None where it has no end or a directive stands inside."""
        offset = self._offset(line, column)
        block = max((opening for opening, closing in self._blocks if opening < offset <= closing), default=-1)
        outside = [opening for opening, closing in self._parentheses if block < opening < offset <= closing]
        anchor = min(outside, default=offset)
        start = 1 + max(self._separators(block, anchor), default=block)
        start += len(self._shape[start:anchor]) - len(self._shape[start:anchor].lstrip())
        end = self._end(anchor)
        if end is None or self._header.preprocessor.has_directive(start, end):
            return None
        text = self._header.text
        return Statement(start, end, text.line(start), text.column(start))

    def enclosing(self, line: int, column: int) -> str | None:
        """The name of the function or class at namespace scope that a place is in; that of the alias it is in."""
        offset = self._offset(line, column)
        for name, definitions in self._header.definitions.items():
            if any(d.form != "macro" and d.start <= offset < d.end for d in definitions):
                return name
        statement = self.at(line, column)
        alias = _ALIAS.match(self._shape, statement.start) if statement else None
        return (alias[1] or alias[2]).decode() if alias else None

    @property
    def shape(self) -> bytes:
        """The file without comments, literals and directives."""
        return self._shape

    def declared(self, statement: Statement) -> set[str]:
        """The names that a statement may declare."""
        return self.declared_in(statement.start, statement.end)

    def declared_in(self, start: int, end: int) -> set[str]:
        """The names that may be declared between two offsets."""
        found = _DECLARED.finditer(self._shape, start, end)
        names = (match[1] or match[2] or (match[4] if match[3] not in _NO_TYPES else None) for match in found)
        return {name.decode() for name in names if name}

    def names(self, statement: Statement) -> set[str]:
        """All names in a statement."""
        return self.words(statement.start, statement.end)

    def words(self, start: int, end: int) -> set[str]:
        """All names between two offsets."""
        return {name.decode() for name in _NAME.findall(self._shape, start, end)}

    def block_end(self, statement: Statement) -> int:
        """Where the innermost block around a statement ends, the end of the file where there is none."""
        around = (
            closing for opening, closing in self._blocks if opening < statement.start and statement.end <= closing
        )
        return min(around, default=len(self._shape))

    def matches(self, pattern: re.Pattern[bytes], statement: Statement) -> bool:
        """Whether a pattern occurs in a statement, outside comments and literals."""
        return pattern.search(self._shape, statement.start, statement.end) is not None

    def _offset(self, line: int, column: int) -> int:
        """The front end counts columns in bytes."""
        return self._starts[min(line, len(self._starts)) - 1] + column - 1

    def _match_brackets(self) -> None:
        opened: list[int] = []
        for match in _BRACKET.finditer(self._shape):
            bracket = match.group()
            if bracket in b"({":
                opened.append(match.start())
            elif bracket in b")}" and opened:
                opening = opened.pop()
                self._closing[opening] = match.start()
                pairs = self._blocks if bracket == b"}" else self._parentheses
                pairs.append((opening, match.start()))
        self._parentheses.sort()

    def _separators(self, block: int, anchor: int) -> list[int]:
        """What ends statements between the start of a block and a place in it: not a `;` of a `for` header."""
        found = []
        position = block + 1
        while match := _BRACKET.search(self._shape, position, anchor):
            position = match.end()
            if match.group() in b"({" and match.start() in self._closing:
                closing = self._closing[match.start()]
                if closing >= anchor:
                    continue
                position = closing + 1
                if match.group() == b"{":
                    found.append(closing)
            elif match.group() in b";":
                found.append(match.start())
        return found

    def _end(self, offset: int) -> int | None:
        """Behind the `;` or the last `}` of the statement around an offset."""
        position = offset
        while match := _BRACKET.search(self._shape, position):
            bracket = match.group()
            if bracket == b";":
                return match.end()
            closing = self._closing.get(match.start())
            if bracket in b")}" or closing is None:
                return None
            position = closing + 1
            following = self._shape[position : position + 4096].lstrip()[:1]
            if bracket == b"{" and (not following or following not in _CONTINUES):
                return position
        return None


@lru_cache(maxsize=256)
def read_statements(header: Header) -> Statements:
    """The statements of a file."""
    return Statements(header)
