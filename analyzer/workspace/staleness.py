"""What ninja would make again of a module's objects and library, by its own rules, and which of them are damaged.

ninja (src/graph.cc, `RecomputeOutputDirty` and `LoadDepsFromLog`, the same from 1.9 to 1.13) makes an output again
where it is gone, where an input is gone, newer than it or itself made again, where its log has no entry or one that is
older than an input, where it has no record of headers or one that is older than the output, and where the command is
another. What a file holds does not count. Nothing is executed; of a command it is only asked whether it can have
changed: not while build.ninja is older than what was made.
"""

from __future__ import annotations

import errno
import os
import posixpath
import stat
import struct
from pathlib import Path
from typing import Literal

from cutlass_lint.analyzer.model import Artifact
from cutlass_lint.analyzer.workspace.ninja import Edge, Manifest
from cutlass_lint.analyzer.workspace.ninja_logs import Dependencies, Logs

State = Literal["built", "outdated", "unknown"]
_Judgement = tuple[State, str | None]

_ELF = b"\x7fELF\x02"
"""An ELF file of 64 bits."""
_BIG_ENDIAN = b"\x02"
_ELF_HEADER = 64
_NOTHING = (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG)
"""Errors that say that nothing can be there."""
_DEPTH = 200
"""How many edges one behind the other are followed; FlashInfer has three, and one for each cubin that it embeds."""


class Stats:
    """Sizes and times of files, each asked for once."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[int, int] | None] = {}

    def of(self, path: str) -> tuple[int, int] | None:
        """The bytes of a file or folder and when it was last written, in nanoseconds; None where it is not there.

        Raises:
            OSError: that cannot be told.

        """
        if path not in self._known:
            try:
                status = os.stat(path)  # noqa: PTH116 - called for every file of every build
                self._known[path] = (status.st_size, status.st_mtime_ns)
            except ValueError:
                self._known[path] = None
            except OSError as error:
                if error.errno not in _NOTHING:
                    raise
                self._known[path] = None
        return self._known[path]


class Staleness:
    """The outputs of one build.ninja. `folder` is the one that ninja runs in, `logs` are those there."""

    def __init__(self, file: Path, manifest: Manifest, folder: Path, logs: Logs, stats: Stats) -> None:
        self.folder = str(folder)
        self._edges: dict[str, Edge] = {output: edge for edge in manifest.edges for output in edge.outputs}
        self._times = logs.times
        self._deps = logs.deps
        self._stats = stats
        self._written = file.stat().st_mtime_ns
        self._known: dict[str, _Judgement] = {}

    def artifact(self, output: str) -> Artifact:
        """What lies where an edge puts an output, and what becomes of it."""
        state, reason = self._judged(output)
        path = self._path(output)
        try:
            found = self._stats.of(path)
        except OSError:
            found = None
        size = found[0] if found else None
        return Artifact(
            path,
            tuple(map(self._path, self._edges[output].inputs)),
            size,
            damage(path, size) if size is not None else None,
            state,
            reason,
        )

    def _path(self, path: str) -> str:
        return posixpath.normpath(posixpath.join(self.folder, path))

    def _judged(self, output: str, depth: int = 0) -> _Judgement:
        if output not in self._known:
            self._known[output] = ("unknown", None)  # a cycle, which ninja refuses
            try:
                self._known[output] = self._judge(output, self._edges[output], depth)
            except OSError:
                self._known[output] = ("unknown", None)
        return self._known[output]

    def _judge(self, output: str, edge: Edge, depth: int) -> _Judgement:
        if self._times is None or self._deps is None or edge.records is None or len(edge.outputs) > 1 or depth > _DEPTH:
            return "unknown", None
        found = self._stats.of(self._path(output))
        if found is None:
            return "outdated", "it is not there"
        modified = found[1]
        read: Dependencies | None = None
        if edge.records:
            read = self._deps.get(output)
            if read is None:
                return "outdated", "ninja has no record of its headers"
            if modified > read.modified:
                return "outdated", "it was written again after ninja recorded its headers"
        newest, name, uncertain = 0, "", False
        for path in dict.fromkeys((*edge.inputs, *(read.files if read else ()))):
            if path in self._edges:
                state = self._judged(path, depth + 1)[0]
                if state == "outdated":
                    return "outdated", f"{posixpath.basename(path)} is made again"
                uncertain = uncertain or state == "unknown"
            input_ = self._stats.of(self._path(path))
            if input_ is None:
                return "outdated", f"{self._path(path)} is gone"
            if input_[1] > newest:
                newest, name = input_[1], self._path(path)
        recorded = self._times.get(output)
        if modified < newest:
            return "outdated", f"{name} is newer"
        if recorded is None:
            return "outdated", "ninja has no record of making it"
        if recorded < newest:
            return "outdated", f"{name} is newer than when ninja made it"
        # Otherwise the command may be another one by now, which only its hash in the log could tell.
        is_certain = not uncertain and self._written <= recorded
        return ("built" if is_certain else "unknown"), None


def damage(path: str, size: int) -> str | None:
    """Why neither linker nor loader can use an object or library; None where its first bytes show nothing.

    Objects need not be ELF files (a compiler may leave its own format to the linker), libraries must be.
    """
    if not size:
        return "is empty"
    try:
        if not stat.S_ISREG(Path(path).stat().st_mode):
            return None
        with Path(path).open("rb") as file:
            head = file.read(_ELF_HEADER)
    except (OSError, ValueError):
        return None
    if head.startswith(_ELF) and head[5:6] != _BIG_ENDIAN:
        end = _headers_end(head)
        return f"is cut off: it has {size:,} of {end:,} bytes" if end > size else None
    if not head.strip(b"\0"):
        return "begins with zero bytes, where an ELF file has its header"
    return "is no ELF file" if path.endswith(".so") and not head.startswith(_ELF[:4]) else None


def _headers_end(head: bytes) -> int:
    """How many bytes an ELF file must at least have: up to the end of its section headers, which stand last.

    e_shoff, e_shentsize and e_shnum of Elf64_Ehdr; a number of 0 stands for one that is too large for its field.
    """
    if len(head) < _ELF_HEADER:
        return _ELF_HEADER
    offset, size, count = struct.unpack_from("<Q10xHH", head, 0x28)
    return int(offset + size * max(count, 1)) if offset else _ELF_HEADER
