"""The command line: one command a module, options that commands share in `inputs`."""

from cutlass_lint.analyzer.cli.app import main

__all__ = ["main"]
