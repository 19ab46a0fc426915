"""What lies under a path: sources, flags, devices, headers; and releases to look for them in."""

from cutlass_lint.analyzer.workspace.discovery import Workspace, discover
from cutlass_lint.analyzer.workspace.selection import InputError, check_modules

__all__ = ["InputError", "Workspace", "check_modules", "discover"]
