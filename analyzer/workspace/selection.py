"""Which modules a run is about, by their names."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from cutlass_lint.analyzer.wording import few

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_SHOWN = 40


class InputError(Exception):
    """A path or a name that can't be used at all; the message is one line."""


def is_chosen(name: str, patterns: Sequence[str]) -> bool:
    """Whether one of the patterns (a shell's: *, ?, [...]) matches a module's name; without patterns all are chosen."""
    return not patterns or any(fnmatchcase(name, pattern) for pattern in patterns)


def check_modules(patterns: Sequence[str], names: Iterable[str]) -> None:
    """Make sure that every pattern matches one of the modules that there are.

    Raises:
        InputError: one doesn't; the message lists the names.

    """
    known = sorted(set(names))
    for pattern in patterns:
        if not any(fnmatchcase(name, pattern) for name in known):
            there = f"there are {few(known, _SHOWN)}" if known else "there is none"
            raise InputError(f"no module {pattern!r}: {there}")
