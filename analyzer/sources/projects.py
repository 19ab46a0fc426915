"""A source with the headers of its own project: what it is made of beside CUTLASS, CuTe and other libraries."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from cutlass_lint.analyzer.sources.files import barred, candidate_paths, version
from cutlass_lint.analyzer.sources.headers import Header, read_header

if TYPE_CHECKING:
    from cutlass_lint.analyzer.model import Lookup

_ADAPTER = re.compile(rb"\bGemmUniversalAdapter\b")
# What stands in the place of GemmUniversalAdapter in CUTLASS 2.x: cutlass/gemm/device/, cutlass/conv/device/.
_EARLIER = re.compile(rb"\bcutlass::(?:gemm|conv)::device::(?!GemmUniversalAdapter\b)[A-Z]\w*(?=\s*<)")
# Headers of libraries, by their first folder: they make no kernel of their own, and some are thousands of files.
_LIBRARY = re.compile(
    r"(?:cutlass|cute|cuda|cub|thrust|nv|cccl|nvtx3|torch|ATen|c10|caffe2|pybind11|tvm|dlpack|fmt|spdlog|boost|bits|sys)/"
)
_MOST_FILES = 256


class Part(Struct, frozen=True):
    """One file of a project. `line` is that of the source's `#include` that leads to it first, 0 for the source.

    `digest` is that of what it was read as, empty where it could not be.
    """

    file: str
    line: int
    digest: bytes = b""


class Barred(Struct, frozen=True):
    """An include of what is not read, with the place and the reason; `line` as that of a `Part`.

    `waits` tells whether a compiler may wait forever for what it would read.
    """

    line: int
    reason: str
    waits: bool


class Project(Struct, frozen=True):
    """A source and its project's headers, in the order in which they are reached, the source first.

    `adapter_line` is the line of the source that first names `GemmUniversalAdapter`, or else that of the `#include`
    which leads to a header that does; 0 where none does. `earlier` are the operators of CUTLASS 2.x that the source
    names, such as `cutlass::gemm::device::Gemm`, each with its first line. `barred` are includes that are not followed,
    as what they lead to may not be read.
    """

    parts: tuple[Part, ...]
    adapter_line: int
    earlier: tuple[tuple[str, int], ...] = ()
    barred: tuple[Barred, ...] = ()

    @property
    def source(self) -> str:
        """The source."""
        return self.parts[0].file


def read_project(file: str, lookup: Lookup) -> Project:
    """Follow a source's includes: each is looked for in the folder of the file that has it, then in include folders.

    Includes under any preprocessor condition are followed; a computed one, or one that is not found, is passed over.
    """
    parts = [Part(file, 0)]
    seen = {os.path.realpath(file)}
    adapter_line = 0
    refused = []
    for number, part in enumerate(parts):
        header = header_of(part.file)
        if header is None:
            continue
        parts[number] = replace(part, digest=header.digest)
        if not adapter_line and (named := _ADAPTER.search(header.text.shape)):
            adapter_line = part.line or header.text.line(named.start())
        for name, line in _included(header):
            there, reason = find_include(name, part.file, lookup)
            found = there[0] if there and not reason else None
            if there and reason:
                refused.append(Barred(part.line or line, f"{part.file}:{line}: {reason}", waits=there[2] < 0))
            real = os.path.realpath(found) if found else ""
            if found and real not in seen and len(parts) < _MOST_FILES:
                seen.add(real)
                parts.append(Part(found, part.line or line))
    return Project(tuple(parts), adapter_line, _earlier(file), tuple(refused))


def _earlier(file: str) -> tuple[tuple[str, int], ...]:
    header = header_of(file)
    if header is None:
        return ()
    named: dict[str, int] = {}
    for match in _EARLIER.finditer(header.text.shape):
        named.setdefault(match[0].decode(), header.text.line(match.start()))
    return tuple(named.items())


def header_of(file: str) -> Header | None:
    """A file as it is read, None where it can't be."""
    found = version(file)
    return read_header(found) if found else None


def resolve_include(name: str, including: str, lookup: Lookup) -> str | None:
    """The file of the project that an include names; None for a library's, and for what is not found, or not read."""
    found, reason = find_include(name, including, lookup)
    return found[0] if found and not reason else None


def find_include(name: str, including: str, lookup: Lookup) -> tuple[tuple[str, int, int] | None, str | None]:
    """What lies where an include leads, as `files.version` keys it, and why it may not be read, if so."""
    if _LIBRARY.match(name):
        return None, None
    candidates = candidate_paths(name, (str(Path(including).parent), *lookup.include_dirs))
    found = next(filter(None, map(version, candidates)), None)
    return found, barred(found, lookup.roots) if found else None


def _included(header: Header) -> list[tuple[str, int]]:
    """The names that a file includes, each with its line."""
    preprocessor = header.preprocessor
    named = ((preprocessor.included(d), header.text.line(d.start)) for d in preprocessor.directives)
    return [(name, line) for name, line in named if name is not None]
