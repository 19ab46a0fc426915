"""Parse a source until a parse has no error, each time without the statements that the errors before belong to.

What is left out is replaced by an empty statement, so that the rest means what it meant. A kernel is believed only
where a parse without any error has it, and the first parse, of the whole source, had the very same type, too.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from cutlass_lint.analyzer.smem.direct.places import Place, Said, placed
from cutlass_lint.analyzer.smem.jobs import Diagnostic, Job, Parsed
from cutlass_lint.analyzer.smem.sizing import decisive_error, is_assertion
from cutlass_lint.analyzer.smem.unit import MAIN
from cutlass_lint.analyzer.sources import launches
from cutlass_lint.analyzer.sources.doubts import misled
from cutlass_lint.analyzer.sources.files import contents_as_read
from cutlass_lint.analyzer.sources.statements import Statement, Statements

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cutlass_lint.analyzer.smem.direct.prefix import DirectPrefix
    from cutlass_lint.analyzer.smem.workers import Parser

_ATTEMPTS = 8
_MOST_LEFT_OUT = 128
_NAMED = re.compile(r"'(?:[\w:]*::)?(\w+)'")
_BLANK = re.compile(rb"[^\r\n\\]")


class LeftOut(Struct, frozen=True):
    """A statement that did not parse, the error that belongs to it, and the statement whose absence causes it."""

    statement: Statement
    error: Diagnostic
    cause: LeftOut | None = None

    @property
    def root(self) -> LeftOut:
        """The statement that it all began with."""
        return self if self.cause is None else self.cause.root


class Attempts(Struct, frozen=True):
    """What came of a source: what was said of all of it, and of what parses without an error.

    `clean` is None where no such parse was had: then `error` is the first error, or `reason` why not.
    """

    files: dict[str, bytes]
    first: tuple[Said, ...]
    clean: tuple[Said, ...] | None
    left_out: tuple[LeftOut, ...] = ()
    error: Diagnostic | None = None
    reason: str | None = None


def parse(prefix: DirectPrefix, statements: Statements, parser: Parser) -> Attempts:
    """Parse a source on its prefix. Raises FrontEndError and OSError."""
    whole = _files(prefix)
    first: tuple[Said, ...] | None = None
    left_out: dict[Statement, LeftOut] = {}
    for _ in range(_ATTEMPTS):
        files = _without(whole, prefix.project.source, left_out)
        parsed = _parse(files, prefix, parser)
        said = tuple(placed(prefix.project, parsed))
        first = said if first is None else first
        errors = [(diagnostic, place) for diagnostic, place in said if diagnostic.error]
        if not errors:
            moved = prefix.reordered(parsed)
            reason = f"{moved[0]}:{moved[1]}: a condition depends on where CUTLASS is included" if moved else None
            return Attempts(files, first, None if reason else said, tuple(left_out.values()), reason=reason)
        further = _blamed(errors, statements, left_out.values())
        if not further or further.keys() & left_out.keys() or len(left_out) + len(further) > _MOST_LEFT_OUT:
            break
        left_out |= further
    error = next(diagnostic for diagnostic, _ in first or said if diagnostic.error)
    return Attempts(whole, first or said, None, error=error)


def _parse(files: dict[str, bytes], prefix: DirectPrefix, parser: Parser) -> Parsed:
    return parser.parse(Job(MAIN, {**prefix.hooks.files, **files}, prefix.arguments, prefix.roots, keep_going=True))


def _files(prefix: DirectPrefix) -> dict[str, bytes]:
    """The project's files as host C++ takes them: without the `<<<...>>>` of launches."""
    files = {MAIN: f'#include "{prefix.project.source}"\n'.encode()}
    for part in prefix.project.parts:
        content = bytearray(prefix.hooks.files.get(part.file) or contents_as_read(part.file, part.digest))
        for launch in launches(bytes(content)):
            content[launch.opening : launch.end] = _BLANK.sub(b" ", content[launch.opening : launch.end])
        files[part.file] = bytes(content)
    return files


def _without(files: dict[str, bytes], source: str, left_out: Iterable[Statement]) -> dict[str, bytes]:
    content = bytearray(files[source])
    for statement in left_out:
        span = slice(statement.start, statement.end - 1)
        content[span] = _BLANK.sub(b" ", content[span])
        content[statement.end - 1] = ord(";")
    return {**files, source: bytes(content)}


def _blamed(
    errors: list[tuple[Diagnostic, Place | None]], statements: Statements, before: Iterable[LeftOut]
) -> dict[Statement, LeftOut]:
    """The statements to leave out next; none at all where an error has none, or a header is missing.

    An assertion may fail because something else, which does not parse, became another value or type. So statements
    whose decisive error is no assertion go first, unless that error follows from an assertion.
    """
    said: dict[Statement, list[Diagnostic]] = {}
    for error, place in errors:
        statement = statements.at(place.line, place.column) if place and place.exact and not error.fatal else None
        if statement is None:
            return {}
        said.setdefault(statement, []).append(error)
    blamed: dict[Statement, LeftOut] = {}
    for statement, found in said.items():
        error = decisive_error(found) or found[0]
        names = set(_NAMED.findall(error.text))
        missed = (left for left in before if names & statements.declared(left.statement))
        used = (left for left in blamed.values() if misled(statements, left.statement, (), statement))
        blamed[statement] = LeftOut(statement, error, next(missed, None) or next(used, None))
    others = {statement: left for statement, left in blamed.items() if not is_assertion(left.root.error)}
    return others or blamed
