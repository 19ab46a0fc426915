"""CACHE003: the lock of a module is held by a process that will not give it back.

## What it does

Looks who holds the locks in `cached_ops/tmp`, where one is held: a process that was forked from the one that took the
lock, which has ended; or only processes that are stopped.

The file itself means nothing. It stays after use, and FlashInfer's lock is that of the kernel (flock), which is free
again as soon as no process has the file open that it was taken through. So a lock file that nobody holds draws no
finding, nor does one that a living process holds: it builds or loads the module.

Left out, because it cannot be told: locks that are held by processes of another user, container or machine (a cache on
NFS), and file systems without flock, where the file itself is the lock.

## Why it matters

FlashInfer waits for the lock without a limit and without a word. A worker that was forked while its parent held the
lock keeps it when the parent is killed: from then on each load of the module hangs, in new processes too.

## Example

A server is killed while it compiles, and one of its workers lives on: the next server prints "Loading JIT ops" and
stands still at 0 % of the processor.

## What to do

End the processes that are named. Deleting the file helps those that start afterwards, but lets them build at the same
time as whoever has the lock.

## References

flock(2): "an open file description, via fork(2)"; filelock, `UnixFileLock`; FlashInfer, flashinfer/jit/core.py:
`build_and_load`; flashinfer-ai/flashinfer#972.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Finding, Lock
from cutlass_lint.analyzer.wording import few
from cutlass_lint.rules import Rule
from cutlass_lint.rules.cached_builds import whole


def check(graph: KernelGraph) -> Iterator[Finding]:
    """Yield a finding for each lock that is held for good."""
    for lock in graph.surroundings.locks:
        if lock.is_held and lock.holders:
            if lock.taker is None:
                yield _finding(lock, "got it from a process that has ended")
            elif all(holder.is_stopped for holder in lock.holders):
                yield _finding(lock, "is stopped" if len(lock.holders) == 1 else "are stopped")


RULE = Rule("CACHE003", "orphaned-build-lock", "error", check)


def _finding(lock: Lock, why: str) -> Finding:
    held = few([f"{holder.name} ({holder.number})" for holder in lock.holders])
    return RULE.at(
        whole(lock.file),
        f"the lock of {PurePath(lock.file).stem} is held by {held}, which {why}: every load that needs it waits",
        details=(f"end them: kill {' '.join(str(holder.number) for holder in lock.holders)}",),
    )
