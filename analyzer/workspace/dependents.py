"""A header that is named as a path stands for the sources that include it, directly or through other headers.

They are looked for in the repository of the header, or else in the working folder. No flags are needed for that: an
include is taken for the header where it is the file of that name beside the including file or, if there is none, where
the header's path ends with it. So more sources may be found than the compiler would find, but never less.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from cutlass_lint.analyzer.model import Problem
from cutlass_lint.analyzer.sources import read_source
from cutlass_lint.analyzer.sources.files import read_bytes
from cutlass_lint.analyzer.workspace.looking import is_file

if TYPE_CHECKING:
    from collections.abc import Iterator

HEADERS = (".cuh", ".h", ".hpp", ".inl")
"""What ends the name of a header."""
_SOURCE = ".cu"
_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]', re.MULTILINE)
_UPWARD = re.compile(r"^(?:\.\./)+")
_NAMED = 5
"""So many sources are named to the user, the others counted."""


class Dependents(Struct, frozen=True):
    """The sources that include a header, in a fixed order, and the folder in which they were looked for.

    The paths are absolute. `problems` are sources that could not be read.
    """

    header: Path
    folder: Path
    sources: tuple[Path, ...]
    problems: tuple[Problem, ...]

    @property
    def note(self) -> str:
        """What is linted, and why, for the user; empty where no source was found."""
        if not self.sources:
            return ""
        count = len(self.sources)
        names = [_relative(source, self.folder) for source in self.sources[:_NAMED]]
        more = f" and {count - _NAMED:,} more" if count > _NAMED else ""
        which = "the source that includes it" if count == 1 else f"the {count:,} sources that include it"
        return f"{_relative(self.header, self.folder)}: linting {which}: {', '.join(names)}{more}"


def dependents(header: Path) -> Dependents | None:
    """Return what includes a header; None where nothing does, or where it instantiates kernels itself.

    Its path has to be absolute.
    """
    if read_source(header).instantiations:
        return None
    folder = _top(header)
    includes: dict[str, list[tuple[str, str]]] = defaultdict(list)
    problems = []
    for file in _files(folder):
        data = read_bytes(Path(file))
        if isinstance(data, bytes):
            for include in map(os.fsdecode, _INCLUDE.findall(data)):
                includes[_name(include)].append((file, include))
        elif file.endswith(_SOURCE):
            problems.append(data)
    sources = sorted(Path(file) for file in _including(str(header), includes) if file.endswith(_SOURCE))
    return Dependents(header, folder, tuple(sources), tuple(problems)) if sources or problems else None


def _top(header: Path) -> Path:
    """The folder of the repository that a header lies in, else the working folder, else that of the header."""
    repository = next((folder for folder in header.parents if (folder / ".git").exists()), None)
    working = Path.cwd()
    return repository or (working if header.is_relative_to(working) else header.parent)


def _files(folder: Path) -> Iterator[str]:
    """All headers and sources below a folder, but for those in hidden folders. Links to folders are not followed."""
    for path, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (f"{path}/{name}" for name in sorted(names) if name.endswith((*HEADERS, _SOURCE)))


def _including(header: str, includes: dict[str, list[tuple[str, str]]]) -> set[str]:
    """The files that include a header, or one of them; `includes` are files and what they include, by its name."""
    found: set[str] = set()
    pending = [header]
    while pending:
        included = pending.pop()
        for file, include in includes.get(_name(included), ()):
            if file not in found and _leads_to(included, file, include):
                found.add(file)
                pending.append(file)
    return found


def _leads_to(header: str, file: str, include: str) -> bool:
    """Whether what a file includes is this header, as far as their places tell."""
    beside = os.path.normpath(Path(file).parent / include)
    if beside == header:
        return True
    tail = _UPWARD.sub("", os.path.normpath(include))
    return header.endswith(f"/{tail}") and not is_file(beside)


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def _relative(path: Path, folder: Path) -> str:
    return str(path.relative_to(folder)) if path.is_relative_to(folder) else str(path)
