"""Launcher headers: the macros, functions and classes that one file defines at namespace scope."""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from cutlass_lint.analyzer.cache.digests import digest_of
from cutlass_lint.analyzer.model import Form, Problem, SizeTerm
from cutlass_lint.analyzer.sources.files import read_bytes, version
from cutlass_lint.analyzer.sources.grammar import declared
from cutlass_lint.analyzer.sources.launches import Launch, launches_in
from cutlass_lint.analyzer.sources.lexing import lexed, pairs
from cutlass_lint.analyzer.sources.preprocessor import preprocessed
from cutlass_lint.analyzer.sources.scopes import scoped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cutlass_lint.analyzer.sources.lexing import Text
    from cutlass_lint.analyzer.sources.preprocessor import Preprocessor
    from cutlass_lint.analyzer.sources.scopes import Scopes

_NAME = re.compile(rb"[A-Za-z_]\w*")
_ADAPTER = re.compile(rb"\bGemmUniversalAdapter\b")
_OCCUPANCY = re.compile(rb"\bcudaOccupancyMaxActiveBlocksPerMultiprocessor\b")
_SIZEOF = re.compile(rb"\bsizeof\s*(?=\()")
_TEMPLATE = re.compile(rb"\btemplate\s*<")


class Definition(Struct, frozen=True):
    """A definition: the spans of its header and its body, and its macro or template parameters.

    `form` is None for what instantiations cannot name: plain functions, specializations and classes.
    """

    name: str
    form: Form | None
    start: int
    body: int
    end: int
    parameters: tuple[str, ...]
    defaults: int


class Header:
    """One header, read as far as it is asked about."""

    def __init__(self, file: str, data: bytes) -> None:
        self.file = file
        self.data = data

    @cached_property
    def digest(self) -> bytes:
        """Of what it was read as."""
        return digest_of(self.data)

    @cached_property
    def text(self) -> Text:
        """The lexed file."""
        return lexed(self.data)

    @cached_property
    def preprocessor(self) -> Preprocessor:
        """Its directives."""
        return preprocessed(self.data)

    @cached_property
    def includes(self) -> tuple[str, ...]:
        """The paths that it includes."""
        return self.preprocessor.includes()

    @cached_property
    def definitions(self) -> dict[str, list[Definition]]:
        """What it defines, by unqualified name, in the order of the file; a name may be defined more than once."""
        found: dict[str, list[Definition]] = {}
        for definition in sorted((*self._macros(), *self._templates()), key=lambda definition: definition.start):
            found.setdefault(definition.name, []).append(definition)
        return found

    def declared_defaults(self, name: str, count: int) -> int:
        """Return how many trailing parameters have defaults where a function template with `count` is declared."""
        shape = self.preprocessor.open
        best = 0
        for match in re.finditer(rb"\b" + re.escape(name.encode()) + rb"\s*\(", shape):
            start = 1 + max(shape.rfind(end, 0, match.start()) for end in (b";", b"{", b"}"))
            closing = self._scopes.pairs.get(match.end() - 1)
            found = declared(shape[start : closing + 1]) if closing else None
            if found and found.name == name and len(found.parameters or ()) == count:
                best = max(best, found.defaults)
        return best

    def with_helpers(self, definition: Definition) -> list[Definition]:
        """Return a definition, then those of this file that it names, directly or through others, nearest first."""
        reached = [definition]
        seen = {definition.name}
        for current in reached:
            for match in _NAME.finditer(self._shape(current), current.body, current.end):
                name = match.group().decode()
                if name not in seen and name in self.definitions:
                    seen.add(name)
                    reached += self.definitions[name]
        return reached

    def adapter(self, definition: Definition) -> int | None:
        """Return the offset of the first `GemmUniversalAdapter` in a definition's body."""
        match = _ADAPTER.search(self._shape(definition), definition.body, definition.end)
        return match.start() if match else None

    @cached_property
    def names_adapter(self) -> bool:
        """Whether any code or macro of the file names `GemmUniversalAdapter`."""
        return _ADAPTER.search(self.text.shape) is not None

    def launch(self, definition: Definition) -> int | None:
        """Return the offset of the first launch in a definition's body whose bytes a type states."""
        inside = (launch.start for launch in self._launches if launch.states_bytes)
        return next((start for start in inside if definition.body <= start < definition.end), None)

    def occupancy_query(self, definition: Definition) -> int | None:
        """Return the offset where a definition's body first asks how many blocks fit on a multiprocessor."""
        match = _OCCUPANCY.search(self._shape(definition), definition.body, definition.end)
        return match.start() if match else None

    @cached_property
    def _launches(self) -> tuple[Launch, ...]:
        return tuple(launches_in(self.text))

    def size_terms(self, definition: Definition) -> Iterator[SizeTerm]:
        """Yield the `sizeof(...)` expressions over a SharedStorage in a definition's body."""
        body = self._shape(definition)[definition.body : definition.end]
        closing = pairs(body)
        for match in _SIZEOF.finditer(body):
            end = closing.get(match.end())
            if end and b"SharedStorage" in body[match.end() : end]:
                start = definition.body + match.start()
                expression = self.text.folded(start, definition.body + end + 1, self._shape(definition))
                yield SizeTerm(expression, self.text.line(start))

    @cached_property
    def _scopes(self) -> Scopes:
        return scoped(self.data)

    def shape(self, definition: Definition | None) -> bytes:
        """Where to look for a definition's body, or at namespace scope: a macro's is itself part of a directive."""
        return self._shape(definition) if definition else self.preprocessor.open

    def is_namespace_scope(self, offset: int) -> bool:
        """Whether an offset is outside the bodies of functions and classes, and outside of directives."""
        return self._scopes.is_namespace_scope(offset)

    def _shape(self, definition: Definition) -> bytes:
        """Where to look for a definition's body: a macro's is itself part of a directive."""
        return self.text.shape if definition.form == "macro" else self.preprocessor.open

    def _macros(self) -> Iterator[Definition]:
        for macro in self.preprocessor.macros():
            # A variadic macro may be called with nothing in place of its dots.
            optional = 1 if macro.parameters and macro.parameters[-1].endswith("...") else 0
            yield Definition(macro.name, "macro", macro.start, macro.body, macro.end, macro.parameters, optional)

    def _templates(self) -> Iterator[Definition]:
        shape = self.preprocessor.open
        for statement in self._scopes.definitions:
            match = _TEMPLATE.search(shape, statement.start, statement.body)
            start = match.start() if match else statement.start
            found = declared(shape[start : statement.body])
            if found:
                form: Form | None = "template" if found.is_function and found.parameters else None
                parameters = found.parameters or ()
                yield Definition(found.name, form, start, statement.body, statement.end, parameters, found.defaults)


@lru_cache(maxsize=4096)
def read_header(key: tuple[str, int, int]) -> Header | None:
    """Return the header at a path as `files.version` keys it; None where it cannot be read."""
    data = read_bytes(Path(key[0]))
    return None if isinstance(data, Problem) else Header(key[0], data)


def definitions_of(name: str, file: str) -> list[tuple[Form, tuple[str, ...], int]]:
    """Return what instantiations can name so in one file: the form, the parameters and how many may be left out."""
    found = version(file)
    header = read_header(found) if found else None
    definitions = header.definitions.get(name, []) if header else []
    return [(one.form, one.parameters, one.defaults) for one in definitions if one.form]
