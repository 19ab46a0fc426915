"""Sources that make CUTLASS 3.x kernels themselves, rather than instantiate those of a launcher."""

from cutlass_lint.analyzer.smem.direct.resolve import resolve_sources

__all__ = ["resolve_sources"]
