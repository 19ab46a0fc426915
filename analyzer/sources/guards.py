"""What the macros of a compile command say about guards.

Only guards that ask what is defined are answered, and only where a definition decides them: a macro that the command
does not define may come from a header, so that nothing is ever known to be off.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cutlass_lint.analyzer.model import Guard

_DEFINED = re.compile(r"\bdefined\s*(?:\(\s*(\w+)\s*\)|(\w+))")
_TERM = re.compile(r"\s*<(\w+)>\s*")


@lru_cache(maxsize=1024)
def surely_hold(guards: tuple[Guard, ...], defines: tuple[str, ...]) -> bool:
    """Whether macros, each NAME or NAME=VALUE, are enough for all guards to hold, whatever else is defined."""
    names = {define.partition("=")[0] for define in defines}
    return all(any(names.issuperset(wanted) for wanted in _alternatives(guard.condition)) for guard in guards)


def lacking(guards: Iterable[Guard], defines: tuple[str, ...]) -> tuple[str, ...]:
    """The macros that make guards hold when they are defined beside others; none where it takes more than that.

    Of several alternatives, the first is taken.
    """
    names = {define.partition("=")[0] for define in defines}
    undecided = [guard for guard in guards if not surely_hold((guard,), defines)]
    wanted = [next(_alternatives(guard.condition), None) for guard in undecided]
    if None in wanted:
        return ()
    return tuple(dict.fromkeys(name for group in wanted if group for name in group if name not in names))


def _alternatives(condition: str) -> Iterator[tuple[str, ...]]:
    """The macros that must be defined for a condition to hold, for each way to make it; none where it asks for more."""
    marked = _DEFINED.sub(lambda match: f"<{match[1] or match[2]}>", condition)
    if "(" in marked:
        return
    for alternative in marked.split("||"):
        terms = [_TERM.fullmatch(term) for term in alternative.split("&&")]
        if all(terms):
            yield tuple(term[1] for term in terms if term)
