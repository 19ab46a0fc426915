"""How lists and counts are told, wherever a message has some."""

from __future__ import annotations

from collections.abc import Sequence


def few(words: Sequence[str], shown: int = 3) -> str:
    """The first few words, and how many more there are."""
    more = f" and {len(words) - shown:,} more" if len(words) > shown else ""
    return ", ".join(words[:shown]) + more


def count(number: int, noun: str) -> str:
    """A number with its noun: "1 object", "2 objects"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
