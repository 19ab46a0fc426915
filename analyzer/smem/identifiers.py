"""How kernels are called in a report."""

from __future__ import annotations

from pathlib import Path

from cutlass_lint.analyzer.model import Instantiation, Module


def identifier(module: Module, instantiation: Instantiation) -> str:
    """The id of an instantiation's kernel: its file below the module's root, and its line."""
    root, file = Path(module.root), Path(instantiation.file)
    shown = file.relative_to(root) if file != root and file.is_relative_to(root) else Path(file.name)
    return f"{shown}:{instantiation.line}"
