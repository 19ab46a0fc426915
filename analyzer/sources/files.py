"""Reading files that may be anything: too large, binary, gone, or no file at all."""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING

from cutlass_lint.analyzer import unsaved
from cutlass_lint.analyzer.cache import observing
from cutlass_lint.analyzer.cache.digests import digest_of
from cutlass_lint.analyzer.model import Problem
from cutlass_lint.analyzer.roots import outside, refusal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from cutlass_lint.analyzer.roots import Roots

LIMIT = 16 * 1024 * 1024
"""The largest file that is read, in bytes. Generated sources have some 10 KB, the largest CUTLASS header 2 MB."""


def read_bytes(path: Path) -> bytes | Problem:
    """Return the bytes of a text file, or the reason why it has none to read."""
    file = str(path)
    try:
        size = _size(file)
        if size is None:
            return Problem(file, 0, "not a regular file", "pass a source file, or the folder that holds the sources")
        if size > LIMIT:
            return Problem(
                file,
                0,
                f"over the limit of {LIMIT:,} bytes for a source file",
                "split the file, or leave it out: no generated CUTLASS source is this large",
            )
        data = contents(file)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        return Problem(file, 0, f"cannot be read: {reason}", "check that the file exists and may be read")
    if b"\0" in data:
        return Problem(
            file, 0, "binary file: it holds NUL bytes", "save it as UTF-8, or regenerate it if it was written in part"
        )
    return data


def contents(file: str) -> bytes:
    """Return the bytes of a file that `read_bytes` takes. Raises OSError."""
    text = unsaved.find(file)
    if text:
        return text.data
    try:
        with open(file, "rb") as opened:  # noqa: PTH123 - called for every source
            data = opened.read()
    except OSError:
        observing.saw_content(file, None)
        raise
    observing.saw_content(file, data)
    return data


def contents_as_read(file: str, digest: bytes) -> bytes:
    """Return the bytes of a file that was read before. Raises OSError, also where it is another one by now.

    With an empty digest it is as good as any other.
    """
    data = contents(file)
    if digest and digest_of(data) != digest:
        raise OSError(errno.ESTALE, "it changed while this ran: run again", file)
    return data


def version(path: str) -> tuple[str, int, int] | None:
    """Return a key that changes when the file does: path, modification time, size; None where there is none.

    A pipe or device has the size -1: a compiler would open it, we don't.
    """
    if text := unsaved.find(path):
        return (path, -text.number, len(text.data))
    try:
        status = os.stat(path)  # noqa: PTH116 - called for every include of every source
    except (OSError, ValueError):
        observing.saw_path(path, exists=False)
        return None
    observing.saw_path(path, exists=True)
    if stat.S_ISDIR(status.st_mode):
        return None
    return (path, status.st_mtime_ns, status.st_size if stat.S_ISREG(status.st_mode) else -1)


def candidate_paths(include: str, folders: Iterable[str]) -> Iterator[str]:
    """The paths that an include may mean, in the order of the folders."""
    return iter((include,)) if include.startswith("/") else (f"{folder}/{include}" for folder in folders)


def barred(found: tuple[str, int, int], roots: Roots) -> str | None:
    """Why what is there may not be included, as what is said of the file that does; None where it may."""
    path, _time, size = found
    if size < 0:
        return f"includes {path}, which is a pipe, socket or device"
    real = outside(path, roots)
    return refusal(real) if real else None


def _size(file: str) -> int | None:
    """The bytes of a file; None where it is a folder, a pipe or a device."""
    if text := unsaved.find(file):
        return len(text.data)
    status = os.stat(file)  # noqa: PTH116 - called for every source
    return status.st_size if stat.S_ISREG(status.st_mode) else None
