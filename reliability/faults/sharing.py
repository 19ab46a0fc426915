"""Many runs at once that share a cache."""

from __future__ import annotations

import subprocess

from reliability.runs import tool
from reliability.scene import Fault, Scene

_RUNS, _FEW = 16, 6


def _shared(scene: Scene) -> None:
    runs = [scene.begin("--jobs", "1") for _ in range(_FEW if scene.quick else _RUNS)]
    for run in runs:
        scene.judge(scene.ended(run))
    scene.recover()


def _cleared(scene: Scene) -> None:
    """The cache is cleared again and again until all have ended."""
    runs = [scene.begin("--jobs", "1") for _ in range(_FEW if scene.quick else _RUNS)]
    while any(run.is_going for run in runs):
        command = tool("cache", "clear", "--cache-dir", scene.cache)
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            scene.outcome.lost.append(done.stderr)
    for run in runs:
        scene.judge(scene.ended(run))
    scene.recover()


FAULTS = (
    Fault("shared-cache", f"{_RUNS} runs at once with one cache, empty at first", 3, 1, _shared),
    Fault("cleared-cache", f"{_RUNS} runs at once, and `cutlass-lint cache clear` again and again", 3, 1, _cleared),
)
