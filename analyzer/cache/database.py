"""The SQLite file of a cache, which may be shared, missing, locked, damaged, or on a disk that is full or read-only.

Whatever is refused turns it off for the rest of a run, with the reason; a file that is no database is begun anew.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

_WAIT_S = 10.0
"""How long, in seconds, to wait for another run that writes."""
_TABLES = """
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS answers(
  key BLOB, dependencies BLOB, value BLOB, file TEXT, used INTEGER, PRIMARY KEY(key, dependencies)
);
CREATE TABLE IF NOT EXISTS dependencies(digest BLOB PRIMARY KEY, states BLOB);
COMMIT;
"""
_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")

Statement = tuple[str, Sequence[Any]]
"""SQL, and the values for its question marks."""


class Database:
    """A database file that is made when something is first written to it."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.problem: str | None = None
        """Why it can't be used, where it can't."""
        self._connection: sqlite3.Connection | None = None
        self._lock = threading.Lock()

    def read(self, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Rows, none where it can't be read."""
        # Not Path.exists(), which raises where it may not look.
        if self._connection is None and not os.path.exists(self.file):  # noqa: PTH110
            return []
        return self._run([(statement, values)])

    def write(self, statements: Iterable[Statement]) -> None:
        """Do all of it or nothing."""
        self._run(list(statements))

    def close(self) -> None:
        """Let go of the file."""
        with self._lock, suppress(sqlite3.Error):
            if self._connection is not None:
                self._connection.close()
            self._connection = None

    def _run(self, statements: Sequence[Statement]) -> list[tuple[Any, ...]]:
        with self._lock:
            if self.problem is not None:
                return []
            try:
                if self._connection is None:
                    self._connection = self._opened()
                with self._connection:
                    rows = [self._connection.execute(*statement).fetchall() for statement in statements]
                return rows[-1] if rows else []
            except (sqlite3.Error, OSError, UnicodeDecodeError) as error:
                self.problem = str(error)
                self._connection = None
                # What SQLite says of damage may have the damaged bytes in it.
                if getattr(error, "sqlite_errorname", "") in _DAMAGED or isinstance(error, UnicodeDecodeError):
                    self._discard()
                return []

    def _opened(self) -> sqlite3.Connection:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self.file, timeout=_WAIT_S, check_same_thread=False)
        # What a crash of the machine loses is only slower.
        connection.execute("PRAGMA synchronous = NORMAL")
        if not connection.execute("SELECT name FROM sqlite_master").fetchall():
            connection.executescript(_TABLES)
        return connection

    def _discard(self) -> None:
        """Remove the file, so that the next run begins anew."""
        with suppress(OSError):
            for path in self.file.parent.glob(f"{self.file.name}*"):
                path.unlink(missing_ok=True)
