"""Who does the work of a run: threads for its tasks, which mostly wait, and processes for their parses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from threading import BoundedSemaphore
from typing import ParamSpec, Protocol, Self, TypeVar

import msgspec
from msgspec.structs import replace

from cutlass_lint.analyzer.cache.answers import Cache
from cutlass_lint.analyzer.smem.frontend import FrontEndError, Settings
from cutlass_lint.analyzer.smem.jobs import Job, Parsed
from cutlass_lint.analyzer.smem.processes import Processes, run

P = ParamSpec("P")
T = TypeVar("T")


class Parser(Protocol):
    """What can parse."""

    @property
    def settings(self) -> Settings:
        """How to run the front end."""

    def parse(self, job: Job) -> Parsed:
        """Parse. Raises FrontEndError where the front end gives no answer."""


class Workers:
    """Does tasks, and the parses that these ask for, `jobs` at once; `begun` is called as each begins.

    While a task works on what a parse has answered, another's parse has its processor. A context manager: on the way
    out, what waits is dropped and what runs is killed.
    """

    def __init__(self, settings: Settings, begun: Callable[[], None] = lambda: None) -> None:
        self.settings = settings
        self._begun = begun
        self.cache = settings.cache or Cache()
        self._tasks = ThreadPoolExecutor(2 * settings.jobs)
        self._parses = BoundedSemaphore(settings.jobs)
        self._processes = Processes()
        self._read: dict[str, bytes] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self._tasks.shutdown(wait=False, cancel_futures=True)
        self._processes.stop()
        self._tasks.shutdown()

    def submit(self, task: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> Future[T]:
        """Have a task done in its turn."""
        return self._tasks.submit(task, *arguments, **named)

    def parse(self, job: Job) -> Parsed:
        """Parse in a process of its own. Raises FrontEndError where that gives no answer, in the time it has."""
        encoded, timeout, executor = msgspec.msgpack.encode(job), self.settings.timeout, self.settings.executor
        with self._parses:
            self._begun()
            if executor is None:
                answer, printed = self._processes.run(encoded, timeout, layouts=job.layouts)
            else:
                answer, printed = _elsewhere(executor, encoded, timeout, layouts=job.layouts)
        try:
            parsed = msgspec.msgpack.decode(answer, type=Parsed)
        except msgspec.DecodeError as error:
            raise FrontEndError(f"the front end's answer is not understood: {error}") from error
        self.check(parsed.included)
        return parsed if parsed.is_refused else replace(parsed, layouts=printed)

    def check(self, read: Mapping[str, bytes]) -> None:
        """Take down what was read of files, by path. Raises FrontEndError where another parse read something else."""
        for path, digest in read.items():
            if self._read.setdefault(path, digest) != digest:
                raise FrontEndError(f"{path} changed while this ran: run again")


def _elsewhere(executor: Executor, job: bytes, timeout: float, *, layouts: bool) -> tuple[bytes, str]:
    try:
        return executor.submit(run, job, timeout, layouts=layouts).result()
    except (FrontEndError, OSError):
        raise
    except (CancelledError, Exception) as error:
        # Whatever an executor says of itself: that it takes no more, or that a worker of its own was lost.
        raise FrontEndError(f"the front end was not run: {str(error) or type(error).__name__}") from error


class Recorder:
    """Parses by other means, and takes down what was read for it."""

    def __init__(self, parser: Parser) -> None:
        self._parser = parser
        self.read: dict[str, bytes] = {}
        """Digests of what was read of files, by path."""
        self.given: dict[str, bytes] = {}
        """What parses were given in place of files, by path."""
        self.has_failed = False
        """Whether a parse gave no answer, such as for lack of time."""

    @property
    def settings(self) -> Settings:
        """How to run the front end."""
        return self._parser.settings

    def parse(self, job: Job) -> Parsed:
        """Parse as the other does."""
        try:
            parsed = self._parser.parse(job)
        except (FrontEndError, OSError):
            self.has_failed = True
            raise
        self.read |= parsed.included
        self.given |= job.files
        return parsed
