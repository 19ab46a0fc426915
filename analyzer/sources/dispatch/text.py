"""One file of a module's code: what of it is compiled, and its definitions with the file's own macros expanded."""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct

from cutlass_lint.analyzer.model import Location
from cutlass_lint.analyzer.remembering import for_a_run
from cutlass_lint.analyzer.sources.dispatch.conditions import Defined, compiled
from cutlass_lint.analyzer.sources.dispatch.definitions import Class, Function, class_of, function_of
from cutlass_lint.analyzer.sources.dispatch.frames import Undecided
from cutlass_lint.analyzer.sources.dispatch.tree import Syntax, tree_of
from cutlass_lint.analyzer.sources.lexing import pairs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cutlass_lint.analyzer.sources.dispatch.definitions import Enum
    from cutlass_lint.analyzer.sources.headers import Definition, Header
    from cutlass_lint.analyzer.sources.preprocessor import Macro

_DEPTH = 8
"""Macros that may lead to another, one in the other."""
_MOST = 20_000
"""Calls of macros that are expanded in a piece of code before nothing is said of it: real ones have some 200."""
_TOKEN = re.compile(rb"##|[A-Za-z_]\w*")
# Not tried again inside of white space, of which macros have much at the ends of their lines.
_PASTE = re.compile(rb"(?:(?<!\s)\s+)?##\s*")
_SEPARATOR = re.compile(rb"[(),]")
_DEFINED = re.compile(rb"\s*([A-Za-z_]\w*)")
_BLANK = re.compile(rb"\s*\Z")


class Piece(Struct, frozen=True):
    """Where a part of an expanded text begins, there and in the file; all of a macro's text comes from its call."""

    start: int
    offset: int
    is_copied: bool


class Body:
    """A piece of a file as it is compiled, its macros expanded.

    `is_doubtful` tells whether a condition that is not decided stands in it: it has the code of both branches then.
    """

    def __init__(self, file: CodeFile, text: bytes, pieces: list[Piece], *, is_doubtful: bool) -> None:
        self.file = file
        self.text = text
        self.is_doubtful = is_doubtful
        self._pieces = pieces
        self._locations: dict[int, Location] = {}
        self._starts = [piece.start for piece in pieces]

    def location(self, offset: int) -> Location:
        """The place in the file that an offset in the text comes from."""
        if offset not in self._locations:
            piece = self._pieces[bisect_right(self._starts, offset) - 1]
            original = piece.offset + (offset - piece.start if piece.is_copied else 0)
            text = self.file.header.text
            place = Location(self.file.header.file, text.line(original), text.column(original))
            self._locations[offset] = place
        return self._locations[offset]

    @cached_property
    def root(self) -> Syntax:
        """Its tree."""
        return tree_of(self.text)

    @cached_property
    def function(self) -> Function | None:
        """The function that it defines; None where it is none."""
        return function_of(self)

    @cached_property
    def defined(self) -> Class | None:
        """The class that it defines; None where it is none."""
        return class_of(self)


class Compiled:
    """What there is of a header wherever it is compiled with the same answers to its conditions."""

    def __init__(self, header: Header, defined: Defined) -> None:
        self.header = header
        self.asked: dict[str, bool | None] = {}
        self.bodies: dict[tuple[int, int], Body] = {}
        self.enums: dict[str, Enum | None] = {}
        self.tiles: tuple[tuple[str, str, Location], ...] | None = None
        """The tiles that it names, where `cases` has looked for them."""

        def asked(name: str) -> bool | None:
            self.asked[name] = defined(name)
            return self.asked[name]

        self.code, self.doubtful = compiled(header.preprocessor, asked)

    @cached_property
    def pairs(self) -> dict[int, int]:
        """Where its brackets close."""
        return pairs(self.code)

    @cached_property
    def macros(self) -> dict[bytes, list[Macro]]:
        """Its function-like macros by name."""
        found: dict[bytes, list[Macro]] = {}
        for macro in self.header.preprocessor.macros():
            found.setdefault(macro.name.encode(), []).append(macro)
        return found

    @cached_property
    def _call(self) -> re.Pattern[bytes]:
        return re.compile(rb"\b(" + b"|".join(map(re.escape, self.macros)) + rb")\s*\(")

    def calls(self, text: bytes, start: int = 0, end: int = sys.maxsize) -> Iterator[re.Match[bytes]]:
        """Where a text calls one of these, up to the bracket behind its name."""
        return self._call.finditer(text, start, end) if self.macros else iter(())


@for_a_run(4096)
def _compilations(_header: Header) -> list[Compiled]:
    return []


class CodeFile:
    """A file, read as far as it is asked about. `defined` tells which macros it is compiled with."""

    def __init__(self, header: Header, defined: Defined) -> None:
        self.header = header
        self._defined = defined
        self._expansions = 0

    @cached_property
    def compiled(self) -> Compiled:
        """What modules have in common that compile it alike."""
        known = _compilations(self.header)
        for one in known:
            if all(self._defined(name) is answer for name, answer in one.asked.items()):
                return one
        known.append(Compiled(self.header, self._defined))
        return known[-1]

    @property
    def code(self) -> bytes:
        """Its code, of the branches that are compiled; both where that is not known. Offsets are the file's."""
        return self.compiled.code

    def definitions(self, name: str) -> Iterator[Body]:
        """What the file defines by a name, functions and classes, each with the text before its body."""
        if name.encode() in self.header.data:
            for definition in self.header.definitions.get(name, ()):
                if definition.form != "macro":
                    yield self.body(definition.start, definition.end)

    def definitions_of(self, owner: str) -> Iterator[Definition]:
        """The members of a class that the file defines outside of it."""
        for definition in (one for definitions in self.header.definitions.values() for one in definitions):
            if definition.form != "macro" and self.owner(definition) == owner:
                yield definition

    def owner(self, definition: Definition) -> str | None:
        """The class that the definition of a member outside of it names."""
        name = re.escape(definition.name.encode())
        match = re.search(
            rb"\b(\w+)\s*(?:<[^<>;{}()]*>)?\s*::\s*~?" + name + rb"\s*\(",
            self.header.text.shape[definition.start : definition.body],
        )
        return match[1].decode() if match else None

    def body(self, start: int, end: int) -> Body:
        """A span of the file as it is compiled. Raises Undecided where its macros lead to too many others."""
        known = self.compiled.bodies
        if (start, end) not in known:
            known[start, end] = self._body(start, end)
        return known[start, end]

    def _body(self, start: int, end: int) -> Body:
        pieces = [Piece(0, start, is_copied=True)]
        text = b""
        self._expansions = 0
        position = start
        for match in self.compiled.calls(self.code, start, end):
            macro = self._macro(match[1], match.start())
            closing = self.compiled.pairs.get(match.end() - 1)
            if match.start() < position or macro is None or closing is None:
                continue
            text += self.code[position : match.start()]
            pieces.append(Piece(len(text), match.start(), is_copied=False))
            arguments = _arguments(self.code[match.end() : closing])
            text += self._expanded(macro, arguments, match.start(), _DEPTH)
            position = closing + 1
            pieces.append(Piece(len(text), position, is_copied=True))
        text += self.code[position:end]
        doubtful = any(
            first < end and start < last and not _BLANK.match(self.code, max(first, start), min(last, end))
            for first, last in self.compiled.doubtful
        )
        return Body(self, text, pieces, is_doubtful=doubtful)

    def macro_text(self, macro: Macro, arguments: Iterable[bytes]) -> bytes:
        """What a call of a macro of the file stands for, with the macros before its end. Raises as `body` does."""
        self._expansions = 0
        return self._expanded(macro, tuple(arguments), macro.end, _DEPTH)

    def macros_holding(self, pattern: re.Pattern[bytes]) -> Iterator[str]:
        """The macros that the file defines, object-like ones too, whose text holds a pattern."""
        shape = self.header.text.shape
        for directive in self.header.preprocessor.directives:
            name = _DEFINED.match(shape, directive.rest, directive.end) if directive.name == "define" else None
            if name and pattern.search(shape, name.end(), directive.end):
                yield name[1].decode()

    def expands(self, macros: Iterable[str]) -> set[str]:
        """Some macros, and those that are expanded with them."""
        known, waiting = set(macros), list(macros)
        while waiting:
            for macro in self.compiled.macros.get(waiting.pop().encode(), ()):
                body = self.header.text.shape[macro.body : macro.end]
                called = {match[1].decode() for match in self.compiled.calls(body)}
                waiting += called - known
                known |= called
        return known

    @cached_property
    def expanded(self) -> set[str]:
        """The macros of the file that its own code calls, directly or through others."""
        return self.expands({match[1].decode() for match in self.compiled.calls(self.code)})

    def _macro(self, name: bytes, offset: int) -> Macro | None:
        """The last definition of a macro before an offset."""
        before = [macro for macro in self.compiled.macros.get(name, ()) if macro.end <= offset]
        return before[-1] if before else None

    def _expanded(self, macro: Macro, arguments: tuple[bytes, ...], offset: int, depth: int) -> bytes:
        self._expansions += 1
        if self._expansions > _MOST:
            raise Undecided
        values = dict(zip((name.encode() for name in macro.parameters), arguments, strict=False))
        if macro.parameters and macro.parameters[-1].endswith("..."):
            values[b"__VA_ARGS__"] = b", ".join(arguments[len(macro.parameters) - 1 :])
        body = self.header.text.shape[macro.body : macro.end]
        text = _PASTE.sub(b"", _TOKEN.sub(lambda match: values.get(match[0], match[0]), body))
        if depth == 0 or not self.compiled.macros:
            return text
        out, position, closings = b"", 0, pairs(text)
        for match in self.compiled.calls(text):
            inner, closing = self._macro(match[1], offset), closings.get(match.end() - 1)
            if match.start() >= position and inner is not None and inner is not macro and closing is not None:
                out += text[position : match.start()]
                out += self._expanded(inner, _arguments(text[match.end() : closing]), offset, depth - 1)
                position = closing + 1
        return out + text[position:]


def _arguments(text: bytes) -> tuple[bytes, ...]:
    """Split what stands between a call's parentheses as the preprocessor does: `<` is no bracket to it."""
    pieces, depth, start = [], 0, 0
    for match in _SEPARATOR.finditer(text):
        depth += {b"(": 1, b")": -1}.get(match[0], 0)
        if match[0] == b"," and depth == 0:
            pieces.append(text[start : match.start()].strip())
            start = match.end()
    return (*pieces, text[start:].strip())
