"""What a translation unit of libclang's tells of what a job wants."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Collection, Iterator
from typing import Any

from clang import cindex

from cutlass_lint.analyzer.cache.digests import digest_of
from cutlass_lint.analyzer.model import Location
from cutlass_lint.analyzer.roots import outside, refusal
from cutlass_lint.analyzer.smem.jobs import Declared, Diagnostic, Job, Note, Parsed, Specialized

_CLASSES = (cindex.CursorKind.CLASS_DECL, cindex.CursorKind.STRUCT_DECL)
# The deprecation message of our headers, ahead of its subject.
_OURS = "is deprecated: cutlass-lint "
# The note that names what was marked, where the warning itself may name an alias.
_MARKED = re.compile(r"'(.*)' has been explicitly marked deprecated here", re.DOTALL)
# A place in a chain of includes says nothing about what is instantiated.
_INCLUDED = "in file included from"
# A kernel's type is several kilobytes, and the notes of a warning repeat it; what they say stands before and behind it.
_NOTE_CHARACTERS = 200


class _RangeList(ctypes.Structure):
    _fields_ = (("count", ctypes.c_uint), ("ranges", ctypes.POINTER(cindex.SourceRange)))


def read(unit: Any, job: Job) -> Parsed:
    """What a unit tells of what a job wants; with `precompiled`, it is saved, too, where it has no error."""
    # None that come with a precompiled header are among them.
    inclusions = [one for one in unit.get_includes() if one.include.name not in (*job.files, job.main)]
    leading = ((one, outside(one.include.name, job.roots)) for one in inclusions)
    refused = next((_refused(one, real) for one, real in leading if real), None)
    if refused is not None:
        return Parsed((refused,), is_refused=True)
    diagnostics = tuple(_diagnostic(d) for d in unit.diagnostics if _wanted(d))
    if job.precompiled and not any(d.error for d in diagnostics):
        unit.save(job.precompiled)
    skipped = {file: _skipped(unit, file) for file in (*job.files, *job.watch)}
    declared = {line: _declared(unit, job.main, line) for line in job.aliases}
    specialized = tuple(_specialized(unit.cursor, job.specialized_in)) if job.specialized_in else ()
    files = {one.include.name: one.include for one in inclusions}
    included = {name: _digest(unit, file) for name, file in files.items()}
    times = {name: file.time for name, file in files.items()} if job.precompiled else {}
    return Parsed(diagnostics, skipped, declared, specialized, included=included, times=times)


def _refused(inclusion: Any, real: str) -> Diagnostic:
    """What is said of an include that leads to where nothing may be read."""
    file = inclusion.source.name if inclusion.source else "<command line>"
    return Diagnostic("", True, file, inclusion.location.line, refusal(real), ())


def _wanted(diagnostic: Any) -> bool:
    return bool(diagnostic.severity >= cindex.Diagnostic.Error) or _OURS in diagnostic.spelling


def _diagnostic(diagnostic: Any) -> Diagnostic:
    file, line = _place(diagnostic)
    notes = tuple(
        Note(*_place(note), note.spelling, note.location.column)
        for note in diagnostic.children
        if not note.spelling.startswith(_INCLUDED)
    )
    subject, text = "", diagnostic.spelling
    if diagnostic.severity < cindex.Diagnostic.Error:
        subject = text.rpartition(_OURS)[2]
        text = next(match[1] for match in (_MARKED.match(note.text) for note in notes) if match)
        notes = tuple(Note(note.file, note.line, _shortened(note.text), note.column) for note in notes)
    fatal = diagnostic.severity >= cindex.Diagnostic.Fatal
    return Diagnostic(subject, fatal, file, line, text, notes, diagnostic.location.column)


def _shortened(text: str) -> str:
    half = _NOTE_CHARACTERS // 2
    return text if len(text) <= _NOTE_CHARACTERS else f"{text[:half]}…{text[-half:]}"


def _place(diagnostic: Any) -> tuple[str, int]:
    location = diagnostic.location
    return (location.file.name if location.file else "", location.line)


def _declared(unit: Any, file: str, line: int) -> Declared:
    # Behind the word `using`, where the alias's own declaration is.
    place = cindex.SourceLocation.from_position(unit, unit.get_file(file), line, len("using A"))
    alias = cindex.Cursor.from_location(unit, place)
    if alias is None or alias.kind != cindex.CursorKind.TYPE_ALIAS_DECL:
        return Declared()
    found = alias.underlying_typedef_type.get_canonical().get_declaration()
    return Declared(_class(found), _class(found.semantic_parent))


def _class(cursor: Any) -> Location | None:
    if cursor is None or cursor.kind not in _CLASSES:
        return None
    return Location(cursor.location.file.name, cursor.location.line, cursor.location.column)


def _specialized(scope: Any, files: Collection[str]) -> Iterator[Specialized]:
    for cursor in scope.get_children():
        if cursor.kind == cindex.CursorKind.NAMESPACE:
            yield from _specialized(cursor, files)
        elif cursor.kind == cindex.CursorKind.FUNCTION_DECL and cursor.get_num_template_arguments() > 0:
            location = cursor.location
            if location.file and location.file.name in files:
                place = Location(location.file.name, location.line, location.column)
                yield Specialized(place, cursor.mangled_name)


def _digest(unit: Any, file: Any) -> bytes:
    # The Python bindings leave this function out; clang-c/Index.h declares it.
    library = cindex.conf.lib
    library.clang_getFileContents.restype = ctypes.POINTER(ctypes.c_char)
    library.clang_getFileContents.argtypes = [
        cindex.TranslationUnit,
        cindex.File,
        ctypes.POINTER(ctypes.c_size_t),
    ]
    size = ctypes.c_size_t()
    data = library.clang_getFileContents(unit, file, ctypes.byref(size))
    return digest_of(ctypes.string_at(data, size.value)) if data else b""


def _skipped(unit: Any, file: str) -> tuple[tuple[int, int], ...]:
    # The Python bindings leave this function out; clang-c/Index.h declares it.
    library = cindex.conf.lib
    library.clang_getSkippedRanges.restype = ctypes.POINTER(_RangeList)
    library.clang_getSkippedRanges.argtypes = [cindex.TranslationUnit, cindex.File]
    try:
        handle = unit.get_file(file)
    except cindex.LibclangError:
        return ()
    found = library.clang_getSkippedRanges(unit, handle)
    if not found:
        return ()
    ranges = found.contents.ranges
    return tuple((ranges[i].start.line, ranges[i].end.line) for i in range(found.contents.count))
