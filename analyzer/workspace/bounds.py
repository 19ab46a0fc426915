"""The folders that a run may read includes from: what it is asked about, and what a build may name beside."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from cutlass_lint.analyzer.roots import below, outside
from cutlass_lint.analyzer.workspace import store

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_PROJECT = (".git", "pyproject.toml")
"""What lies in the top folder of a project."""
_SYSTEM = ("/etc/", "/proc/", "/sys/", "/dev/", "/run/", "/boot/", "/var/")
"""Where the system and its services keep their own: no library's headers."""
_LIBRARIES = ("/.cache/", "/.local/", "/.conda/", "/.venv/")
"""The hidden folders of the home folder that libraries are in."""
_INSTALLED = ("/site-packages/", "/dist-packages/")


class Bounds:
    """What a run about some folders lets be read: they and their projects, and folders that the user names."""

    def __init__(self, folders: Iterable[str], named: Iterable[str]) -> None:
        self.roots = below(*named, *(root for folder in folders for root in _around(folder)))
        self._known = (*self.roots, *below(str(store.home())))

    def may_be_searched(self, folder: str) -> bool:
        """Whether headers are looked for in a folder that the input names: not where none of a library lie."""
        real = outside(f"{folder}/", self._known)
        return real is None or _is_plausible(real)

    def of_sources(self, sources: Iterable[str]) -> Iterator[str]:
        """The roots of sources that are elsewhere, as a build names them or a link leads there."""
        for folder in sorted({os.path.dirname(source) for source in sources}):  # noqa: PTH120 - called for every source
            if outside(f"{folder}/", self.roots) and self.may_be_searched(folder):
                yield from _around(folder)


def _around(folder: str) -> Iterator[str]:
    """A folder, and that of the project it is part of, but for the home folder and those above it."""
    real = project = os.path.realpath(folder)
    while project != "/" and not any(os.path.lexists(f"{project}/{name}") for name in _PROJECT):
        project = os.path.dirname(project)  # noqa: PTH120 - as text
    yield from (root for root in dict.fromkeys((real, project)) if not _is_wide(f"{root}/"))


def _is_plausible(real: str) -> bool:
    if _is_wide(real) or any(name in real for name in _INSTALLED):
        return not _is_wide(real)
    home = _home()
    if home == "/" or not real.startswith(home):
        return not real.startswith(_SYSTEM)
    inner = real[len(home) - 1 :]
    return not inner.startswith("/.") or inner.startswith(_LIBRARIES)


def _is_wide(real: str) -> bool:
    """Whether a folder is the home folder, or one above it: those of everything."""
    return real == "//" or _home().startswith(real)


def _home() -> str:
    return f"{os.path.realpath(os.path.expanduser('~')).rstrip('/')}/"  # noqa: PTH111 - Path.home() raises without one
