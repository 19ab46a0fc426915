"""A clock that goes back: between runs, and during one."""

from __future__ import annotations

import os
import time

from reliability.scene import Fault, Scene

_DAY_S, _HOUR_S = 86_400, 3600
# What Python runs at its start. The kernel's own clock, by which it dates files, stays as it is.
_CLOCK = """
import time
now, now_ns, begun = time.time, time.time_ns, time.monotonic()
def shift(): return {early} if time.monotonic() - begun < {after} else {late}
time.time = lambda: now() + shift()
time.time_ns = lambda: now_ns() + shift() * 1_000_000_000
"""


def _clock(scene: Scene, early: int, late: int = 0, after: float = 1e9) -> str:
    """A value of PYTHONPATH with which Python's clock is some seconds off, and after some seconds others."""
    folder = scene.folder / "clock"
    folder.mkdir(exist_ok=True)
    (folder / "sitecustomize.py").write_text(_CLOCK.format(early=early, late=late, after=after))
    return os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))


def _between(scene: Scene) -> None:
    """A run of tomorrow, on files of tomorrow; then one of today, and one after a change that keeps size and time."""
    future = time.time() + _DAY_S - _HOUR_S
    for path in scene.project.rglob("*"):
        os.utime(path, (future, future))
    scene.judge(scene.run(PYTHONPATH=_clock(scene, _DAY_S)))
    for path in scene.cache.rglob("*"):
        os.utime(path, (future, future))
    scene.recover()
    version = scene.chance.choice(("source", "launcher", "header"))
    os.utime(scene.write(version), (future, future))
    scene.recover(scene.model.report(version))


def _during(scene: Scene) -> None:
    after = scene.chance.uniform(0.0, scene.model.done().seconds)
    scene.judge(scene.run(PYTHONPATH=_clock(scene, 0, -_DAY_S, after)))
    scene.judge(scene.run(PYTHONPATH=_clock(scene, -_DAY_S)))
    scene.recover()


FAULTS = (
    Fault("clock-between", "the clock goes back a day; then a change that keeps size and time", 6, 1, _between),
    Fault("clock-during", "the clock goes back a day during a run, as Python tells the time", 8, 1, _during),
)
