"""The temporary folder of this process, for all that it writes on the way to an answer.

It goes when the process ends. One that is killed cannot see to that: what it left goes when another makes its own.
"""

from __future__ import annotations

import atexit
import fcntl
import os
import re
import shutil
import stat
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

_PREFIX = "cutlass-lint-run-"
_UNLOCKED = f".{_PREFIX}"
"""What it is called until it is locked."""
_NAME = re.compile(rf"\.?{re.escape(_PREFIX)}\w{{8}}")
"""As tempfile.mkdtemp makes names: nothing else is ever removed."""
_MODE = 0o700
_BEGUN_SECONDS = 60
"""Within this time of its making it is."""


def temporary_folder() -> Path:
    """The folder, which nobody else may read. Raises OSError where none can be made."""
    return _made_in(Path(tempfile.gettempdir()))


@cache
def _made_in(parent: Path) -> Path:
    _sweep(parent)
    unlocked = Path(tempfile.mkdtemp(prefix=_UNLOCKED, dir=parent))
    # The lock is this process's for as long as it lives, however it ends: it tells others that the folder is in use.
    fcntl.flock(os.open(unlocked, os.O_RDONLY), fcntl.LOCK_EX)
    folder = unlocked.rename(parent / unlocked.name.removeprefix("."))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _sweep(parent: Path) -> None:
    """Remove the folders of processes that are no more, as far as they are this user's."""
    names: list[str] = []
    with suppress(OSError):
        names += filter(_NAME.fullmatch, os.listdir(parent))  # noqa: PTH208 - names only
    for folder in (parent / name for name in names):
        with suppress(OSError):
            status = folder.lstat()
            is_own = (status.st_uid, status.st_mode) == (os.geteuid(), stat.S_IFDIR | _MODE)
            is_new = folder.name.startswith(".") and time.time() - status.st_mtime < _BEGUN_SECONDS
            if is_own and not is_new:
                _remove(folder)


def _remove(folder: Path) -> None:
    """Remove a folder that no process has locked. Raises OSError, also where one has."""
    opened = os.open(folder, os.O_RDONLY | os.O_NOFOLLOW | os.O_DIRECTORY)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(opened)
