"""What an answer depends on: the content of files, and which names lie in folders.

A file that has the size, times and inode that it had is taken to have the same content, but for one that was changed so
shortly before it was looked at that another change might not show in its times. Any other file is read.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from cutlass_lint.analyzer.cache.digests import digest_of
from cutlass_lint.analyzer.cache.lookups import asked_in
from cutlass_lint.analyzer.roots import real_path

_SETTLED_NS = 2_000_000_000
"""After this time, in nanoseconds, a change shows in a file's times: FAT has the coarsest clock, of 2 s."""

Signature = tuple[int, int, int, int, int]
"""Device, inode, size, and the times of the last change of content and of anything, in nanoseconds."""


class FileState(Struct, frozen=True, array_like=True):
    """A file and the digest of its content, empty where there is none to read.

    `signature` is None where it doesn't vouch for the content. `real` is the path that links lead to, empty where that
    is the path itself: not everything may be read.
    """

    path: str
    digest: bytes
    signature: Signature | None
    real: str = ""


class FolderState(Struct, frozen=True, array_like=True):
    """A folder, with names that something lies there under and names that nothing does.

    `listing` is a digest of the names of all folders and headers in it, empty where they don't matter. `signature` is
    None where it doesn't vouch for the names.
    """

    path: str
    present: tuple[str, ...]
    absent: tuple[str, ...]
    listing: bytes
    signature: Signature | None


class Dependencies(Struct, frozen=True, array_like=True):
    """All that an answer depends on beside its key."""

    files: tuple[FileState, ...] = ()
    folders: tuple[FolderState, ...] = ()

    @property
    def digest(self) -> bytes:
        """Equal for dependencies on the same contents and names, whatever their signatures."""
        files = (
            part for state in self.files for part in (os.fsencode(state.path), state.digest, os.fsencode(state.real))
        )
        folders = (
            part
            for state in self.folders
            for part in (*map(os.fsencode, (state.path, *state.present, "", *state.absent, "")), state.listing)
        )
        return digest_of(*files, b"", *folders)


class Disk:
    """Looks at files and folders, at each once: a run sees each of them in one state."""

    def __init__(self) -> None:
        self._signatures: dict[str, Signature | None] = {}
        self._vouching: set[str] = set()
        self._digests: dict[str, bytes] = {}
        self._asked: dict[str, set[str]] = {}

    def dependencies(
        self,
        files: Mapping[str, bytes],
        present: Iterable[str] = (),
        absent: Iterable[str] = (),
        listed: Collection[str] = (),
    ) -> Dependencies:
        """What to check before an answer is given again.

        `files` are digests of what was read, by path; the others are paths, of which `listed` are folders.
        """
        states = tuple(self._file_state(path, digest) for path, digest in sorted(files.items()))
        names: dict[str, tuple[set[str], set[str]]] = {folder: (set(), set()) for folder in listed}
        for position, paths in enumerate((present, absent)):
            for path in paths:
                folder, _, name = path.rpartition("/")
                names.setdefault(folder or "/", (set(), set()))[position].add(name)
        folders = (
            FolderState(
                folder,
                tuple(sorted(there)),
                tuple(sorted(gone)),
                _listing(folder) if folder in listed else b"",
                self._settled(folder),
            )
            for folder, (there, gone) in sorted(names.items())
        )
        return Dependencies(states, tuple(folders))

    def holds(self, dependencies: Dependencies) -> bool:
        """Whether everything is as it was."""
        return all(map(self._folder_holds, dependencies.folders)) and all(map(self._file_holds, dependencies.files))

    def refreshed(self, dependencies: Dependencies) -> Dependencies:
        """The same dependencies, which hold, with signatures as they are now."""
        return Dependencies(
            tuple(
                state
                if state.signature is not None and state.signature == self._signature(state.path)
                else self._file_state(state.path, state.digest)
                for state in dependencies.files
            ),
            tuple(replace(state, signature=self._settled(state.path)) for state in dependencies.folders),
        )

    def digest(self, path: str) -> bytes:
        """The digest of a file's content; empty where it can't be read."""
        if path not in self._digests:
            # The signature is taken first: what changes in between has another one from now on.
            self._signature(path)
            try:
                regular = stat.S_ISREG(os.stat(path).st_mode)  # noqa: PTH116 - called for every header
                data = Path(path).read_bytes() if regular else b""
                self._asked[path] = asked_in(data)
                self._digests[path] = digest_of(data) if regular else b""
            except (OSError, ValueError):
                self._digests[path] = b""
        return self._digests[path]

    def changed_since(self, path: str, moment: int) -> bool:
        """Whether a file may have changed since a moment, in nanoseconds since 1970."""
        signature = self._signature(path)
        return signature is None or max(signature[3:]) + _SETTLED_NS >= moment

    def asked(self, path: str) -> set[str]:
        """The names of headers that a file's conditions ask for."""
        self.digest(path)
        return self._asked.get(path, set())

    def _file_state(self, path: str, digest: bytes) -> FileState:
        signature = self._settled(path)
        vouching = signature if signature and self.digest(path) == digest else None
        return FileState(path, digest, vouching, _leading(path))

    def _file_holds(self, state: FileState) -> bool:
        if _leading(state.path) != state.real:
            return False
        if state.signature is not None and state.signature == self._signature(state.path):
            return True
        return self.digest(state.path) == state.digest

    def _folder_holds(self, state: FolderState) -> bool:
        if state.signature is not None and state.signature == self._signature(state.path):
            return True
        return (
            all(os.path.lexists(f"{state.path}/{name}") for name in state.present)
            and not any(os.path.lexists(f"{state.path}/{name}") for name in state.absent)
            and (not state.listing or _listing(state.path) == state.listing)
        )

    def _settled(self, path: str) -> Signature | None:
        signature = self._signature(path)
        return signature if path in self._vouching else None

    def _signature(self, path: str) -> Signature | None:
        if path not in self._signatures:
            # As of now, not of when it is asked for: a later change within a tick of the clock does not show in it.
            now = time.time_ns()
            signature = self._signatures[path] = _signature(path)
            if signature is not None and max(signature[3:]) + _SETTLED_NS < now:
                self._vouching.add(path)
        return self._signatures[path]


def merged(parts: Iterable[Dependencies]) -> Dependencies | None:
    """All of several dependencies; None where they cannot all hold."""
    files: dict[str, FileState] = {}
    folders: dict[str, FolderState] = {}
    for part in parts:
        for state in part.files:
            known = files.setdefault(state.path, state)
            if known.digest != state.digest:
                return None
            if known.signature is None:
                files[state.path] = state
        for folder in part.folders:
            other = folders.get(folder.path, folder)
            if folder.listing and other.listing and folder.listing != other.listing:
                return None
            folders[folder.path] = replace(
                folder,
                present=tuple(sorted({*folder.present, *other.present})),
                absent=tuple(sorted({*folder.absent, *other.absent})),
                listing=folder.listing or other.listing,
                signature=folder.signature if folder.signature == other.signature else None,
            )
    return Dependencies(tuple(files.values()), tuple(folders.values()))


def _signature(path: str) -> Signature | None:
    try:
        status = os.stat(path)  # noqa: PTH116 - called for every header
    except (OSError, ValueError):
        return None
    return (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)


def _leading(path: str) -> str:
    """Where links lead from a path, empty where it has none."""
    real = real_path(path)
    return "" if real == path else real


def _listing(folder: str) -> bytes:
    try:
        with os.scandir(folder) as entries:
            names = [entry.name for entry in entries if ".h" in entry.name or _is_folder(entry)]
    except (OSError, ValueError):
        names = []
    return digest_of(*map(os.fsencode, sorted(names)))


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # of a link that leads to itself, or to where one may not look
        return False
