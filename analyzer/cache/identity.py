"""What makes the answers: this tool as it is installed, and its front end."""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from cutlass_lint import __version__
from cutlass_lint.analyzer.cache.digests import digest_of

_PACKAGE = Path(__file__).parents[2]
_PARSERS = ("clang", "tree_sitter", "tree_sitter_cpp")
"""The import packages of what reads C++ for us."""


@cache
def tool() -> bytes:
    """A digest that is another one after any change of this tool's version, code or headers, or of its front end.

    Files are told by their size and times: an installation is not changed under a run. Python is part of it, as texts
    are sorted and matched by its tables.
    """
    states = [f"{__version__} {sys.version}"]
    specs = filter(None, map(find_spec, _PARSERS))
    for folder in (_PACKAGE, *(Path(place) for spec in specs for place in spec.submodule_search_locations or ())):
        states += sorted(_states(folder))
    return digest_of(*map(os.fsencode, states))


def _states(folder: Path) -> list[str]:
    found = []
    for root, folders, files in os.walk(folder, followlinks=True):
        folders[:] = [name for name in folders if name != "__pycache__"]
        for name in files:
            path = f"{root}/{name}"
            status = os.stat(path)  # noqa: PTH116 - called for every file of the package
            found.append(f"{path} {status.st_size} {status.st_mtime_ns} {status.st_ctime_ns}")
    return found
