"""The locks in a FlashInfer cache, `cached_ops/tmp/<module>.lock`: who holds them.

FlashInfer locks a module with `filelock.FileLock`, which is flock(2), without a limit on the wait. The file stays after
use and means nothing; the lock is the kernel's, and gone as soon as no process has the file open that it was taken
through. Forked processes have it open too, so that it may outlive the process that took it.

To see whether it is held, a shared lock is asked for without waiting and given back at once: FileLock asks again after
a twentieth of a second where it is refused. Who holds it is read from /proc; where that is not allowed, nobody is seen.
"""

from __future__ import annotations

import fcntl
import os
import re
import stat
from contextlib import suppress
from errno import EACCES, EAGAIN
from pathlib import Path
from typing import TYPE_CHECKING

from cutlass_lint.analyzer.model import Lock, Process

if TYPE_CHECKING:
    from collections.abc import Iterator

_PROC = Path("/proc")
_HELD = re.compile(r"^lock:\s+\d+: FLOCK\s+\S+\s+WRITE (-?\d+) ", re.MULTILINE)
_STATE = re.compile(r"\d+ \((.*)\) (\S)", re.DOTALL)
"""The name and state of a process, proc_pid_stat(5)."""
_STOPPED = frozenset("Tt")
_ENDED = frozenset("ZXx")


def read(file: Path) -> Lock | None:
    """Return the lock of a file; None where there is no such file."""
    try:
        descriptor = os.open(file, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOFOLLOW)
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        return Lock(str(file), None)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            return Lock(str(file), None)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in (EACCES, EAGAIN):
                return Lock(str(file), None)  # such as a file system without flock
        else:
            fcntl.flock(descriptor, fcntl.LOCK_UN)
            return Lock(str(file), is_held=False)
    finally:
        os.close(descriptor)
    lock = _held(str(file), status)
    # Looked at twice: whoever took it may have given it back and ended since, and others have the file open still.
    return lock if lock.taker else _held(str(file), status)


def _held(file: str, status: os.stat_result) -> Lock:
    holders = []
    takers = set()
    for folder, taker in _openers(Path(file).name, status):
        takers.add(taker)
        if process := _process(folder):
            holders.append(process)
    taker = takers.pop() if len(takers) == 1 else 0
    if taker > 0 and not _process(_PROC / str(taker)):
        taker = 0
    return Lock(file, True, taker if taker > 0 else None, tuple(holders))


def _openers(name: str, status: os.stat_result) -> Iterator[tuple[Path, int]]:
    """Yield the processes that have a file open through which it is locked, and the number of the one that took it.

    That is 0 where the process has ended, and is not known any more.
    """
    for folder in sorted(_PROC.glob("[0-9]*")):
        with suppress(OSError):
            takers = (_taker(folder, number, name, status) for number in os.listdir(folder / "fd"))  # noqa: PTH208
            taker = next((taker for taker in takers if taker is not None), None)
            if taker is not None:
                yield folder, taker


def _taker(folder: Path, number: str, name: str, status: os.stat_result) -> int | None:
    """Which process took the lock that a process has by one of its open files; None where it has none by that."""
    link = folder / "fd" / number
    with suppress(OSError):
        if os.readlink(link).endswith(f"/{name}"):  # noqa: PTH115 - called for every open file
            found = link.stat()
            lock = _HELD.search((folder / "fdinfo" / number).read_text())
            if lock and (found.st_dev, found.st_ino) == (status.st_dev, status.st_ino):
                return int(lock[1])
    return None


def _process(folder: Path) -> Process | None:
    """Return a process of /proc; None where it has ended."""
    try:
        match = _STATE.match((folder / "stat").read_text(errors="replace"))
    except OSError:
        return None
    if not match or match[2] in _ENDED:
        return None
    return Process(int(folder.name), match[1], match[2] in _STOPPED)
