"""One parse by libclang, as the body of a process of its own: a crash, hang or memory hog costs that parse only.

Reads a `Job` from standard input and writes a `Parsed` to standard output, both msgpack. What libclang itself prints
(the record layouts) goes to a file that the job names.
"""

from __future__ import annotations

import ctypes
import os
import re
import resource
import signal
import sys
from typing import Any

import msgspec
from clang import cindex
from msgspec import Struct

_INCOMPLETE = cindex.TranslationUnit.PARSE_INCOMPLETE
_PREPROCESSING_RECORD = cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD
_SKIP_BODIES = cindex.TranslationUnit.PARSE_SKIP_FUNCTION_BODIES
# clang-c/Index.h: CXTranslationUnit_ForSerialization
_FOR_SERIALIZATION = 0x10
_KEEP_GOING = 0x200
# linux/prctl.h: a parse must not outlive the run that waits for it.
_PR_SET_PDEATHSIG = 1
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

    `files` lie over the disk. Skipped lines are reported of these and of the files to `watch`. With `precompiled` set,
    the main file is a header that is saved there, function bodies skipped; skipped lines are then reported only with
    `record`. With `keep_going`, a missing header does not end the parse. `memory` is the address space in bytes that
    the process may take.
    """

    main: str
    files: dict[str, bytes]
    arguments: tuple[str, ...]
    watch: tuple[str, ...] = ()
    precompiled: str | None = None
    output: str | None = None
    record: bool = False
    keep_going: bool = False
    memory: int = 8 << 30


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


class Parsed(Struct, frozen=True):
    """What came out: diagnostics in order, and the line ranges that the preprocessor skipped, by file."""

    diagnostics: tuple[Diagnostic, ...]
    skipped: dict[str, tuple[tuple[int, int], ...]] = {}

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
    unit = cindex.Index.create().parse(
        job.main, args=list(job.arguments), unsaved_files=list(job.files.items()), options=options
    )
    diagnostics = tuple(_diagnostic(d) for d in unit.diagnostics if _wanted(d))
    if job.precompiled and not any(d.error for d in diagnostics):
        unit.save(job.precompiled)
    return Parsed(diagnostics, {file: _skipped(unit, file) for file in (*job.files, *job.watch)})


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
    """Serve one job."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    job = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Job)
    resource.setrlimit(resource.RLIMIT_AS, (job.memory, job.memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    answer = os.dup(1)
    with open(job.output or os.devnull, "wb") as output:  # noqa: PTH123 - a device or a plain path, for dup2
        os.dup2(output.fileno(), 1)
    with os.fdopen(answer, "wb") as stream:
        stream.write(msgspec.msgpack.encode(parse(job)))


if __name__ == "__main__":
    main()
