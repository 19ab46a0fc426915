"""Sources that make CUTLASS 3.x kernels themselves, rather than instantiate those of a launcher."""

from cutlass_lint.analyzer.smem.direct.resolve import kernels_of_source

__all__ = ["kernels_of_source"]
