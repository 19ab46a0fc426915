"""Shared-memory sizes of CUTLASS kernels, read from their own headers."""

from importlib.metadata import version

__version__ = version("cutlass-lint")
