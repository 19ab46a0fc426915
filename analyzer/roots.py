"""Whether what a source includes lies where a run may read it: below the folders that it is about, links followed."""

from __future__ import annotations

import os

from cutlass_lint.analyzer.remembering import for_a_run

Roots = tuple[str, ...] | None
"""What the paths of files that may be read begin with, links followed; None for anywhere."""


def below(*folders: str) -> tuple[str, ...]:
    """The roots that some folders are."""
    roots: list[str] = []
    for root in sorted({f"{_real_folder(folder).rstrip('/')}/" for folder in folders}):
        if not roots or not root.startswith(roots[-1]):
            roots.append(root)
    return tuple(roots)


def outside(path: str, roots: Roots) -> str | None:
    """Where a path really leads, if that is below none of the roots; None where it may be read."""
    if roots is None:
        return None
    real = real_path(path)
    return None if real.startswith(roots) else real


def real_path(path: str) -> str:
    """A file's path without links and `..`."""
    folder, name = os.path.split(path)
    real = os.path.join(_real_folder(folder), name)  # noqa: PTH118 - called for every header
    return os.path.realpath(real) if os.path.islink(real) else real  # noqa: PTH114 - as above


def refusal(real: str) -> str:
    """Why a file that is outside is not read, and what to do; what includes it is said before."""
    return f"includes {real}, which is outside of what this run reads: add its folder with -I"


@for_a_run(1 << 14)
def _real_folder(folder: str) -> str:
    return os.path.realpath(folder)
