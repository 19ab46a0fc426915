"""This project as it stands, committed or not, in a folder of its own: what others would install of it."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]


def environment(**variables: str) -> dict[str, str]:
    """The variables of a process that is no part of a Git hook, if one runs the tests, with some more."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PRE_COMMIT"))}
    return {**plain, **variables}


def git(folder: Path, *arguments: str | Path) -> str:
    """What a command of Git prints."""
    command = ["git", "-c", "user.name=tests", "-c", "user.email=tests@localhost", *map(str, arguments)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=environment())
    assert done.returncode == 0, done.stderr
    return done.stdout


def files() -> Iterator[str]:
    """Every file but those that Git ignores, relative to the project's root."""
    listed = git(ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
    # One that is deleted, but not yet from the index, is still listed.
    yield from (name for name in dict.fromkeys(listed) if name and os.path.lexists(ROOT / name))


def copy(folder: Path, *, without: tuple[str, ...] = ()) -> None:
    """Copy the project to a folder, links as links, without what lies in some of its folders."""
    for name in files():
        if not name.startswith(without):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name, follow_symlinks=False)
