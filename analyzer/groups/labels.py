"""Which kernels work and which fail: by selectors, by logs, or by the size verdict where nobody says more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cutlass_lint.analyzer.groups.selectors import Selector, SelectorError, selected
from cutlass_lint.analyzer.model import Kernel, Label, Labels

_BY_VERDICT: dict[str, Label] = {"fits": "working", "overflow": "failing"}


def by_verdict(kernels: Iterable[Kernel]) -> Labels:
    """Kernels that fit work, kernels that overflow fail, about all others nothing is known."""
    found = {kernel.id: _BY_VERDICT[kernel.verdict] for kernel in kernels if kernel.verdict}
    return Labels(found, "sizes")


def by_selectors(kernels: Sequence[Kernel], working: Sequence[Selector], failing: Sequence[Selector]) -> Labels:
    """Kernels by what the user selects; with one side given only, the other is what is left.

    Raises SelectorError where a selector finds none, or one kernel is on both sides.
    """
    found: dict[str, Label] = {}
    sides: tuple[tuple[Label, Sequence[Selector]], ...] = (("working", working), ("failing", failing))
    for label, selectors in sides:
        for selector in selectors:
            chosen = selected(selector, kernels)
            if not chosen:
                raise SelectorError(f"{selector.text!r} selects none of {len(kernels):,} kernels")
            for kernel in chosen:
                if found.setdefault(kernel.id, label) != label:
                    raise SelectorError(f"{kernel.id} is selected both as working and as failing")
    if not working or not failing:
        rest: Label = "failing" if working else "working"
        found |= {kernel.id: rest for kernel in kernels if kernel.id not in found}
    return Labels(found, "selectors")
