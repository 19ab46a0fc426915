"""The analyzer: from paths to sized kernels."""
