"""Runs that are killed, terminated and interrupted at random moments."""

from __future__ import annotations

import signal
import time

from reliability.project import VERSIONS
from reliability.runs import Done, read
from reliability.scene import Fault, Scene

_SOON_S = 2.0
"""How long, in seconds, a run may go on once it is told to end."""
_LOADING = 0.2
"""The share of a run's time in which it loads what it needs."""


def _send(scene: Scene, number: int, among_s: float) -> Done:
    """Send a signal to a run at a random moment."""
    run = scene.begin("-o", f"json={scene.folder / 'report.json'}")
    time.sleep(scene.chance.uniform(0.0, among_s))
    run.send(number)
    sent = time.monotonic()
    done = scene.ended(run, lambda done: done.code == -signal.SIGKILL or done.is_early)
    if (took := time.monotonic() - sent) > _SOON_S:
        scene.outcome.left.append(f"a run that ended {took:.1f} s after signal {number}")
    file = scene.folder / "report.json"
    if file.exists() and read(file.read_text(errors="replace"), scene.project) is None:
        scene.outcome.wrong.append("half of a report")
    return done


def _killed(scene: Scene) -> None:
    _send(scene, signal.SIGKILL, scene.model.done().seconds)
    scene.recover()


def _killed_with_cache(scene: Scene) -> None:
    """Each time something is changed, so that there is something to do and to keep."""
    done = scene.run()
    for number in range(3 if scene.quick else 20):
        scene.edit(scene.chance.choice(list(VERSIONS)))
        _send(scene, signal.SIGKILL, done.seconds)
        done = scene.recover()
        scene.outcome.tried = number + 1


def _told(scene: Scene) -> None:
    """Half of the times while it loads what it needs."""
    number = scene.chance.choice((signal.SIGTERM, signal.SIGINT))
    done = _send(scene, number, scene.model.done().seconds * scene.chance.choice((_LOADING, 1.0)))
    if done.code not in (128 + number, -number) and done.report is None and not done.is_early:
        scene.outcome.lost.append(f"exit code {done.code} at signal {number}: {done.errors}")
    scene.swept()
    scene.recover()


FAULTS = (
    Fault("killed", "`kill -9` at a random moment, the cache empty", 200, 3, _killed),
    Fault("killed-warm", "`kill -9` at a random moment, the cache filled, a file changed", 10, 1, _killed_with_cache),
    Fault("told-to-end", "SIGTERM or SIGINT at a random moment", 60, 3, _told),
)
