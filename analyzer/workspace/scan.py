"""What lies under a path: CUDA sources, compile commands and prebuilt modules."""

from __future__ import annotations

import os
from pathlib import Path

from cutlass_lint.analyzer.model import Problem
from cutlass_lint.analyzer.workspace.headers import PACKAGE_INSTANTIATIONS

BUILD = "build.ninja"
COMMANDS = "compile_commands.json"
_SKIPPED = frozenset({".git", "__pycache__"})


class Scan:
    """Everything found under one folder, in the sorted order of the walk.

    Folders reached twice (by links, or a link to a parent) are read once. In a FlashInfer package or checkout only the
    generated instantiations count: its other sources hold none, and CUTLASS's examples and tests are not the user's.
    """

    def __init__(self, folder: Path) -> None:
        self.sources: list[Path] = []
        """Regular files, or links to such, that end in .cu."""
        self.builds: list[Path] = []
        """Files named build.ninja."""
        self.commands: list[Path] = []
        """Files named compile_commands.json."""
        self.prebuilt: list[Path] = []
        """Shared libraries named like their folder, as FlashInfer names a module's."""
        self.packages: list[Path] = []
        """Folders that hold FlashInfer's csrc."""
        self.problems: list[Problem] = []
        self._visited: set[tuple[int, int]] = set()
        self._walk(folder)

    def _walk(self, top: Path) -> None:
        stack = [top]
        while stack:
            folder = stack.pop()
            try:
                status = folder.stat()
                if (status.st_dev, status.st_ino) in self._visited:
                    continue
                self._visited.add((status.st_dev, status.st_ino))
                with os.scandir(folder) as entries:
                    listed = sorted(entries, key=lambda entry: entry.name)
            except OSError as error:
                self.problems.append(unreadable(folder, error))
                continue
            if any(entry.name == "csrc" for entry in listed) and (folder / "csrc" / "nv_internal").is_dir():
                self.packages.append(folder)
                stack += [path for path in (folder / PACKAGE_INSTANTIATIONS,) if path.is_dir()]
                continue
            # Reversed, because the stack is read from its end.
            stack += reversed([Path(entry.path) for entry in listed if self._take(entry)])

    def _take(self, entry: os.DirEntry[str]) -> bool:
        """Sort one entry in; answer whether it is a folder to walk."""
        path = Path(entry.path)
        try:
            if entry.is_dir():
                return entry.name not in _SKIPPED
            regular = entry.is_file()
        except OSError as error:  # a link to itself, or a folder that may be listed but not entered
            if entry.name.endswith(".cu"):
                self.problems.append(unreadable(path, error))
            return False
        if entry.name.endswith(".cu"):
            if regular:
                self.sources.append(path)
            else:
                self.problems.append(irregular(path))
        elif entry.name == BUILD and regular:
            self.builds.append(path)
        elif entry.name == COMMANDS and regular:
            self.commands.append(path)
        elif entry.name.endswith(".so") and entry.name == f"{path.parent.name}.so" and regular:
            self.prebuilt.append(path)
        return False


def unreadable(path: Path, error: OSError) -> Problem:
    """Say that a folder or file can't be opened, and why."""
    reason = error.strerror or str(error)
    remedy = "remove or mend the link" if path.is_symlink() else f"check its permissions: ls -ld '{path}'"
    return Problem(str(path), 0, f"cannot be read: {reason}", remedy)


def irregular(path: Path) -> Problem:
    """Say that a path is neither a file nor a folder."""
    what = "a link to nothing" if path.is_symlink() else "a pipe, socket or device"
    return Problem(str(path), 0, f"is {what}, not a file", "remove it, or put the source there")
