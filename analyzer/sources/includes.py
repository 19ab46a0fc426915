"""The `#include`s that a source always reads, by whatever else it is compiled with, through all its headers."""

from __future__ import annotations

import os
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from cutlass_lint.analyzer.sources.files import version
from cutlass_lint.analyzer.sources.headers import read_header
from cutlass_lint.analyzer.sources.preprocessor import OPENING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from cutlass_lint.analyzer.sources.headers import Header


class Include(Struct, frozen=True):
    """An `#include` of a file, and where it leads: the path, None where there is no such header."""

    file: str
    line: int
    name: str
    found: str | None


def always_included(
    sources: Iterable[str],
    include_dirs: Sequence[str],
    follows: Callable[[Include], bool],
    exists: Callable[[str], object] = version,
) -> Iterator[Include]:
    """Yield what files include outside of any condition, and what the headers do that `follows` agrees to.

    The condition that keeps a header from being read twice is none. A header is looked for in the folder of the file
    that includes it, then in `include_dirs`, in order; each file is read once. `exists` tells what is there.
    """
    pending = list(sources)
    seen = set(pending)
    for file in pending:
        key = version(file)
        header = read_header(key) if key else None
        for include in _unconditional(header, include_dirs, exists) if header else ():
            yield include
            if include.found and include.found not in seen and follows(include):
                seen.add(include.found)
                pending.append(include.found)


def _unconditional(header: Header, include_dirs: Sequence[str], exists: Callable[[str], object]) -> Iterator[Include]:
    folders = (os.path.dirname(header.file), *include_dirs)  # noqa: PTH120 - called for every header of every module
    for line, name in _included(header):
        paths = (f"{folder}/{name}" for folder in folders)
        yield Include(header.file, line, name, next(filter(exists, paths), None))


@lru_cache(maxsize=4096)
def _included(header: Header) -> tuple[tuple[int, str], ...]:
    """What a header includes outside of any condition but its own, each with its line."""
    preprocessor, own = header.preprocessor, include_guard(header)
    named = ((directive, preprocessor.included(directive)) for directive in preprocessor.directives)
    return tuple(
        (header.text.line(directive.start), name)
        for directive, name in named
        if name is not None and [guard.condition for guard in preprocessor.guards(directive.start)] in ([], [own])
    )


def include_guard(header: Header) -> str | None:
    """Return the condition that opens a header and whose macro the next directive defines."""
    directives = [directive for directive in header.preprocessor.directives if directive.name != "pragma"][:2]
    if [directive.name in OPENING for directive in directives] != [True, False] or directives[1].name != "define":
        return None
    guards = header.preprocessor.guards(directives[1].start)
    condition = guards[0].condition if guards else ""
    macro = header.text.folded(directives[1].rest, directives[1].end).split(" ")[0]
    return condition if condition.replace(" ", "") in (f"!defined({macro})", f"!defined{macro}") else None
