"""What lies under a path: sources, flags, devices, headers; and releases to look for them in."""

from cutlass_lint.analyzer.workspace.discovery import InputError, Workspace, discover

__all__ = ["InputError", "Workspace", "discover"]
