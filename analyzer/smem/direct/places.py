"""Which place of a source each thing that the front end said belongs to: the outermost that asked for it."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from msgspec import Struct

from cutlass_lint.analyzer.remembering import for_a_run
from cutlass_lint.analyzer.sources.projects import header_of
from cutlass_lint.analyzer.sources.statements import read_statements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cutlass_lint.analyzer.smem.jobs import Diagnostic, Note, Parsed
    from cutlass_lint.analyzer.sources.projects import Part, Project

# Other notes, such as where something was declared, do not tell who asked for it.
_CONTEXT = re.compile(r"\b(?:requested here|in instantiation of|in evaluation of|in call to|while \w+ing|used here)\b")
_INSTANTIATED = re.compile(
    r"(?:function template specialization|member function|member class|template class) '([^<']+)"
)
_NAME = re.compile(r"[A-Za-z_]\w*")
_ADAPTER = "cutlass::gemm::device::"


class Place(Struct, frozen=True):
    """A place of a source. `template` is what is instantiated there, where that is the project's own.

    `exact` is false where only the `#include` is known that leads to it.
    """

    line: int
    column: int
    template: str | None = None
    exact: bool = True


Said = tuple["Diagnostic", Place | None]
"""What the front end said, and the place it belongs to; None where that is not known."""


def placed(project: Project, parsed: Parsed) -> Iterator[Said]:
    """Yield every diagnostic with its place in the project's source.

    Clang prints the notes of a context once: a diagnostic without any is in the context of the one before, or in none.
    In a file of the project it is in that context only where it stands in what is being instantiated there.
    """
    parts = {os.path.realpath(part.file): part for part in project.parts}
    previous: tuple[Place, set[str]] | None = None
    for diagnostic in parsed.diagnostics:
        context = [note for note in diagnostic.notes if _CONTEXT.search(note.text)]
        part = parts.get(_real(diagnostic.file))
        if not context and previous and (part is None or _enclosing(part, diagnostic) in previous[1]):
            yield diagnostic, previous[0]
            continue
        place = _in_source(diagnostic, context, project.source)
        if place is None and part is not None:
            place = Place(part.line, 1, exact=False)
        previous = (place, _names(context[0])) if place and context else None
        yield diagnostic, place


def _enclosing(part: Part, diagnostic: Diagnostic) -> str | None:
    header = header_of(part.file)
    return read_statements(header).enclosing(diagnostic.line, diagnostic.column) if header else None


def _names(context: Note) -> set[str]:
    """The names of what is being instantiated: those around its template arguments."""
    quoted = context.text.partition("'")[2].rpartition("'")[0]
    return set(_NAME.findall(f"{quoted.partition('<')[0]} {quoted.rpartition('>')[2]}"))


def _in_source(diagnostic: Diagnostic, context: list[Note], source: str) -> Place | None:
    for note in reversed(context):
        if note.file == source:
            return Place(note.line, note.column, _template(note))
    return Place(diagnostic.line, diagnostic.column) if diagnostic.file == source else None


def _template(note: Note) -> str | None:
    match = _INSTANTIATED.search(note.text)
    if match is None or match[1].startswith(_ADAPTER):
        return None
    return match[1].rpartition("::")[2]


@for_a_run(4096)
def _real(file: str) -> str:
    return os.path.realpath(file)
