"""The compile commands of a `compile_commands.json`, as CMake and other build systems write it.

Only what sizes depend on is read of a command: macros, include folders, headers included first and devices. Nothing is
executed, and no other file is opened: a command that takes options from one is not known.
"""

from __future__ import annotations

import os
import re
import shlex
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from cutlass_lint.analyzer.model import Flags, HeaderRoot, Problem
from cutlass_lint.analyzer.workspace.extra_flags import cutlass_root
from cutlass_lint.analyzer.workspace.header_choice import is_library
from cutlass_lint.analyzer.workspace.looking import is_file
from cutlass_lint.analyzer.workspace.ninja import compile_flags, forced_includes, unread
from cutlass_lint.analyzer.workspace.scan import COMMANDS

if TYPE_CHECKING:
    from collections.abc import Sequence

_MAX_BYTES = 256 << 20
"""Above those of the largest projects: a guard against a wrong file."""
_TARGET = re.compile(r"(?:^|/)CMakeFiles/([^/]+)\.dir/")
_OUTPUT = ("-o", "--output-file")


class CompileCommandsError(ValueError):
    """A file that can't be read; the message is one line that says why, not which."""


class _Entry(Struct):
    """One command, in either of its two forms."""

    file: str
    directory: str = ""
    command: str = ""
    arguments: list[str] = []
    output: str = ""


class Compiled(Struct, frozen=True):
    """CUDA sources that are compiled with the same flags. `problem` is set where these are not known."""

    name: str
    sources: tuple[str, ...]
    flags: Flags
    devices: tuple[str, ...]
    headers: HeaderRoot | None
    problem: Problem | None


class _Command(Struct, frozen=True):
    name: str
    flags: Flags
    devices: tuple[str, ...]
    unread: str | None
    """Why the flags are not known."""


def read(path: Path) -> tuple[Compiled, ...]:
    """Return the CUDA sources (`.cu`) that a compile_commands.json lists and that are there, by how they are compiled.

    Raises:
        CompileCommandsError: it can't be opened, is far too large, or is no list of commands.

    """
    grouped: dict[_Command, list[str]] = defaultdict(list)
    for entry in _entries(path):
        folder = path.parent / entry.directory
        source = os.path.normpath(folder / entry.file)
        if source.endswith(".cu") and is_file(source):
            grouped[_command(entry, folder, Path(source))].append(source)
    return tuple(
        _compiled(path, command, tuple(sorted(set(sources))))
        for command, sources in sorted(grouped.items(), key=lambda group: (group[0].name, group[1]))
    )


def _entries(path: Path) -> list[_Entry]:
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise CompileCommandsError(f"is larger than {_MAX_BYTES >> 20} MB, too large for compile commands")
        return msgspec.json.decode(path.read_bytes(), type=list[_Entry])
    except OSError as error:
        raise CompileCommandsError(f"cannot be read: {error.strerror or error}") from error
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise CompileCommandsError(f"is no list of compile commands: {error}") from error


def _command(entry: _Entry, folder: Path, source: Path) -> _Command:
    try:
        words = entry.arguments or shlex.split(entry.command)
    except ValueError as error:
        return _Command(source.parent.name, Flags(), (), f"its command cannot be read: {error}")
    flags, devices = compile_flags(words)
    include_dirs = (os.path.normpath(folder / directory) for directory in flags.include_dirs)
    flags = replace(
        flags,
        include_dirs=tuple(directory for directory in include_dirs if not is_library(Path(directory))),
        forced=tuple(_forced(name, folder) for name in forced_includes(words)),
    )
    return _Command(_target(entry, words) or source.parent.name, flags, devices, unread(words))


def _forced(name: str, folder: Path) -> str:
    """A header included first is looked for in the command's folder, then as any other."""
    found = folder / name
    return os.path.normpath(found) if is_file(found) else name


def _target(entry: _Entry, words: Sequence[str]) -> str | None:
    """The name of CMake's target, as the path of the object file tells it."""
    outputs = [entry.output, *(value for word, value in pairwise(words) if word in _OUTPUT)]
    return next((match[1] for match in map(_TARGET.search, outputs) if match), None)


def _compiled(path: Path, command: _Command, sources: tuple[str, ...]) -> Compiled:
    problem = None
    if command.unread:
        remedy = "name the sources themselves, with -I and -D"
        problem = Problem(str(path), 0, command.unread, remedy)
    return Compiled(
        command.name, sources, command.flags, command.devices, cutlass_root(command.flags, COMMANDS), problem
    )
