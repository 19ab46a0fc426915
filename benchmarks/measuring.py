"""Whole processes by the wall clock, and the machine that they ran on."""

from __future__ import annotations

import datetime
import importlib.metadata
import os
import platform
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace
from table import Goal, Row, against

Command = tuple[str, ...]


class Done(Struct, frozen=True):
    """A command that ended as it should: how long it took, its largest process in bytes, what it printed."""

    command: Command
    seconds: float
    peak: int
    output: str
    errors: str


class Subject(Struct, frozen=True):
    """Something to be measured: a work, or a peer of one.

    `command` may be a function that makes all ready for the nth run, untimed, and gives its command; it is empty where
    the program is not here, which `what` says. `codes` are the exit codes of success. `told` makes a note of the last
    run, and raises `Failed` where that did not do what it was meant to.
    """

    work: str
    what: str
    command: Command | Callable[[int], Command] = ()
    goal: Goal | None = None
    codes: tuple[int, ...] = (0,)
    told: Callable[[Done], str] = lambda _done: ""


class Failed(Exception):  # noqa: N818 - what a row says
    """Something that did not do what it was meant to. The table says so, and all else is measured."""


def run(command: Command, folder: Path, codes: Sequence[int]) -> Done:
    """Run a command in a folder and time it. Raises Failed at another exit code, OSError where it can't be run."""
    files = folder / "output", folder / "errors"
    with files[0].open("wb") as output, files[1].open("wb") as errors:
        start = time.perf_counter()
        process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=output, stderr=errors)
        # Unlike wait(), tells the memory, also of the processes that this one waited for.
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    said = [file.read_text(errors="replace") for file in files]
    if process.returncode not in codes:
        raise Failed(f"exit code {process.returncode}: {' '.join(said).strip()[-200:]}")
    return Done(command, seconds, usage.ru_maxrss * 1024, *said)


def measure(subjects: Sequence[Subject], folder: Path, repeats: int) -> list[Row]:
    """Measure a work and its peers in turn, so that what else the machine does meets all of them."""
    rows = [Row(subject.work, subject.what, goal=subject.goal) for subject in subjects]
    for left in reversed(range(repeats)):
        for index, subject in enumerate(subjects):
            # What failed has a note.
            if subject.command and not rows[index].note:
                rows[index] = _again(subject, rows[index], folder, is_last=not left)
    work, *peers = rows
    return [work, *(against(work, peer) for peer in peers)]


def _again(subject: Subject, row: Row, folder: Path, *, is_last: bool) -> Row:
    progress(f"{subject.work:2} {subject.what} ... ")
    try:
        command = subject.command(len(row.seconds)) if callable(subject.command) else subject.command
        done = run(command, folder, subject.codes)
        progress(f"{done.seconds:.3g} s\n")
        note = subject.told(done) if is_last else ""
    except (Failed, OSError, LookupError, ValueError) as error:
        progress(f"failed: {error}\n")
        return Row(subject.work, subject.what, goal=subject.goal, note=f"failed: {error}")
    return replace(row, seconds=(*row.seconds, done.seconds), peak=max(row.peak, done.peak), note=note)


def progress(text: str) -> None:
    """Say on the standard error how far the benchmark is."""
    sys.stderr.write(text)
    sys.stderr.flush()


def keep_to(cores: int) -> int:
    """Keep this process and all that it starts to so many processors; return how many there are of them."""
    chosen = sorted(os.sched_getaffinity(0))[:cores]
    os.sched_setaffinity(0, chosen)
    return len(chosen)


def printed(*command: str) -> str:
    """What a command prints; nothing where there is no such command."""
    found = shutil.which(command[0])
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip() if found else ""


def machine() -> dict[str, str]:
    """The machine and the date."""
    return {
        "Date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "Processor": f"{_found('/proc/cpuinfo', 'model name[^:]*: (.*)')}, {os.cpu_count()} in all",
        "Memory": _found("/proc/meminfo", r"MemTotal:\s*(.*)"),
        "System": f"{platform.freedesktop_os_release()['PRETTY_NAME']}, {platform.system()} {platform.release()}",
        "Python": platform.python_version(),
        "libclang": importlib.metadata.version("libclang"),
    }


def _found(file: str, pattern: str) -> str:
    match = re.search(pattern, Path(file).read_text())
    return match[1] if match else "unknown"
