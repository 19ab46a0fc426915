"""One finding for several kernels that have in common all that it says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cutlass_lint.analyzer.model import Finding, Kernel, Location, Related
from cutlass_lint.analyzer.wording import few
from cutlass_lint.rules import Rule


def about_all(
    rule: Rule, kernels: Sequence[Kernel], message: str, *, details: Iterable[str] = (), related: Iterable[Related] = ()
) -> Finding:
    """A finding about the only kernel, or at the first of several; a last detail then names some of the others."""
    first, *others = kernels
    if not others:
        return rule.about(first, message, details=details, related=related)
    place = first.instantiation
    location = Location(place.file, place.line, place.column)
    return rule.at(
        location, message, details=(*details, f"also {few([other.id for other in others])}"), related=related
    )
