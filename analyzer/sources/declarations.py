"""What the body of a launcher declares: type aliases, constants and parameters, each with the text it stands for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from cutlass_lint.analyzer.sources.launches import split
from cutlass_lint.analyzer.sources.lexing import pairs

if TYPE_CHECKING:
    from cutlass_lint.analyzer.sources.headers import Definition, Header

Kind = Literal["alias", "constant", "type parameter", "value parameter"]

_PATTERNS: tuple[tuple[re.Pattern[bytes], Kind], ...] = (
    (re.compile(rb"\busing\s+(?P<name>[A-Za-z_]\w*)\s*="), "alias"),
    (re.compile(rb"(?<![\w:])constexpr\b[^;{}()=]*?(?P<name>[A-Za-z_]\w*)\s*=(?!=)"), "constant"),
)
_SIZEOF = re.compile(rb"\bsizeof\s*(?=\()")
_ADAPTER = re.compile(rb"\bGemmUniversalAdapter\s*<")
_IF = re.compile(rb"\bif\s+constexpr\s*\Z")
_TEMPLATE = re.compile(rb"\btemplate\s*<")
_PARAMETER = re.compile(r"(?P<kind>typename|class|[\w:<>\s,]+?)(?:\s|\b)(?P<name>[A-Za-z_]\w*)\s*(?:=.*)?\Z", re.DOTALL)
_BRACKET = re.compile(rb"[(){}\[\];]")
_ELSE = re.compile(rb"\s*else\b")
_ANGLE = re.compile(rb"->|[<>(){};]")


class Span(Struct, frozen=True, order=True):
    """Offsets in a header: from `start` up to `end`."""

    start: int
    end: int

    def holds(self, offset: int) -> bool:
        """Whether an offset is inside."""
        return self.start <= offset < self.end


class Declared(Struct, frozen=True):
    """A name and the text that it stands for, which is empty for a parameter.

    `scope` is the innermost block around it, `owner` the definition that holds it, None at namespace scope. At `mark`,
    behind the declaration, another one may stand.
    """

    name: str
    kind: Kind
    expression: str
    start: int
    mark: int
    scope: Span
    owner: Span | None = None


class Use(Struct, frozen=True):
    """An expression in a definition, such as a `sizeof(...)`; at `mark`, behind its statement, one more may stand."""

    expression: str
    start: int
    mark: int
    owner: Span


class Block(Struct, frozen=True):
    """A block between braces, and the condition of the `if constexpr` that it is the body of."""

    span: Span
    condition: str | None = None


class Body:
    """The body of one definition of a header, or its namespace scope where `definition` is None."""

    def __init__(self, header: Header, definition: Definition | None = None) -> None:
        self.definition = definition
        self._header = header
        self._shape = header.shape(definition)
        self.span = Span(definition.body, definition.end) if definition else Span(0, len(self._shape))
        self.owner = Span(definition.start, definition.end) if definition else None
        inside = pairs(self._shape[self.span.start : self.span.end])
        self._closing = {self.span.start + start: self.span.start + end for start, end in inside.items()}
        self._opening = {end: start for start, end in self._closing.items()}
        self.blocks = tuple(sorted(self._blocks(), key=lambda block: block.span)) if definition else ()

    def declared(self) -> Iterator[Declared]:
        """Yield its aliases, constants and template parameters. Templates stand for no one type and are left out."""
        yield from self._parameters()
        for pattern, kind in _PATTERNS:
            for match in pattern.finditer(self._shape, self.span.start, self.span.end):
                end = self._statement_end(match.end())
                if end is None or self._is_template(match.start()):
                    continue
                if self.definition or self._header.is_namespace_scope(match.start()):
                    text, scope = self._text(match.end(), end - 1), self.scope(match.start())
                    # Other names may follow in the same declaration.
                    text = split(text)[0] if kind == "constant" else text
                    yield Declared(match["name"].decode(), kind, text, match.start(), end, scope, self.owner)

    def sizes(self) -> Iterator[Use]:
        """Yield the `sizeof(...)` expressions over a SharedStorage, in order."""
        for match in _SIZEOF.finditer(self._shape, self.span.start, self.span.end):
            closing, end = self._closing.get(match.end()), self._statement_end(match.end())
            if self.owner and closing is not None and end is not None:
                text = self._text(match.start(), closing + 1)
                if "SharedStorage" in text:
                    yield Use(text, match.start(), end, self.owner)

    def adapters(self) -> Iterator[Use]:
        """Yield the kernels that GemmUniversalAdapter is given, in order."""
        for match in _ADAPTER.finditer(self._shape, self.span.start, self.span.end):
            closing, end = closing_angle(self._shape, match.end(), self.span.end), self._statement_end(match.end())
            if self.owner and closing is not None and end is not None:
                yield Use(self._text(match.end(), closing), match.start(), end, self.owner)

    def calls(self, name: str) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Yield where a template is named with arguments, and these."""
        for match in re.finditer(rb"\b" + re.escape(name.encode()) + rb"\s*<", self._shape[: self.span.end]):
            closing = closing_angle(self._shape, match.end(), self.span.end)
            if match.start() >= self.span.start and closing is not None:
                yield match.start(), split(self._text(match.end(), closing))

    def scope(self, offset: int) -> Span:
        """The innermost block around an offset."""
        return next((block.span for block in reversed(self.blocks) if block.span.holds(offset)), self.span)

    def mark(self, offset: int) -> int | None:
        """The offset behind the statement around an offset, where another may stand; None where none may."""
        return self._statement_end(offset)

    def _blocks(self) -> Iterator[Block]:
        opened: list[int] = []
        for match in re.finditer(rb"[{}]", self._shape[self.span.start : self.span.end]):
            offset = self.span.start + match.start()
            if match.group() == b"{":
                opened.append(offset)
            elif opened:
                start = opened.pop()
                yield Block(Span(start + 1, offset), self._condition(start))

    def _condition(self, brace: int) -> str | None:
        """The condition of the `if constexpr (...)` that ends before a brace."""
        end = self.span.start + len(self._shape[self.span.start : brace].rstrip())
        start = self._opening.get(end - 1)
        if start is None or not _IF.search(self._shape, self.span.start, start):
            return None
        return self._text(start + 1, end - 1)

    def _parameters(self) -> Iterator[Declared]:
        """The template parameters, as if declared behind the brace of the body."""
        definition = self.definition
        if definition is None or definition.form == "macro" or not definition.parameters:
            return
        opening = self._shape.find(b"<", definition.start, definition.body)
        closing = closing_angle(self._shape, opening + 1, definition.body)
        for text in split(self._text(opening + 1, closing)) if closing is not None else ():
            match = _PARAMETER.match(text)
            if match and match["name"] in definition.parameters:
                kind: Kind = "type parameter" if match["kind"].strip() in ("typename", "class") else "value parameter"
                inside = Span(definition.body + 1, definition.end)
                yield Declared(match["name"], kind, "", definition.start, inside.start, inside, self.owner)

    def _is_template(self, offset: int) -> bool:
        """Whether `template <...>` stands before a declaration in its statement."""
        start = max(self._shape.rfind(mark, self.span.start, offset) for mark in (b";", b"{", b"}"))
        return _TEMPLATE.search(self._shape, max(start, self.span.start), offset) is not None

    def _statement_end(self, offset: int) -> int | None:
        """The offset behind the `;` of the statement around an offset; None where no other statement may follow."""
        depth = 0
        for match in _BRACKET.finditer(self._shape, offset, self.span.end):
            mark = match.group()
            if mark == b";" and depth <= 0:
                return None if _ELSE.match(self._shape, match.end(), self.span.end) else match.end()
            depth += 1 if mark in b"({[" else -1 if mark in b")}]" else 0
        return None

    def _text(self, start: int, end: int) -> str:
        return self._header.text.folded(start, end, self._shape)


def closing_angle(shape: bytes, start: int, end: int) -> int | None:
    """The offset of the `>` that closes a list beginning at `start`; comparisons stand in parentheses there."""
    angles, nested = 1, 0
    for match in _ANGLE.finditer(shape, start, end):
        mark = match.group()
        if mark in (b"(", b"{"):
            nested += 1
        elif mark in (b")", b"}"):
            nested -= 1
        elif mark == b";":
            return None
        elif mark != b"->" and nested == 0:
            angles += 1 if mark == b"<" else -1
            if angles == 0:
                return match.start()
    return None
