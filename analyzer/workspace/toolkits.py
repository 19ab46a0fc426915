"""The CUDA toolkit that FlashInfer would compile with in this environment."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from cutlass_lint.analyzer.model import Toolkit

_VARIABLES = ("CUDA_HOME", "CUDA_PATH")
_DEFAULT = "/usr/local/cuda"
HEADER_VARIABLES = ("CPATH", "CPLUS_INCLUDE_PATH")
"""Folders of the environment that compilers look for C++ headers in (GCC's manual, Environment Variables)."""


def current_toolkit() -> Toolkit | None:
    """Return what FlashInfer's `get_cuda_path` (jit/cpp_ext.py) finds; None where it finds none.

    A variable that is set and not empty, else two folders above the nvcc on PATH, else /usr/local/cuda where that is
    there: the text is used as it is, links and all. Up to 0.3.1 torch looks in the same places.
    """
    for name in _VARIABLES:
        if value := os.environ.get(name):
            return Toolkit(value, name)
    if os.environ.get(_VARIABLES[-1]) == "":
        return None  # FlashInfer takes the empty text
    if nvcc := shutil.which("nvcc"):
        return Toolkit(str(Path(nvcc).parents[1]), "nvcc on PATH")
    return Toolkit(_DEFAULT, "the default") if Path(_DEFAULT).exists() else None
