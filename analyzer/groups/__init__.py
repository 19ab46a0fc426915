"""Groups of kernels, working and failing or before and after, and what tells them apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from cutlass_lint.analyzer.groups.changes import Changed, Unchanged, changes
from cutlass_lint.analyzer.groups.compare import Comparison, comparisons
from cutlass_lint.analyzer.groups.entries import Style
from cutlass_lint.analyzer.groups.labels import by_selectors, by_verdict
from cutlass_lint.analyzer.groups.selectors import Selector, SelectorError, parse_selector, selected
from cutlass_lint.analyzer.groups.verdicts import Ambiguous, AnyEntry, NotHere, Unnamed, Unreliable
from cutlass_lint.analyzer.model import Problem, Root

if TYPE_CHECKING:
    # What is read of symbols is sized, and most users of groups need no front end.
    from cutlass_lint.analyzer.groups.symbols import Undefined

__all__ = [
    "Ambiguous",
    "AnyEntry",
    "Changed",
    "Comparison",
    "Diff",
    "NotHere",
    "Selector",
    "SelectorError",
    "Style",
    "Unchanged",
    "Unnamed",
    "Unreliable",
    "by_selectors",
    "by_verdict",
    "changes",
    "comparisons",
    "parse_selector",
    "selected",
]


class Diff(Struct, frozen=True):
    """Everything that a diff has to say.

    `before` are the roots of the other side where two sets of kernels are compared, and `changes` what differs.
    `logs` is what logs say of kernels that are not here, of those here without being evidence, or of none by name, and
    of symbols that are undefined.
    """

    roots: tuple[Root, ...]
    comparisons: tuple[Comparison, ...] = ()
    before: tuple[Root, ...] = ()
    changes: tuple[Changed | Unchanged, ...] = ()
    logs: tuple[NotHere | Ambiguous | Unreliable | Undefined | Unnamed, ...] = ()
    problems: tuple[Problem, ...] = ()
