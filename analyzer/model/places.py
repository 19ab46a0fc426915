"""Places in inputs, and what could not be read of them."""

from __future__ import annotations

from msgspec import Struct


class Location(Struct, frozen=True, order=True):
    """A place in a file."""

    file: str
    line: int
    column: int = 1


class Problem(Struct, frozen=True, order=True):
    """An input that could not be read, or only in part: what, where and what the user can do."""

    file: str
    line: int
    """0 where the whole file is meant."""
    message: str
    remedy: str
