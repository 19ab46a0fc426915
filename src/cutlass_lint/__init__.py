"""Shared-memory sizes of CUTLASS kernels, read from their own headers."""

__version__ = "0.1.0"
