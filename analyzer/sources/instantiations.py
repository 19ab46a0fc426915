"""Generated sources to instantiations: macro calls by the preprocessor's rules, explicit ones by the grammar's."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cutlass_lint.analyzer.cache.digests import digest_of
from cutlass_lint.analyzer.model import Form, Instantiation, Problem, Source
from cutlass_lint.analyzer.sources.files import read_bytes
from cutlass_lint.analyzer.sources.grammar import instantiated
from cutlass_lint.analyzer.sources.lexing import lexed
from cutlass_lint.analyzer.sources.preprocessor import preprocessed
from cutlass_lint.analyzer.sources.scopes import scoped

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_CANDIDATE = re.compile(rb"\b(?:(INSTANTIATE_\w+|INSTANCE_\w+)\s*(?:(?=\()|[\\/]?\Z)|template\b(?!\s*<))")
_CLASS = re.compile(rb"\s*(?:class|struct|union)\b")
_COMMA = re.compile(rb"[(,]")
_SEMICOLON = re.compile(rb"\s*;")
_STATEMENT_END = re.compile(rb"[;({}]|\b(?:template\b(?!\s*<)|namespace\b|(?:INSTANTIATE|INSTANCE)_\w+\s*\()")
_LAST_TOKEN = re.compile(rb"((?<!\w)extern|->|::|.)\Z", re.DOTALL)
_INITIALIZER = re.compile(rb"\{[^{};]*(?:\{[^{};]*\}[^{};]*)*\}")
_WRITTEN_IN_PART = "generate the file again: it seems to have been written in part"


def read_source(path: Path) -> Source:
    """Read the instantiations of a `.cu` file, in order.

    Found are calls of macros named `INSTANTIATE_...` or `INSTANCE_...` and explicit instantiations of function
    templates, at namespace scope, under any preprocessor condition, `#if 0` included. Explicit instantiations of
    classes and `extern template` make no kernel by themselves and are left out.

    What cannot be read becomes one of the result's problems; nothing is raised for a file's content or absence.
    """
    path = path.absolute()
    data = read_bytes(path)
    file = str(path)
    if isinstance(data, Problem):
        return Source(file, (), (), (data,))
    found = _read(data)
    return Source(
        file,
        found.includes,
        tuple(replace(instantiation, file=file) for instantiation in found.instantiations),
        tuple(replace(problem, file=file) for problem in found.problems),
        found.digest,
    )


@lru_cache(maxsize=4096)
def _read(data: bytes) -> Source:
    """What is read of some bytes, in a file without a name: many generated sources have them in common."""
    return _Reader(data).read()


class _Reader:
    def __init__(self, data: bytes) -> None:
        self._text = lexed(data)
        self._preprocessor = preprocessed(data)
        self._scopes = scoped(data)
        self._shape = self._preprocessor.open
        self._problems: list[Problem] = []
        self._cut_off = False

    def read(self) -> Source:
        instantiations = tuple(self._instantiations())
        self._check_end_of_file(last=instantiations[-1].start_byte if instantiations else -1)
        includes = self._preprocessor.includes()
        return Source("", includes, instantiations, tuple(sorted(self._problems)), digest_of(self._text.data))

    def _instantiations(self) -> Iterator[Instantiation]:
        offset = 0
        while match := _CANDIDATE.search(self._shape, offset):
            offset = match.end()
            start = match.start()
            if not self._scopes.is_namespace_scope(start):
                continue
            found = self._macro_call(start, offset, match[1].decode()) if match[1] else self._explicit(start, offset)
            if found:
                offset = found.end_byte
                yield found

    def _macro_call(self, start: int, opening: int, name: str) -> Instantiation | None:
        closing = self._scopes.pairs.get(opening)
        if closing is None:
            self._cut_off = True
            self._problem(start, f"the call of {name} is cut off", _WRITTEN_IN_PART)
            return None
        # Not in `open`: a semicolon beyond a directive is not this call's.
        semicolon = _SEMICOLON.match(self._text.shape, closing + 1)
        end = semicolon.end() if semicolon else closing + 1
        return self._instantiation("macro", name, start, end, self._macro_arguments(opening + 1, closing))

    def _macro_arguments(self, start: int, end: int) -> tuple[str, ...]:
        """Split at commas outside parentheses: to the preprocessor `<`, `[` and `{` are no brackets."""
        if not self._shape[start:end].strip():
            return ()
        arguments = []
        position = start
        for match in _COMMA.finditer(self._shape, start, end):
            if match.start() < position:
                continue
            if match.group() == b"(":
                position = self._scopes.pairs[match.start()]
            else:
                arguments.append((start, match.start()))
                start = position = match.end()
        return tuple(self._folded(*span) for span in (*arguments, (start, end)))

    def _explicit(self, start: int, offset: int) -> Instantiation | None:
        if self._before(start) in (b"extern", b".", b"->", b"::") or _CLASS.match(self._shape, offset):
            return None
        end = self._statement_end(start, offset)
        if end is None:
            return None
        found = instantiated(self._shape[start:end])
        if found is None:
            self._problem(
                start,
                "an explicit instantiation that is not understood; its kernel is not counted",
                "check that it has the form `template RET name<arguments>(parameters);`",
            )
            return None
        arguments = tuple(self._folded(start + first, start + last) for first, last in found.arguments)
        return self._instantiation("template", found.name, start, end, arguments)

    def _statement_end(self, start: int, offset: int) -> int | None:
        """Return the offset behind the statement's `;`; None, and a problem, where it has none."""
        while match := _STATEMENT_END.search(self._shape, offset):
            token = match.group()
            if token == b";":
                return match.end()
            if token == b"(" and match.start() in self._scopes.pairs:
                offset = self._scopes.pairs[match.start()] + 1
            elif token == b"{" and (initializer := _INITIALIZER.match(self._shape, match.start())):
                offset = initializer.end()
            elif token == b"template" and self._before(match.start()) in (b".", b"->", b"::"):
                offset = match.end()
            else:
                break
        if match is None or match.group() == b"(":
            self._cut_off = True
            self._problem(start, "the explicit instantiation is cut off", _WRITTEN_IN_PART)
        else:
            self._problem(start, "the explicit instantiation does not end in `;`", "end it with `;`")
        return None

    def _before(self, offset: int) -> bytes:
        """Return the token before a `template`: `extern` makes it a mere declaration, `::` part of a name."""
        while offset and self._shape[offset - 1] in b" \t\r\n\f\v":
            offset -= 1
        match = _LAST_TOKEN.search(self._shape, max(0, offset - len(" extern")), offset)
        return match[1] if match else b""

    def _instantiation(self, form: Form, name: str, start: int, end: int, arguments: tuple[str, ...]) -> Instantiation:
        if self._preprocessor.has_directive(start, end):
            self._problem(
                start,
                f"a preprocessor directive inside the instantiation of {name}: the arguments of all branches are read",
                "put the directives around whole instantiations",
            )
        return Instantiation(
            file="",
            line=self._text.line(start),
            column=self._text.column(start),
            end_line=self._text.line(end - 1),
            start_byte=start,
            end_byte=end,
            launcher=name,
            form=form,
            arguments=arguments,
            guards=self._preprocessor.guards(start),
        )

    def _check_end_of_file(self, last: int) -> None:
        """Report what the end of the file leaves open: the innermost only, as the rest follows from it.

        An open body is no harm before `last`, the last instantiation: includes may close it.
        """
        stray, brace = self._preprocessor.stray, self._scopes.unclosed
        if stray is not None:
            self._problem(stray, "`#else` or `#endif` without `#if`", "check the file's preprocessor conditions")
        if self._cut_off:
            return
        if (comment := self._text.unclosed) is not None:
            self._problem(comment, "a comment or raw string is not closed", _WRITTEN_IN_PART)
        elif (condition := self._preprocessor.unclosed) is not None:
            self._problem(condition, "`#if` without `#endif`", _WRITTEN_IN_PART)
        elif brace is not None and (brace.is_namespace or brace.offset < last):
            self._problem(brace.offset, "`{` is not closed", _WRITTEN_IN_PART)

    def _folded(self, start: int, end: int) -> str:
        return self._text.folded(start, end, self._shape)

    def _problem(self, offset: int, message: str, remedy: str) -> None:
        self._problems.append(Problem("", self._text.line(offset), message, remedy))
