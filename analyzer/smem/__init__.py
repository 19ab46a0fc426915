"""Exact SharedStorage sizes, read from the very headers that a kernel's source includes.

Nothing is computed by formula: libclang parses the sources as host C++, with one CUTLASS header overlaid by one of
ours that makes it print the sizes, and every number is what the front end printed.
"""

from cutlass_lint.analyzer.smem.frontend import Settings
from cutlass_lint.analyzer.smem.identifiers import identifier
from cutlass_lint.analyzer.smem.resolve import resolve

__all__ = ["Settings", "identifier", "resolve"]
