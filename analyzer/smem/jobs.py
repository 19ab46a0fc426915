"""What a process that parses is asked, and what it answers."""

from __future__ import annotations

from msgspec import Struct

from cutlass_lint.analyzer.model import Location
from cutlass_lint.analyzer.roots import Roots


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
