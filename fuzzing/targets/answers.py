"""The cache: answers and dependencies in it that are damaged, or its whole file.

The first byte of an input says what the rest takes the place of: an answer (`a`), dependencies (`d`) or another column
(`f`, `u`, `k`), in capitals to be compressed as the cache does it. Else it is pairs of bytes that are changed in the
file, far apart.
"""

from __future__ import annotations

import sqlite3
import zlib
from contextlib import closing, suppress
from functools import cache
from pathlib import Path

from cutlass_lint.analyzer.cache.answers import Cache
from cutlass_lint.analyzer.cache.observing import Observed
from cutlass_lint.analyzer.cache.states import Dependencies
from cutlass_lint.analyzer.model import Report
from cutlass_lint.analyzer.recall import Recall
from cutlass_lint.analyzer.requests import Found, Request
from cutlass_lint.analyzer.smem.evidence import Evidence
from cutlass_lint.analyzer.smem.frontend import Settings
from cutlass_lint.analyzer.smem.outcomes import Outcomes
from cutlass_lint.analyzer.smem.sizing import Rejection
from cutlass_lint.analyzer.smem.workers import Workers
from fuzzing.scratch import kernels, scratch

_KEY = b"outcome"
_REPORT = Report((), 1, kernels()[:2], (), ())
_REJECTION = Rejection("no", ())
_COLUMNS = {
    b"a": "answers SET value",
    b"d": "dependencies SET states",
    b"f": "answers SET file",
    b"k": "answers SET dependencies",
    b"u": "answers SET used",
}
_APART = 4001
"""Bytes from one change to the next: a prime, so that they reach all of the file's pages."""


def target(data: bytes) -> None:
    """What is damaged is not there: it is neither believed, where that can be told, nor does it end a run."""
    folder = scratch() / "answers"
    name, whole = _whole(folder)
    for path in folder.glob("answers-*"):
        path.unlink()
    kind, rest = data[:1].lower(), data[1:]
    damaged = bytearray(whole)
    if kind not in _COLUMNS:
        for number, (position, byte) in enumerate(zip(data[::2], data[1::2], strict=False)):
            damaged[(number * _APART + position) % len(whole)] = byte
    (folder / name).write_bytes(damaged)
    if kind in _COLUMNS:
        with closing(sqlite3.connect(folder / name)) as database, database:
            stored = rest if kind == data[:1] else zlib.compress(rest, 1)
            with suppress(sqlite3.IntegrityError):
                database.execute(f"UPDATE {_COLUMNS[kind]} = ?", (stored if rest else None,))
    with Cache(folder) as opened, Workers(Settings(1, cache=opened)) as workers:
        found = _recall(opened).report()
        outcome = Outcomes({}, workers).find(_KEY, None)
        opened.get_file(_KEY)
        opened.put({b"another": _REJECTION}, Dependencies())
        info = opened.info()
    assert found is None or isinstance(found, Report)
    assert outcome is None or isinstance(outcome, Evidence | Rejection)
    assert info.answers >= 0


def _recall(opened: Cache) -> Recall:
    return Recall(Request((Path("/nowhere"),), Settings(1, cache=opened)), Found((), (), ()))


@cache
def _whole(folder: Path) -> tuple[str, bytes]:
    """The name and the bytes of a database that has a report and an outcome."""
    with Cache(folder) as opened:
        _recall(opened).keep(_REPORT, Observed())
        opened.put({_KEY: _REJECTION}, Dependencies())
    with Cache(folder) as opened, Workers(Settings(1, cache=opened)) as workers:
        assert _recall(opened).report() == _REPORT
        assert Outcomes({}, workers).find(_KEY, None) == _REJECTION
    (file,) = folder.glob("answers-*")
    return file.name, file.read_bytes()
