"""The report of an earlier run, given again where nothing that it depends on is another.

What lies under the paths is found anew each time, with its locks and builds. The rest is looked at only as far as it
takes to see that it is as it was: all that was read and looked for on the way from there to the report.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

import msgspec

from cutlass_lint.analyzer import unsaved
from cutlass_lint.analyzer.cache.answers import Cache
from cutlass_lint.analyzer.cache.digests import digest_of, text_of
from cutlass_lint.analyzer.cache.identity import tool
from cutlass_lint.analyzer.cache.observing import Observed
from cutlass_lint.analyzer.cache.states import merged
from cutlass_lint.analyzer.model import Report
from cutlass_lint.analyzer.requests import Found, Request
from cutlass_lint.analyzer.workspace import current_toolkit
from cutlass_lint.analyzer.workspace.toolkits import HEADER_VARIABLES


class Recall:
    """What the cache knows of one question: a request, what was found for it, and what else the answer is made of."""

    def __init__(self, request: Request, found: Found, *others: object) -> None:
        self._cache = request.settings.cache or Cache()
        self._key = b""
        if self._cache.is_on and request.labelling is None and not unsaved.is_any():
            self._key = _key(request, found, others, self._cache)

    @property
    def is_on(self) -> bool:
        """Whether a report may be known, and is kept."""
        return bool(self._key)

    def report(self) -> Report | None:
        """The report, where it is known."""
        known = self._cache.get(self._key) if self._key else None
        try:
            return msgspec.msgpack.decode(known, type=Report) if known else None
        except msgspec.DecodeError:
            return None

    def keep(self, report: Report, observed: Observed) -> None:
        """Keep a report that was made while observed, unless it lacks something that another run might have."""
        lacks = report.problems or any(kernel.status == "unknown" for kernel in report.kernels)
        if not self._key or lacks or not self._cache.is_complete:
            return
        dependencies = observed.dependencies(self._cache.disk)
        everything = merged([*self._cache.used, dependencies]) if dependencies else None
        if everything is not None:
            self._cache.put({self._key: report}, everything)


def _key(request: Request, found: Found, others: Sequence[object], cache: Cache) -> bytes:
    settings = request.settings
    builds = [build for workspace in found.workspaces for build in workspace.builds]
    toolkit = current_toolkit() if builds else None
    homes = [path.path for path in (toolkit, *(build.cuda_home for build in builds)) if path]
    folders = [os.environ.get(name) for name in HEADER_VARIABLES]  # what tells of missing headers looks there
    asked = (os.getcwd(), folders, found, settings.toolkit, settings.deep, request.sizes, toolkit, others)  # noqa: PTH109 - text
    # What rules and the reading of dispatch look at themselves, beside sources and headers.
    seen = (
        [os.path.realpath(path) for path in homes],
        [cache.disk.digest(build.file) for build in builds],
        [_size(path) for build in builds for path in build.leftovers],
    )
    return digest_of(tool(), b"report", text_of((asked, seen)))


def _size(path: str) -> int | None:
    try:
        return os.stat(path).st_size  # noqa: PTH116 - called for every object
    except OSError:
        return None
