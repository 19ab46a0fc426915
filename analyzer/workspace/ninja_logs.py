"""What ninja remembers of a build: the time at which it made each output, and the headers that each command read.

`.ninja_log` is text, `.ninja_deps` a sequence of binary records. Both are read as ninja does: later entries win, and
what follows a record that cannot be read does not count. The formats are those of ninja's src/build_log.cc (versions 4
to 7) and src/deps_log.cc (version 4).
"""

from __future__ import annotations

import re
import struct
from pathlib import Path

from msgspec import Struct

LOG = ".ninja_log"
DEPS = ".ninja_deps"
_MAX_BYTES = 64 << 20
"""Far above any real file: a guard against a wrong one."""
_LOG_SIGNATURE = re.compile(rb"# ninja log v(\d{1,9})\r?\n")
_LOG_VERSIONS = range(4, 8)
_TIME = re.compile(rb"\d{1,20}")
_DEPS_SIGNATURE = b"# ninjadeps\n" + struct.pack("<i", 4)
_MAX_RECORD = (1 << 19) - 1
"""deps_log.cc: kMaxRecordSize, in bytes."""
_IS_DEPS = 1 << 31


class Logs(Struct, frozen=True):
    """What ninja remembers in one folder; None where that cannot be told."""

    times: dict[str, int] | None
    deps: dict[str, Dependencies] | None


class Dependencies(Struct, frozen=True):
    """The files that a command has read, and the time of its output when ninja recorded them, in nanoseconds."""

    modified: int
    files: tuple[str, ...]


def read(folder: Path) -> Logs:
    """Read both logs of the folder that ninja runs in."""
    return Logs(read_log(folder), read_deps(folder))


def read_log(folder: Path) -> dict[str, int] | None:
    """The time that ninja recorded for each output, in nanoseconds; None where that cannot be told.

    Up to ninja 1.11 it is the output's own, from 1.12 on that at which its command began. No log is an empty one.
    """
    data = _data(folder / LOG)
    if not data:
        return None if data is None else {}
    signature = _LOG_SIGNATURE.match(data)
    if not signature or int(signature[1]) not in _LOG_VERSIONS:
        return None
    times: dict[str, int] = {}
    for line in data[signature.end() :].split(b"\n")[:-1]:  # a last line that is cut off does not count
        fields = line.split(b"\t")
        if len(fields) == 5 and _TIME.fullmatch(fields[2]):
            times[_path(fields[3])] = int(fields[2])
    return times


def read_deps(folder: Path) -> dict[str, Dependencies] | None:
    """The files that the command of each output has read; None where that cannot be told."""
    data = _data(folder / DEPS)
    if not data:
        return None if data is None else {}
    found: dict[str, Dependencies] = {}
    if not data.startswith(_DEPS_SIGNATURE):
        return found  # ninja starts over
    paths: list[str] = []
    at = len(_DEPS_SIGNATURE)
    while at + 4 <= len(data):
        (head,) = struct.unpack_from("<I", data, at)
        size = head & ~_IS_DEPS
        record = data[at + 4 : at + 4 + size]
        if len(record) < size or size > _MAX_RECORD or size % 4 or not size:
            break
        if not head & _IS_DEPS:
            if struct.unpack("<I", record[-4:])[0] != ~len(paths) & 0xFFFFFFFF:
                break
            paths.append(_path(record[:-4].rstrip(b"\0")))
        elif not _record(struct.unpack(f"<{size // 4}I", record), paths, found):
            break
        at += 4 + size
    return found


def _record(words: tuple[int, ...], paths: list[str], found: dict[str, Dependencies]) -> bool:
    """Take in what one output depends on: its number, its time in two halves, and the numbers of the files."""
    if len(words) < 3 or any(number >= len(paths) for number in (words[0], *words[3:])):
        return False
    found[paths[words[0]]] = Dependencies(words[1] | words[2] << 32, tuple(paths[number] for number in words[3:]))
    return True


def _data(path: Path) -> bytes | None:
    """The bytes of a file, none where there is no file; None where it cannot be read."""
    try:
        if not path.is_file():
            return b"" if not path.exists() else None
        return path.read_bytes() if path.stat().st_size <= _MAX_BYTES else None
    except OSError:
        return None


def _path(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")
