"""Which rules a run has: by code, by the beginning of a code, or by name."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

from cutlass_lint.rules import Rule, all_rules

ALL = "ALL"


class SelectionError(ValueError):
    """A text that means no rule; the message is one line that says what could be meant."""


def meant(text: str) -> tuple[Rule, ...]:
    """Return the rules that a code, the beginning of codes, a name or ALL means. Raises SelectionError."""
    found = tuple(rule for rule in all_rules() if matches(text, rule))
    if not found:
        known = [word for rule in all_rules() for word in (rule.code, rule.name)]
        near = difflib.get_close_matches(text, known, n=1) or difflib.get_close_matches(text.upper(), known, n=1)
        hint = f": did you mean {near[0]}?" if near else ": see `cutlass-lint rule`"
        raise SelectionError(f"no rule has a code or name {text!r}{hint}")
    return found


def matches(text: str, rule: Rule) -> bool:
    """Whether a text means a rule."""
    return _precision(text, rule) is not None


def selection(
    select: Iterable[str] = (), ignore: Iterable[str] = (), extend_select: Iterable[str] = ()
) -> tuple[Rule, ...]:
    """Return the rules that a run has, by code: all where `select` names none.

    As in ruff, the longer text counts where one selects a rule and one ignores it; of equally long ones the latter.
    Raises SelectionError for a text that means no rule.
    """
    selecting, ignoring = [*(list(select) or [ALL]), *extend_select], list(ignore)
    for text in (*selecting, *ignoring):
        meant(text)
    return tuple(rule for rule in all_rules() if _most(selecting, rule) > _most(ignoring, rule))


def _most(texts: Sequence[str], rule: Rule) -> int:
    """The precision of the most precise text that means a rule; -1 where none does."""
    return max((found for text in texts if (found := _precision(text, rule)) is not None), default=-1)


def _precision(text: str, rule: Rule) -> int | None:
    """How much of a rule's code a text tells; None where it does not mean the rule."""
    if text.upper() == ALL:
        return 0
    if text.lower() == rule.name:
        return len(rule.code)
    return len(text) if text and rule.code.startswith(text.upper()) else None
