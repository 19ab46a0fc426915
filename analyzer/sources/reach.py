"""Everything that a source's includes lead to: where a name may be defined that `find_launcher` does not find."""

from __future__ import annotations

import os
import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from cutlass_lint.analyzer.sources.files import read_bytes, version
from cutlass_lint.analyzer.sources.launchers import resolved

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cutlass_lint.analyzer.model import Source

_Version = tuple[str, int, int]

# Those in comments too: that costs a look at a header more.
_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]', re.MULTILINE)


class Reach(Struct, frozen=True):
    """The source, then all headers that its includes lead to, at any depth, nearest first.

    `missing` are names that the source itself includes, and that are not found.
    """

    files: tuple[str, ...]
    missing: tuple[str, ...]


def reach(source: Source, include_dirs: Sequence[str]) -> Reach:
    """Follow a source's includes, which are looked up as for `find_launcher`, in every branch of its conditions."""
    directories = tuple(include_dirs)
    missing = tuple(name for name in source.includes if not any(resolved((name,), source.file, directories)))
    own = version(source.file)
    seen = {own: None} if own else {}
    following = list(seen)
    for file in following:
        new = [found for found in _included(file, directories) if found not in seen]
        seen.update(dict.fromkeys(new))
        following += new
    return Reach(tuple(path for path, *_state in seen), missing)


def mentions(name: str, files: Iterable[str]) -> dict[str, int]:
    """The files that have a name in them, comments and all, and how often."""
    counts = {path: _count(name, file) for path in files if (file := version(path))}
    return {path: count for path, count in counts.items() if count}


# Headers stay as they are for the length of a run.
@lru_cache(maxsize=1 << 16)
def _included(file: _Version, include_dirs: tuple[str, ...]) -> tuple[_Version, ...]:
    names = (name.decode("utf-8", "replace") for name in _INCLUDE.findall(_text(file)))
    # By its own path, as each `../` in an include would make another one of it.
    paths = (os.path.realpath(path) for path, *_state in resolved(tuple(names), file[0], include_dirs))
    return tuple(dict.fromkeys(filter(None, map(version, paths))))


@lru_cache(maxsize=1 << 16)
def _count(name: str, file: _Version) -> int:
    return len(re.findall(rb"\b" + re.escape(name.encode()) + rb"\b", _text(file)))


def _text(file: _Version) -> bytes:
    data = read_bytes(Path(file[0]))
    return data if isinstance(data, bytes) else b""
