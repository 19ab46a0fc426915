"""Sources, launchers and headers that change while they are read."""

from __future__ import annotations

import threading

from reliability.project import VERSIONS
from reliability.scene import Fault, Scene, anything


def _changing(scene: Scene) -> None:
    """A file goes from one valid version to the other and back, in place or by another that takes its place."""
    version = scene.chance.choice(list(VERSIONS))
    by_rename = bool(scene.chance.getrandbits(1))
    stop, is_other = threading.Event(), False

    def change() -> None:
        nonlocal is_other
        while not stop.wait(scene.chance.uniform(0.0, 0.4)):
            is_other = not is_other
            scene.write(version, is_other=is_other, by_rename=by_rename)

    changing = threading.Thread(target=change)
    changing.start()
    try:
        both = scene.model.report(), scene.model.report(version)
        for _ in range(2):
            scene.judge(scene.run(), *both, may_lack=anything)
    finally:
        stop.set()
        changing.join()
    scene.recover(both[is_other])


FAULTS = (
    Fault(
        "changing-files",
        "a source, launcher or header changes to and fro, in place or by rename, while it is read",
        40,
        2,
        _changing,
    ),
)
