"""Where releases are kept, and how folders there are made: whole, or not at all."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from packaging.version import InvalidVersion, Version

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

RECORD = "wheel.json"
"""The file in a release's folder that says which archive it was unpacked from."""
_STALE_SECONDS = 24 * 3600
_TEMPORARY = ".tmp-"


class ReleaseError(Exception):
    """A release that can't be had, or doesn't generate what was asked; the message is one line: what to do."""


def home() -> Path:
    """Return the folder that releases are kept in, one folder for each version."""
    import platformdirs

    return platformdirs.user_cache_path("cutlass-lint") / "releases"


def fetched() -> list[Path]:
    """Return the folders of the releases fetched before, newest version first."""
    try:
        names = sorted(os.listdir(home()), key=version_key, reverse=True)  # noqa: PTH208 - names only
    except OSError:
        return []
    return [home() / name for name in names if not name.startswith(".") and (home() / name / RECORD).is_file()]


def version_key(version: str) -> Version:
    """Sort versions in ascending order; what is no version comes first."""
    try:
        return Version(version)
    except InvalidVersion:
        return Version("0.dev0")


@contextmanager
def temporary(parent: Path) -> Iterator[Path]:
    """Make a folder beside the final one, so that one rename moves the result there."""
    for left in parent.glob(f"{_TEMPORARY}*"):
        with suppress(OSError):  # of a run that was killed; another run may be removing it too
            if time.time() - left.stat().st_mtime > _STALE_SECONDS:
                shutil.rmtree(left, ignore_errors=True)
    folder = Path(tempfile.mkdtemp(prefix=_TEMPORARY, dir=parent))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def move(source: Path, target: Path, complete: Callable[[], bool]) -> None:
    """Rename a finished folder to its final name; where another run was quicker, keep what it made."""
    try:
        source.replace(target)
    except OSError as error:
        if complete():
            return
        if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
            raise
        shutil.rmtree(target)  # left by something else, or by an earlier version of this tool
        source.replace(target)


@contextmanager
def explained() -> Iterator[None]:
    """Turn an error of the file system into a `ReleaseError`."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise ReleaseError(f"the disk is full: a release needs about 200 MB below {home()}") from error
        raise ReleaseError(f"cannot write below {home()}: {error.strerror or error}") from error
