"""Instantiations to launchers: the macro or function template behind a name, found through the source's includes."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cutlass_lint.analyzer.model import Launcher, Lookup, Source
from cutlass_lint.analyzer.remembering import for_a_run
from cutlass_lint.analyzer.sources.files import barred, candidate_paths, version
from cutlass_lint.analyzer.sources.headers import Definition, Header, read_header

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_DEPTH = 2
"""How many includes away from the header that a source names a launcher is searched for."""

_Version = tuple[str, int, int]


def read_launcher(path: Path, name: str) -> Launcher | None:
    """Return the definition of the macro or function template `name` in one file; None where it holds none.

    Of several definitions the first that passes through `GemmUniversalAdapter` is taken, else the first. What the
    definition leaves to helpers in the same file, such as an `..._impl` function, counts as part of it: its adapter
    line and size terms may stand there.
    """
    found = version(str(path.absolute()))
    return _launcher(found, name) if found else None


def find_launcher(name: str, source: Source, lookup: Lookup) -> Launcher | None:
    """Return the launcher that a source's instantiation names; None where its includes lead to no definition.

    It is looked for in the source itself, then in its includes: these are looked up in its own folder, then in the
    include folders, in order; theirs likewise, at most two more levels deep, nearest first. Template defaults may stand
    on a declaration in a header that the launcher's file includes.
    """
    own, included = _reached(Asked(source), lookup)
    defined = _launcher(own, name) if own else None
    # Sources that include the same have one search in common.
    return _with_declared_defaults(defined, lookup) if defined else _search(name, included, lookup)


class Asked:
    """A source as a key. It is the same object for the length of a run, so that nothing of it need be compared."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Asked) and self.source is other.source

    def __hash__(self) -> int:
        return id(self.source)


@for_a_run(64)
def _reached(asked: Asked, lookup: Lookup) -> tuple[_Version | None, tuple[_Version, ...]]:
    """A source and what it includes, as they are now."""
    source = asked.source
    return version(source.file), tuple(resolved(source.includes, source.file, lookup))


@for_a_run(4096)
def endless(folder: str, includes: tuple[str, ...], include_dirs: tuple[str, ...]) -> str | None:
    """Why a compiler may wait forever for what a file in a folder includes; None where it will not."""
    found = there(includes, f"{folder}/", include_dirs)
    return next((reason for reason in (barred(one, None) for one in found) if reason), None)


def includes_found(source: Source, lookup: Lookup) -> bool:
    """Whether any of a source's includes is there: where none is, nothing can be known of what it instantiates."""
    return not source.includes or any(resolved(source.includes, source.file, lookup))


# The files reached below the first ones are not part of the key.
@for_a_run(4096)
def _search(name: str, files: tuple[_Version, ...], lookup: Lookup) -> Launcher | None:
    seen = set(files)
    level = list(files)
    for depth in range(_DEPTH + 1):
        for file in level:
            if launcher := _launcher(file, name):
                return _with_declared_defaults(launcher, lookup)
        if depth < _DEPTH:
            following = dict.fromkeys(found for file in level for found in _included(file, lookup))
            level = [file for file in following if file not in seen]
            seen.update(level)
    return None


def _included(file: _Version, lookup: Lookup) -> Iterator[_Version]:
    header = read_header(file)
    return resolved(header.includes, header.file, lookup) if header else iter(())


def resolved(includes: Sequence[str], including: str, lookup: Lookup) -> Iterator[_Version]:
    """Yield what some includes of a file are found as, in its folder or in others, and may be read."""
    return (found for found in there(includes, including, lookup.include_dirs) if not barred(found, lookup.roots))


def there(includes: Sequence[str], including: str, include_dirs: Sequence[str]) -> Iterator[_Version]:
    """Yield what some includes of a file are found as, in its folder or in others, and may not be a file to read."""
    folders = (os.path.dirname(including), *include_dirs)  # noqa: PTH120 - called for every source
    for include in includes:
        candidates = map(version, candidate_paths(include, folders))
        if found := next(filter(None, candidates), None):
            yield found


@lru_cache(maxsize=4096)
def _launcher(file: _Version, name: str) -> Launcher | None:
    header = read_header(file)
    if header is None or name.encode() not in header.data:
        return None
    candidates = [definition for definition in header.definitions.get(name, ()) if definition.form]
    launchers = [_described(header, definition) for definition in candidates]
    return next((launcher for launcher in launchers if launcher.adapter_line), launchers[0] if launchers else None)


def _described(header: Header, definition: Definition) -> Launcher:
    parts = header.with_helpers(definition)
    part, adapter = _first(header.adapter, parts) or (definition, None)
    launch, occupancy = _first(header.launch, parts), _first(header.occupancy_query, parts)
    line = header.text.line(adapter) if adapter is not None else 0
    first_line = header.text.line(part.start)
    guards = header.preprocessor.guards(adapter) if adapter is not None else ()
    return Launcher(
        name=definition.name,
        form=definition.form or "template",
        file=header.file,
        line=header.text.line(definition.start),
        parameters=definition.parameters,
        includes=header.includes,
        size_terms=tuple(dict.fromkeys(term for part in parts for term in header.size_terms(part))),
        adapter_line=line,
        adapter_guards=tuple(guard for guard in guards if guard.line >= first_line),
        adapter_beside=adapter is None and header.names_adapter,
        launch_line=header.text.line(launch[1]) if launch else 0,
        occupancy_line=header.text.line(occupancy[1]) if occupancy else 0,
        defaults=definition.defaults,
        digest=header.digest,
    )


def _first(find: Callable[[Definition], int | None], parts: Sequence[Definition]) -> tuple[Definition, int] | None:
    """The first part in which something is found, and its offset."""
    found = ((part, find(part)) for part in parts)
    return next(((part, offset) for part, offset in found if offset is not None), None)


def _with_declared_defaults(launcher: Launcher, lookup: Lookup) -> Launcher:
    """Add the defaults of a launcher's first declaration: C++ wants them there rather than on the definition."""
    if launcher.form == "macro":
        return launcher
    found = version(launcher.file)
    files = (found, *_included(found, lookup)) if found else ()
    headers = [header for header in map(read_header, files) if header and launcher.name.encode() in header.data]
    declared = (header.declared_defaults(launcher.name, len(launcher.parameters)) for header in headers)
    return replace(launcher, defaults=max((launcher.defaults, *declared)))
