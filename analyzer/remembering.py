"""What is worked out once a run, as files are taken to stay as they are for the length of one."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_forgetting: list[Callable[[], None]] = []


def for_a_run(maxsize: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Have a function's answers remembered, at most so many, until the next run begins."""

    def remembering(function: Callable[P, T]) -> Callable[P, T]:
        remembered = lru_cache(maxsize)(function)
        _forgetting.append(remembered.cache_clear)
        # It takes the same arguments, of which lru_cache's type says no more than that they can be hashed.
        return remembered  # type: ignore[return-value]

    return remembering


def forget() -> None:
    """Forget all of it: a run begins."""
    for clear in _forgetting:
        clear()
