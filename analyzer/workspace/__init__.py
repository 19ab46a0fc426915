"""What lies under a path: sources, flags, devices, headers; and releases to look for them in."""

from cutlass_lint.analyzer.workspace.discovery import Workspace, discover
from cutlass_lint.analyzer.workspace.selection import InputError, check_modules
from cutlass_lint.analyzer.workspace.toolkits import current_toolkit

__all__ = ["InputError", "Workspace", "check_modules", "current_toolkit", "discover"]
