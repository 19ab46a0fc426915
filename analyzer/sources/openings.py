"""What a source defines ahead of its launcher: macros that the headers that come with the launcher may ask for."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from msgspec import Struct

from cutlass_lint.analyzer.remembering import for_a_run
from cutlass_lint.analyzer.sources.includes import include_guard
from cutlass_lint.analyzer.sources.preprocessor import OPENING
from cutlass_lint.analyzer.sources.projects import header_of, read_project, resolve_include
from cutlass_lint.analyzer.sources.skeletons import aside, macro_names, skeleton

if TYPE_CHECKING:
    from cutlass_lint.analyzer.model import Launcher, Lookup, Source
    from cutlass_lint.analyzer.sources.headers import Header


class Opening(Struct, frozen=True):
    """What comes `ahead` of the headers of a launcher, and `behind` them to leave macros as they were; may be empty."""

    ahead: str = ""
    behind: str = ""


def opening(source: Source, launcher: Launcher, lookup: Lookup) -> Opening:
    """The directives of a source up to what includes its launcher; empty where they define no macro.

    Of its includes those are kept that define macros, by path, libraries' left out.
    """
    header = header_of(source.file)
    kept: dict[str, str] = {}
    for directive in header.preprocessor.directives if header else ():
        name = header.preprocessor.included(directive) if header else None
        found = resolve_include(name, source.file, lookup) if name else None
        if header is None or name is None or found is None:
            continue
        files = (found,) if found == launcher.file else _files(found, lookup)
        if os.path.realpath(launcher.file) in map(os.path.realpath, files):
            return _closed(header, kept, directive.start)
        if any(below and _defines(below) for below in map(header_of, files)):
            kept[name] = f'"{found}"'
    return Opening()


@for_a_run(1 << 10)
def _files(file: str, lookup: Lookup) -> tuple[str, ...]:
    return tuple(part.file for part in read_project(file, lookup).parts)


def _defines(header: Header) -> bool:
    """Whether a header defines any macro but its include guard."""
    guard = include_guard(header) or ""
    return any(name not in guard for name in macro_names(header))


def _closed(header: Header, includes: dict[str, str], end: int) -> Opening:
    directives = [one.name for one in header.preprocessor.directives if one.start < end]
    if not includes and not {"define", "undef"}.intersection(directives):
        return Opening()
    depth = sum(name in OPENING for name in directives) - directives.count("endif")
    put_aside, restored = aside(macro_names(header))
    return Opening(put_aside + skeleton(header, includes.get, end) + "#endif\n" * depth, restored)
