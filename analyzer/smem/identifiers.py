"""How kernels are called in a report."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from cutlass_lint.analyzer.model import Instantiation, Module


def identifier(module: Module, instantiation: Instantiation) -> str:
    """The id of an instantiation's kernel: its file below the module's root, and its line."""
    return f"{_shown(module.root, instantiation.file)}:{instantiation.line}"


@lru_cache(maxsize=4096)
def _shown(root: str, file: str) -> str:
    path = Path(file)
    return str(path.relative_to(root) if file != root and path.is_relative_to(root) else path.name)
