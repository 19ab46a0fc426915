"""A run of the tool in a process of its own: how it ends, what it says, and what it leaves behind."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from cutlass_lint.analyzer.cli.exit_codes import ExitCode
from reliability.project import Report

MARK = "CUTLASS_LINT_RELIABILITY"
"""A variable of the environment by which the processes of a run are known."""
_LONGEST_S = 300
GRACE_S = 2.0
"""How long, in seconds, processes may take to end behind a run that ended, or that was told to."""
_ENDED = {128 + number for number in (signal.SIGINT, signal.SIGTERM)} | {-signal.SIGINT, -signal.SIGTERM}
CODES = {*map(int, ExitCode), *_ENDED}
"""Exit codes that the documentation has; before a process knows what to do with a signal, that ends it."""
_EARLY = ("KeyboardInterrupt", "Fatal Python error", "Could not import runpy")
_BEGUN = re.compile(r'cutlass_lint\W.*", line \d+, in (?!<module>)')
"""A function of the tool in a traceback."""
_DETAILS = ("Traceback", "internal error", "Exception ignored")


class Done(Struct, frozen=True):
    """How a run ended. `peak` is its largest process in bytes; `report` is None where there is no whole one."""

    code: int
    report: Report | None
    errors: str
    seconds: float
    peak: int

    @property
    def is_early(self) -> bool:
        """Whether it was interrupted ahead of the tool's own code, which Python answers."""
        return not _BEGUN.search(self.errors) and any(answer in self.errors for answer in _EARLY)

    @property
    def traceback(self) -> str:
        """What a user should not see of it."""
        shown = next((detail for detail in _DETAILS if detail in self.errors), "")
        return shown and f"{shown}: {self.errors.strip()[-300:]}"


class Run:
    """A process that has begun, in a folder for what it prints. `mark` is in the environment of all that it starts."""

    def __init__(self, command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> None:
        self._output, self._errors = folder / f"{time.monotonic_ns()}.out", folder / f"{time.monotonic_ns()}.err"
        self.mark = str(self._output)
        plain = {name: value for name, value in os.environ.items() if not name.startswith("CUTLASS_LINT")}
        with self._output.open("xb") as output, self._errors.open("xb") as errors:
            self._begun = time.monotonic()
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=errors,
                env={**plain, MARK: self.mark, **environment},
                cwd=folder,
                start_new_session=True,
            )

    def send(self, number: int) -> None:
        """Send a signal to the process."""
        # Not by Popen, which might reap it first.
        os.kill(self._process.pid, number)

    def end(self) -> None:
        """Kill it with all that it started."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)

    @property
    def is_going(self) -> bool:
        """Whether it has not ended."""
        return os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None

    def done(self, project: Path) -> Done:
        """Wait for it. One that takes too long is ended, which its exit code tells."""
        watch = threading.Timer(_LONGEST_S, self.end)
        watch.start()
        _pid, status, usage = os.wait4(self._process.pid, 0)
        seconds = time.monotonic() - self._begun
        watch.cancel()
        self._process.returncode = os.waitstatus_to_exitcode(status)
        output, errors = (file.read_text(errors="replace") for file in (self._output, self._errors))
        return Done(self._process.returncode, read(output, project), errors, seconds, usage.ru_maxrss * 1024)


def read(text: str, project: Path) -> Report | None:
    """A report in JSON without the paths of a project; None where it is no whole one."""
    try:
        return msgspec.convert(json.loads(text.replace(f"{project}/", "")), Report)
    except ValueError:
        return None


def processes(mark: str) -> list[tuple[int, str]]:
    """The processes with a mark in their environment, with their command lines, but for those that have ended."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if f"{MARK}={mark}\0".encode() in (folder / "environ").read_bytes():
                words = (folder / "cmdline").read_bytes().replace(b"\0", b" ")
                found.append((int(folder.name), words.decode(errors="replace")))
    return found


def left_over(mark: str) -> list[str]:
    """The processes that outlive a run, which are ended here."""
    ends = time.monotonic() + GRACE_S
    while (left := processes(mark)) and time.monotonic() < ends:
        time.sleep(0.02)
    for number, _command in left:
        with suppress(ProcessLookupError):
            os.kill(number, signal.SIGKILL)
    return [command for _number, command in left]


def tool(*arguments: str | Path) -> list[str]:
    """The command line of the tool, by the Python that runs this."""
    return [sys.executable, "-m", "cutlass_lint", *map(str, arguments)]
