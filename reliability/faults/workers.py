"""Processes that parse and are killed, or stop."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress

from reliability.runs import Run, processes
from reliability.scene import Fault, Scene, anything

_WORKER = "cutlass_lint.analyzer.smem.worker"


def _sent(run: Run, number: int, most: int, within_s: float) -> int:
    """Send a signal to workers of a run as they come, so many at most: how many had it."""
    sent: set[int] = set()
    ends = time.monotonic() + within_s
    while len(sent) < most and time.monotonic() < ends:
        for process, command in processes(run.mark):
            if _WORKER in command and process not in sent and len(sent) < most:
                with suppress(ProcessLookupError):
                    os.kill(process, number)
                    sent.add(process)
        time.sleep(0.005)
    return len(sent)


def _killed(scene: Scene) -> None:
    """One to three workers, from a random moment on."""
    run = scene.begin()
    seconds = scene.model.done().seconds
    time.sleep(scene.chance.uniform(0.1, 0.5) * seconds)
    scene.outcome.tried = _sent(run, signal.SIGKILL, scene.chance.randint(1, 3), seconds)
    scene.judge(scene.ended(run), may_lack=anything)
    scene.recover()


def _stopped(scene: Scene) -> None:
    """One that gets no time any more."""
    run = scene.begin("--timeout", "5")
    scene.outcome.tried = _sent(run, signal.SIGSTOP, 1, 2.0)
    scene.judge(scene.ended(run), may_lack=anything)
    scene.recover()


FAULTS = (
    Fault("workers-killed", "`kill -9` of processes that parse", 30, 1, _killed),
    Fault("worker-stopped", "a process that parses hangs (SIGSTOP), with `--timeout 5`", 2, 1, _stopped),
)
