"""What lies at a path that the input names: nothing, where it cannot be told.

`Path.is_file()` and `Path.is_dir()` raise where a name is too long for any file, or a folder may not be entered.
"""

from __future__ import annotations

import os
from pathlib import Path


def is_file(path: str | Path) -> bool:
    """Whether there is a file, or a link to one."""
    return os.path.isfile(path)  # noqa: PTH113 - see above


def is_dir(path: str | Path) -> bool:
    """Whether there is a folder, or a link to one."""
    return os.path.isdir(path)  # noqa: PTH112 - see above
