"""One parse by libclang, as the body of a process of its own: a crash, hang or memory hog costs that parse only.

Reads a `Job` from standard input and writes a `Parsed` to standard output, both msgpack. Arguments are the number of
the process that waits for it, and a file for what libclang itself prints: the layouts of records, where its own
arguments ask for them.
"""

from __future__ import annotations

import ctypes
import os
import re
import resource
import signal
import sys
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from clang import cindex
from msgspec import Struct

from cutlass_lint.analyzer.cache.digests import digest_of
from cutlass_lint.analyzer.model import Location
from cutlass_lint.analyzer.roots import Roots, outside, refusal

_INCOMPLETE = cindex.TranslationUnit.PARSE_INCOMPLETE
_PREPROCESSING_RECORD = cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD
_SKIP_BODIES = cindex.TranslationUnit.PARSE_SKIP_FUNCTION_BODIES
# clang-c/Index.h: CXTranslationUnit_ForSerialization
_FOR_SERIALIZATION = 0x10
_KEEP_GOING = 0x200
_CLASSES = (cindex.CursorKind.CLASS_DECL, cindex.CursorKind.STRUCT_DECL)
# linux/prctl.h: a parse must not outlive the run that waits for it.
_PR_SET_PDEATHSIG = 1
# An answer is a few megabytes, a precompiled header or the layouts of all records a hundred.
_MOST_ANSWERED = 256 << 20
_MOST_WRITTEN = 1 << 30
# linux/oom.h: OOM_SCORE_ADJ_MAX, so that of all processes this one goes where memory is short.
_OOM_SCORE_ADJ_MAX = 1000
# The deprecation message of our headers, ahead of its subject.
_OURS = "is deprecated: cutlass-lint "
# The note that names what was marked, where the warning itself may name an alias.
_MARKED = re.compile(r"'(.*)' has been explicitly marked deprecated here", re.DOTALL)
# A place in a chain of includes says nothing about what is instantiated.
_INCLUDED = "in file included from"
# A kernel's type is several kilobytes, and the notes of a warning repeat it; what they say stands before and behind it.
_NOTE_CHARACTERS = 200


class Job(Struct, frozen=True):
    """What to parse.

    `files` lie over the disk; all else that is included has to lie below `roots`. Skipped lines are reported of `files`
    and of those to `watch`. With `precompiled` set, the main file is a header that is saved there, function bodies
    skipped; skipped lines are then reported only with `record`. With `layouts`, what libclang prints is wanted. With
    `keep_going`, a missing header does not end the parse. `memory` is the address space in bytes that the process may
    take. `aliases` are lines of the main file, each of which declares an alias of a class. `specialized_in` are files
    whose specializations of function templates are wanted; function bodies are then skipped.
    """

    main: str
    files: dict[str, bytes]
    arguments: tuple[str, ...]
    roots: Roots
    watch: tuple[str, ...] = ()
    precompiled: str | None = None
    layouts: bool = False
    record: bool = False
    keep_going: bool = False
    memory: int = 8 << 30
    aliases: tuple[int, ...] = ()
    specialized_in: tuple[str, ...] = ()


class Note(Struct, frozen=True):
    """A note below a diagnostic."""

    file: str
    line: int
    text: str
    column: int = 0


class Diagnostic(Struct, frozen=True):
    """An error, or a warning that our own headers draw.

    For an error, `text` is its message. For a warning, `subject` is the word that our header gives it, such as
    "kernel", and `text` the deprecated template with its arguments, never an alias of it.
    """

    subject: str
    fatal: bool
    file: str
    line: int
    text: str
    notes: tuple[Note, ...]
    column: int = 0

    @property
    def error(self) -> bool:
        """Whether this is an error."""
        return not self.subject


class Declared(Struct, frozen=True):
    """Where a class is, and where the class is whose member it is, if it is one.

    Of an instance of a template, that is the specialization that it is made from.
    """

    place: Location | None = None
    owner: Location | None = None


class Specialized(Struct, frozen=True):
    """A function template's specialization, where it is declared or a macro that declares it is called.

    `symbol` is its mangled name (Itanium C++ ABI).
    """

    place: Location
    symbol: str


class Parsed(Struct, frozen=True):
    """What came out: diagnostics in order, lines that the preprocessor skipped, by file, and what else a job wants."""

    diagnostics: tuple[Diagnostic, ...]
    skipped: dict[str, tuple[tuple[int, int], ...]] = {}
    declared: dict[int, Declared] = {}
    specialized: tuple[Specialized, ...] = ()
    layouts: str = ""
    """What libclang printed."""
    included: dict[str, bytes] = {}
    """The files that were read, with a digest of what was read of them, but for those that a job brings."""
    times: dict[str, int] = {}
    """When these were last changed, in seconds since 1970: a precompiled header knows its own by size and time."""
    is_refused: bool = False
    """Whether something outside of the roots was included: all that is told is where, by an error."""

    def is_skipped(self, file: str, line: int) -> bool:
        """Whether the preprocessor skipped a line."""
        return any(first <= line <= last for first, last in self.skipped.get(file, ()))


class _RangeList(ctypes.Structure):
    _fields_ = (("count", ctypes.c_uint), ("ranges", ctypes.POINTER(cindex.SourceRange)))


def parse(job: Job) -> Parsed:
    """Run libclang on a job. Raises cindex.TranslationUnitLoadError where it makes no unit of it at all."""
    options = _INCOMPLETE | _FOR_SERIALIZATION | _SKIP_BODIES if job.precompiled else _PREPROCESSING_RECORD
    if job.record:
        options |= _PREPROCESSING_RECORD
    if job.keep_going:
        options |= _KEEP_GOING
    if job.specialized_in:
        options |= _SKIP_BODIES
    unit = cindex.Index.create().parse(
        job.main, args=list(job.arguments), unsaved_files=list(job.files.items()), options=options
    )
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


def main() -> None:
    """Serve one job of the process that is named, and end with it."""
    parent, output = int(sys.argv[1]), sys.argv[2] if sys.argv[2:] else os.devnull
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it ended before this one could ask to be told
        sys.exit("nobody waits for it")
    job = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Job)
    _limit(job)
    answer = os.dup(1)
    with open(output, "wb") as printed:  # noqa: PTH123 - a device or a plain path
        os.dup2(printed.fileno(), 1)
    encoded = msgspec.msgpack.encode(parse(job))
    if len(encoded) > _MOST_ANSWERED:
        sys.exit(f"its answer is larger than {_MOST_ANSWERED >> 20} MB")
    with os.fdopen(answer, "wb") as stream:
        stream.write(encoded)
    if (
        not job.layouts
    ):  # what libclang prints is written when it ends; to take down what it built takes a tenth of a second
        os._exit(0)


def _limit(job: Job) -> None:
    """Have the system refuse what is beyond a job's means. Time is up to the process that waits."""
    for what, most in (
        (resource.RLIMIT_AS, job.memory),
        (resource.RLIMIT_FSIZE, _MOST_WRITTEN),
        (resource.RLIMIT_CORE, 0),
    ):
        _, allowed = resource.getrlimit(what)
        limit = most if allowed == resource.RLIM_INFINITY else min(most, allowed)
        resource.setrlimit(what, (limit, limit))
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(str(_OOM_SCORE_ADJ_MAX), "ascii")


if __name__ == "__main__":
    main()
