"""Files as they are read in place of what is on disk: the text of an editor that is not saved yet."""

from __future__ import annotations

from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterator


class Unsaved(Struct, frozen=True):
    """The bytes that a file is read as. `number` tells them from all others, also of the same file."""

    data: bytes
    number: int


_OPEN: dict[str, Unsaved] = {}
_NUMBERS = count(1)


@contextmanager
def opened(file: str, data: bytes) -> Iterator[None]:
    """Have every room read a file as these bytes, whatever is on disk in its place; it need not be there.

    `file` is an absolute path without `..`, as the rooms spell it. It holds for the whole process.
    """
    _OPEN[file] = Unsaved(data, next(_NUMBERS))
    try:
        yield
    finally:
        del _OPEN[file]


def is_any() -> bool:
    """Whether anything is read as something else than what is on disk."""
    return bool(_OPEN)


def find(file: str) -> Unsaved | None:
    """What a file is read as; None where that is what is on disk."""
    return _OPEN.get(file)
