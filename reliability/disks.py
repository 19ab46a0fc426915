"""What runs may not write: small disks in memory that only they see, where that is permitted, and modes of files."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from reliability.scene import Scene

_WAYS = (("unshare", "--mount"), ("unshare", "--user", "--map-root-user", "--mount"))
_MOUNT = "mount -t tmpfs -o size=64k tmpfs /tmp"


@cache
def _way() -> tuple[str, ...]:
    """How to mount a disk that nobody else sees; nothing where there is no way."""
    for way in _WAYS:
        try:
            if subprocess.run([*way, "sh", "-c", _MOUNT], capture_output=True, check=False).returncode == 0:
                return way
        except FileNotFoundError:
            break
    return ()


def bound_by_modes() -> tuple[str, ...]:
    """What comes ahead of a command for modes of files to bind it, as they do not bind root."""
    return ("setpriv", "--bounding-set=-dac_override,-dac_read_search", "--") if os.geteuid() == 0 else ()


class Mounted:
    """A disk at a folder for the runs of a trial. Its `root` leads to what these see."""

    def __init__(self, scene: Scene, holder: subprocess.Popen[str]) -> None:
        self.root = Path(f"/proc/{holder.pid}/root")
        user = ("--user", "--preserve-credentials") if "--user" in _way() else ()
        self.within = ("nsenter", f"--target={holder.pid}", *user, "--mount", f"--wd={scene.folder}", "--")

    def remount(self, folder: Path, options: str) -> None:
        """Change the disk."""
        subprocess.run([*self.within, "mount", "-o", f"remount,{options}", str(folder)], check=True)


@contextmanager
def mounted(scene: Scene, folder: Path, options: str) -> Iterator[Mounted | None]:
    """Have a new, empty disk at a folder for the runs of a trial; None where that is not permitted."""
    if not _way():
        yield None
        return
    folder.mkdir(exist_ok=True)
    command = [*_way(), "sh", "-c", 'mount -t tmpfs -o "$1" tmpfs "$0" && echo && exec cat', str(folder), options]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        if holder.stdout is None or not holder.stdout.readline():
            raise OSError(f"no disk at {folder}")
        disk = Mounted(scene, holder)
        scene.within = disk.within
        yield disk
        scene.within = ()
        holder.communicate("")
