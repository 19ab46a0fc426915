"""What a run looks at on its way to an answer: contents of files that were read, and paths that were there or not."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from cutlass_lint.analyzer.cache.digests import digest_of
from cutlass_lint.analyzer.cache.states import Dependencies, Disk


class Observed:
    """All that was looked at while this was the observer."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        """Digests of what was read, by path; empty where nothing could be read."""
        self.paths: dict[str, bool] = {}
        """Whether something was there."""
        self._begun = time.time_ns()
        self._has_changed = False

    def saw(self, path: str, digest: bytes) -> None:
        """Take down what was read of a file."""
        self._has_changed |= self.files.setdefault(path, digest) != digest

    def looked_for(self, path: str, *, exists: bool) -> None:
        """Take down whether something was there."""
        self._has_changed |= self.paths.setdefault(path, exists) != exists

    def dependencies(self, disk: Disk) -> Dependencies | None:
        """What was looked at, as it is to be again; None where something changed in the meantime.

        A file that is only known to be there may have been read before: its content counts, too.
        """
        if self._has_changed:
            return None
        files = dict(self.files)
        for path in (path for path, exists in self.paths.items() if exists and path not in files):
            if disk.changed_since(path, self._begun):
                return None
            files[path] = disk.digest(path)
        lacks = cache(_missing)
        return disk.dependencies(files, (), {lacks(path) for path, exists in self.paths.items() if not exists})


_observers: list[Observed] = []


@contextmanager
def observing() -> Iterator[Observed]:
    """Take down what is read and looked for, in any thread."""
    observed = Observed()
    _observers.append(observed)
    try:
        yield observed
    finally:
        _observers.remove(observed)


def saw_content(path: str, data: bytes | None) -> None:
    """Tell that a file was read; None where it could not be."""
    digest = b"" if data is None or not _observers else digest_of(data)
    for observed in _observers:
        observed.saw(path, digest)


def saw_path(path: str, *, exists: bool) -> None:
    """Tell that a path was looked for."""
    for observed in _observers:
        observed.looked_for(path, exists=exists)


def _missing(path: str) -> str:
    """The shortest part of a path that is not there."""
    parent = os.path.dirname(path)  # noqa: PTH120 - called for every include of every source
    while parent not in ("", "/") and not os.path.lexists(parent):
        path, parent = parent, os.path.dirname(parent)  # noqa: PTH120 - as above
    return path
