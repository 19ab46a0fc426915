"""Everything that a source's includes lead to: where a name may be defined that `find_launcher` does not find."""

from __future__ import annotations

import os
import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from cutlass_lint.analyzer.remembering import for_a_run
from cutlass_lint.analyzer.sources.files import barred, read_bytes, version
from cutlass_lint.analyzer.sources.launchers import Asked, resolved, there

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cutlass_lint.analyzer.model import Lookup, Source

_Version = tuple[str, int, int]

# Those in comments too: that costs a look at a header more.
_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]', re.MULTILINE)


class Reach(Struct, frozen=True):
    """The source, then all headers that its includes lead to, at any depth, nearest first.

    `missing` are names that the source itself includes, and that are not found. `barred` is why something that they
    lead to is not read, where that is so.
    """

    files: tuple[str, ...]
    missing: tuple[str, ...]
    barred: str | None = None


def reach(source: Source, lookup: Lookup) -> Reach:
    """Follow a source's includes, which are looked up as for `find_launcher`, in every branch of its conditions."""
    return _reach(Asked(source), lookup)


@for_a_run(64)
def _reach(asked: Asked, lookup: Lookup) -> Reach:
    source = asked.source
    missing = tuple(name for name in source.includes if not any(resolved((name,), source.file, lookup)))
    own = version(source.file)
    seen = {own: None} if own else {}
    following = list(seen)
    refused = None
    for file in following:
        for found in _included(file, lookup.include_dirs):
            if found not in seen:
                reason = barred(found, lookup.roots)
                if reason is None:
                    seen[found] = None
                    following.append(found)
                elif refused is None:
                    refused = f"{file[0]} {reason}"
    return Reach(tuple(path for path, *_state in seen), missing, refused)


def mentions(name: str, files: Iterable[str]) -> dict[str, int]:
    """The files that have a name in them, comments and all, and how often."""
    counts = {path: _count(name, file) for path in files if (file := version(path))}
    return {path: count for path, count in counts.items() if count}


@for_a_run(1 << 16)
def _included(file: _Version, include_dirs: tuple[str, ...]) -> tuple[_Version, ...]:
    names = (name.decode("utf-8", "replace") for name in _INCLUDE.findall(_text(file)))
    # By its own path, as each `../` in an include would make another one of it.
    paths = (os.path.realpath(path) for path, *_state in there(tuple(names), file[0], include_dirs))
    return tuple(dict.fromkeys(filter(None, map(version, paths))))


@lru_cache(maxsize=1 << 16)
def _count(name: str, file: _Version) -> int:
    return len(re.findall(rb"\b" + re.escape(name.encode()) + rb"\b", _text(file)))


def _text(file: _Version) -> bytes:
    data = read_bytes(Path(file[0]))
    return data if isinstance(data, bytes) else b""
