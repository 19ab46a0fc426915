"""Disks that are full, and a cache that may not be written."""

from __future__ import annotations

from pathlib import Path

from reliability.disks import bound_by_modes, mounted
from reliability.scene import Fault, Scene, anything

_SIZES = ("16k", "64k", "128k", "256k", "512k", "768k")
"""Of disks, some too small for a database, some for a precompiled header: the cache wants nearly a megabyte."""


def _full(scene: Scene, folder: Path) -> None:
    """A disk of a random size, and then room on it; else a limit on the size of files."""
    size = scene.chance.choice(_SIZES)
    with mounted(scene, folder, f"size={size},mode=700") as disk:
        if disk is None:
            scene.outcome.notes["a limit on the size of files (RLIMIT_FSIZE), as nothing may be mounted"] = None
            scene.within = ("prlimit", f"--fsize={max(64, int(size[:-1])) * 1024}", "--")
        scene.judge(scene.run(), may_lack=anything, may_fail=folder == scene.temporary)
        if disk is None:
            scene.within = ()
        else:
            scene.outcome.notes["a small tmpfs"] = None
            disk.remount(folder, "size=64m")
        scene.recover()


def _full_cache(scene: Scene) -> None:
    _full(scene, scene.cache)


def _full_temporary(scene: Scene) -> None:
    _full(scene, scene.temporary)


def _full_output(scene: Scene) -> None:
    """A report that is written to /dev/full, and one to a full disk, where nothing may be left of it."""
    scene.outcome.tried = 0
    for target in ("/dev/full", scene.folder / "full" / "report.json"):
        with mounted(scene, scene.folder / "full", "size=4k") as disk:
            done = scene.run("-o", f"json={target}")
            if disk is None and target != "/dev/full":
                continue
            scene.outcome.tried += 1
            if done.code != 2 or "cannot write" not in done.errors:
                scene.outcome.wrong.append(f"{target}, exit code {done.code}: {done.errors}")
            if disk and list((disk.root / f"{scene.folder}/full".lstrip("/")).iterdir()):
                scene.outcome.left.append(f"part of {target}")
    scene.recover()


def _read_only(scene: Scene) -> None:
    """A cache that may only be read, then with a change: on a disk, else by its mode."""
    is_filled = scene.chance.getrandbits(1)
    with mounted(scene, scene.cache, "size=64m") as disk:
        if is_filled:
            scene.run()
        if disk is None:
            scene.outcome.notes["by its mode, as nothing may be mounted"] = None
            scene.cache.mkdir(exist_ok=True)
            scene.cache.chmod(0o500)
            scene.within = bound_by_modes()
        else:
            scene.outcome.notes["a tmpfs mounted read-only"] = None
            disk.remount(scene.cache, "ro")
        scene.judge(scene.run())
        scene.edit("source")
        scene.judge(scene.run())
        if disk is None:
            scene.cache.chmod(0o700)
            scene.within = ()
        else:
            disk.remount(scene.cache, "rw")
        scene.recover()


FAULTS = (
    Fault("full-cache", "no room for the cache, on disks of 16 to 768 kB", 12, 1, _full_cache),
    Fault("full-temporary", "no room in the temporary folder, on disks of 16 to 768 kB", 12, 1, _full_temporary),
    Fault("full-output", "no room for the output: `/dev/full`, and a disk of 4 kB", 2, 1, _full_output),
    Fault("read-only-cache", "a cache that may only be read, empty or filled, then a file changed", 6, 1, _read_only),
)
