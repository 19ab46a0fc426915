"""Locks as FlashInfer's users have seen them: held, and by whom."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# The lock is flock's, as filelock takes it. A child is forked while it is held; who took it ends at once or lives on.
_TAKER = """
import fcntl, os, sys, time
descriptor = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT)
fcntl.flock(descriptor, fcntl.LOCK_EX)
if sys.argv[2] == "orphan":
    child = os.fork()
    if child:
        print(child, flush=True)
        os._exit(0)
else:
    print(os.getpid(), flush=True)
for stream in (0, 1, 2):
    os.close(stream)
time.sleep(120)
"""


@contextmanager
def orphaned(file: Path) -> Iterator[int]:
    """Have a file locked by a process whose parent took the lock and has ended; its number."""
    answer = subprocess.run([sys.executable, "-c", _TAKER, file, "orphan"], capture_output=True, text=True, check=True)
    number = int(answer.stdout)
    try:
        yield number
    finally:
        os.kill(number, signal.SIGKILL)


@contextmanager
def locked(file: Path) -> Iterator[int]:
    """Have a file locked by the process that took the lock; its number."""
    with subprocess.Popen([sys.executable, "-c", _TAKER, file, "own"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            yield int(process.stdout.readline())
        finally:
            process.kill()
