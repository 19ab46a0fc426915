"""Answers on the disk: in a database, with the files that belong to some of them beside it.

Several runs may share them. A run that is killed leaves whole answers only: a database's transactions are whole, and a
file is written under another name first, and found by a digest of its content.
"""

from __future__ import annotations

import stat
import threading
import time
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Self, TypeVar

import msgspec
from msgspec import Struct

from cutlass_lint.analyzer.cache.database import Database, Statement
from cutlass_lint.analyzer.cache.digests import digest_of, digest_of_file
from cutlass_lint.analyzer.cache.states import Dependencies, Disk
from cutlass_lint.analyzer.roots import Roots, outside

LIMIT = 1 << 30
"""Bytes that answers and their files may take; the least recently used go first."""
_KEPT = LIMIT * 3 // 4
"""Bytes that are left where it was more."""
_RECENT_NS = 3600 * 1_000_000_000
"""An answer used within this time, in nanoseconds, is not marked again, nor is its file removed: a run may be at it."""
_DATABASE = "answers-3.sqlite"
"""Another name with any change of its tables."""
_FILES = "files"
T = TypeVar("T")
_BROKEN = (msgspec.DecodeError, zlib.error)


class Info(Struct, frozen=True):
    """What a cache holds: the number of its answers, and the bytes that they take."""

    folder: str
    answers: int
    size: int
    limit: int


class _Answer(Struct, array_like=True):
    """A row of answers."""

    dependencies: bytes
    value: bytes
    file: str | None
    used: int


class Cache:
    """Answers by key, each given again only while all that it depends on is as it was; without a folder, none at all.

    Keys are digests of everything that is asked. A context manager: on the way out, what is too much is removed.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self.disk = Disk()
        self._database = Database(folder / _DATABASE) if folder else None
        self._holds: dict[bytes, Dependencies | None] = {}
        self._inside: dict[tuple[bytes, Roots], bool] = {}
        self._problem: str | None = None
        self._has_written = False
        self.is_complete = True
        """Set to False where a run made something of answers that no later run could be given."""
        self.used: list[Dependencies] = []
        """The dependencies of all answers that this run was given or gave."""
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        if self._database is not None:
            if self._has_written:
                self._prune(self._database)
            self._database.close()

    @property
    def problem(self) -> str | None:
        """Why it gives or takes no answers, where it should."""
        reason = self._problem or (self._database.problem if self._database else None)
        return f"the cache in {self.folder} is not used: {reason}" if reason else None

    @property
    def is_on(self) -> bool:
        """Whether it may give answers, and takes some."""
        return self.folder is not None and self.problem is None

    def get(self, key: bytes, roots: Roots = None) -> bytes | None:
        """The answer to what a key stands for, where it is known, still holds, and is made of what may be read."""
        return next((value for value, _name in self._answers(key, roots)), None)

    def get_file(self, key: bytes, roots: Roots = None) -> tuple[bytes, Path] | None:
        """An answer as `get` gives it that has a file, and this file, which has the content that it was given."""
        for value, name in self._answers(key, roots):
            path = self._file(name or "")
            with suppress(OSError, ValueError):
                if name and digest_of_file(str(path)).hex() == path.stem:
                    return value, path
        return None

    def put(self, answers: Mapping[bytes, object], dependencies: Dependencies, file: str | None = None) -> None:
        """Keep answers by key, which all depend on the same, and have a file of this name, if any."""
        digest = dependencies.digest
        with self._lock:
            if not self._holds.get(digest):
                self._holds[digest] = dependencies
                self.used.append(dependencies)
        try:
            packed = {key: _packed(value) for key, value in answers.items()}
            states = _packed(dependencies)
        except UnicodeEncodeError:  # of a path that is not UTF-8: nothing is kept of it
            return
        rows = ((key, digest, value, file, time.time_ns()) for key, value in packed.items())
        self._write(
            ("INSERT OR REPLACE INTO dependencies VALUES(?, ?)", (digest, states)),
            *(("INSERT OR REPLACE INTO answers VALUES(?, ?, ?, ?, ?)", row) for row in rows),
        )
        self._has_written = True

    def put_file(self, answers: Mapping[bytes, object], dependencies: Dependencies, made: Path) -> None:
        """Keep answers by key, with a copy of the file that belongs to them."""
        if self.folder is None or self.problem:
            return
        try:
            data = made.read_bytes()
            final = self._file(f"{digest_of(data).hex()}{made.suffix}")
            final.parent.mkdir(parents=True, exist_ok=True)
            temporary = final.with_name(f".{token_hex(8)}-{final.name}")
            try:
                temporary.write_bytes(data)
                temporary.replace(final)
            finally:
                temporary.unlink(missing_ok=True)
        except OSError as error:
            self._problem = error.strerror or str(error)
            return
        self.put(answers, dependencies, final.name)

    def info(self) -> Info:
        """What is there."""
        answers = self._read(tuple[int], "SELECT count(*) FROM answers")
        size = sum(map(_size, (*self._file("").glob("*"), *self._paths())))
        return Info(str(self.folder), answers[0][0] if answers else 0, size, LIMIT)

    def clear(self) -> None:
        """Remove all of it. Raises OSError."""
        for path in (*self._paths(), *self._file("").glob("*")):
            path.unlink(missing_ok=True)
        with suppress(OSError):  # another run has just kept a file
            self._file("").rmdir()

    def _answers(self, key: bytes, roots: Roots) -> Iterator[tuple[bytes, str | None]]:
        """Answers to a key that hold, the last used first."""
        query = "SELECT dependencies, value, file, used FROM answers WHERE key = ? ORDER BY used DESC"
        for answer in self._read(_Answer, query, key):
            if self._hold(answer.dependencies, roots):
                with suppress(zlib.error):
                    whole = zlib.decompress(answer.value)
                    if abs(time.time_ns() - answer.used) > _RECENT_NS:
                        update = "UPDATE answers SET used = ? WHERE key = ? AND dependencies = ?"
                        self._write((update, (time.time_ns(), key, answer.dependencies)))
                    yield whole, answer.file

    def _hold(self, digest: bytes, roots: Roots) -> bool:
        """Whether dependencies hold, and are below some folders, found out once a run."""
        with self._lock:
            if digest not in self._holds:
                self._holds[digest] = self._found_to_hold(digest)
            found, asked = self._holds[digest], (digest, roots)
            if found is not None and asked not in self._inside:
                self._inside[asked] = not any(outside(state.path, roots) for state in found.files)
            return found is not None and self._inside[asked]

    def _found_to_hold(self, digest: bytes) -> Dependencies | None:
        for (states,) in self._read(tuple[bytes], "SELECT states FROM dependencies WHERE digest = ?", digest):
            with suppress(*_BROKEN):
                dependencies = msgspec.msgpack.decode(zlib.decompress(states), type=Dependencies)
                if not self.disk.holds(dependencies):
                    return None
                now = self.disk.refreshed(dependencies)
                if now != dependencies:  # so that next time no content need be read
                    self._write(("UPDATE dependencies SET states = ? WHERE digest = ?", (_packed(now), digest)))
                self.used.append(now)
                return now
        return None

    def _prune(self, database: Database) -> None:
        """Remove what was not used for longest, where there is too much, and files that no answer has any more."""
        if self.info().size > LIMIT:
            self._shrink(database)
        kept = {name for (name,) in database.read("SELECT file FROM answers WHERE file IS NOT NULL")}
        if database.problem is None:
            for path in (*self._file("").glob("*"), *self._paths()):
                with suppress(OSError):
                    is_ours = path.name in kept or path.name.startswith(_DATABASE)
                    if not is_ours and time.time_ns() - path.stat().st_mtime_ns > _RECENT_NS:
                        path.unlink()

    def _shrink(self, database: Database) -> None:
        """Remove what was not used for longest; what several answers share counts for the last used of them."""
        query = (
            "SELECT key, dependencies, file, length(value), length(states) FROM answers "
            "LEFT JOIN dependencies ON digest = dependencies ORDER BY used DESC"
        )
        size = 0
        counted: set[bytes | str] = set()
        going: list[Statement] = []
        rows = self._read(tuple[bytes, bytes, str | None, int, int | None], query)
        if not rows:  # of a damaged database nobody can tell what to keep
            going.append(("DELETE FROM answers", ()))
        for key, dependencies, name, value, states in rows:
            shared: dict[bytes | str, int] = {
                dependencies: states or 0,
                name or "": _size(self._file(name)) if name else 0,
            }
            size += value + sum(shared[part] for part in shared.keys() - counted)
            counted |= shared.keys()
            if size > _KEPT:
                going.append(("DELETE FROM answers WHERE key = ? AND dependencies = ?", (key, dependencies)))
        unused = "DELETE FROM dependencies WHERE digest NOT IN (SELECT dependencies FROM answers)"
        database.write([*going, (unused, ())])
        database.write([("VACUUM", ())])

    def _paths(self) -> Iterator[Path]:
        """The database's files."""
        return iter(()) if self.folder is None else self.folder.glob("answers-*")

    def _file(self, name: str) -> Path:
        return (self.folder or Path()) / _FILES / name

    def _read(self, type_: type[T], statement: str, *values: bytes) -> list[T]:
        """Rows; none where damage has made anything in them something else."""
        rows = self._database.read(statement, values) if self._database else []
        try:
            return [msgspec.convert(row, type_) for row in rows]
        except msgspec.ValidationError:
            return []

    def _write(self, *statements: Statement) -> None:
        if self._database is not None and self._problem is None:
            self._database.write(statements)


def _size(path: Path) -> int:
    """The bytes of a file; 0 where it is none, or where another run has just removed it."""
    try:
        status = path.stat()
    except OSError:
        return 0
    return status.st_size if stat.S_ISREG(status.st_mode) else 0


def _packed(value: object) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(value), 1)
