"""The smallest conjunctions of conditions that all of one group of kernels meet and none of another.

Groups are bit masks: bit i stands for the i-th kernel of a table of parameters.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Literal

from msgspec import Struct

from cutlass_lint.analyzer.groups.parameters import Origin, Parameter, Value

Relation = Literal["=", "≥", "≤", "≠"]

_TRIALS = 300_000
"""Conjunctions to try of one length: some seconds."""
_SHOWN = 4
"""Conjunctions of equal length that are worth telling."""
_GREEDY_LENGTH = 3
_SIMPLER: tuple[Relation, ...] = ("=", "≥", "≤", "≠")
_ORIGINS: tuple[Origin, ...] = ("argument", "shape", "measured", "verdict")


class Condition(Struct, frozen=True):
    """Something that holds for a kernel or does not, such as `FUSION=FINALIZE` or `CTA_K≥256`."""

    parameter: str
    relation: Relation
    value: Value

    @property
    def text(self) -> str:
        """The condition as one word; numbers of four digits and more with separators."""
        value = f"{self.value:,}" if isinstance(self.value, int) else self.value
        return f"{self.parameter}{self.relation}{value}"


class Conjunction(Struct, frozen=True):
    """Conditions that hold together for `failing` kernels of one group and `working` of the other.

    `same` has, for each condition, others that hold for the very same kernels of the two groups.
    """

    conditions: tuple[Condition, ...]
    failing: int
    working: int
    same: tuple[tuple[Condition, ...], ...] = ()


class Separation(Struct, frozen=True):
    """What separates two groups.

    With `together` False, each conjunction is about some of the failing kernels and all of them are about all. With
    `exact`, no shorter conjunction separates the groups, and all of that length are known, of which `further` are not
    among `conjunctions`. There are none where no condition, or no combination of them, tells the groups apart.
    """

    conjunctions: tuple[Conjunction, ...] = ()
    together: bool = True
    exact: bool = True
    further: int = 0


class _Literal(Struct, frozen=True):
    """A condition, the kernels that meet it, and others that hold for the same kernels of the groups."""

    condition: Condition
    mask: int
    rank: tuple[int, int, int]
    same: tuple[Condition, ...] = ()


def conditions(parameter: Parameter) -> Iterator[tuple[Condition, int]]:
    """Every condition on a parameter that some kernels meet and others do not, with the mask of those that do."""
    distinct = parameter.distinct
    if len(distinct) <= 1:
        return
    masks = {value: mask(value == other for other in parameter.values) for value in distinct}
    everywhere = mask(value is not None for value in parameter.values)
    for value in distinct:
        yield Condition(parameter.name, "=", value), masks[value]
    if not distinct[2:]:  # the one is what the other is not
        return
    if not parameter.is_numeric:
        for value in distinct:
            yield Condition(parameter.name, "≠", value), everywhere & ~masks[value]
        return
    for index in range(1, len(distinct) - 1):
        above = sum(masks[value] for value in distinct[index:])
        below = sum(masks[value] for value in distinct[: index + 1])
        yield Condition(parameter.name, "≥", distinct[index]), above
        yield Condition(parameter.name, "≤", distinct[index]), below


def mask(holds: Iterable[bool]) -> int:
    """The bits of the kernels for which something holds."""
    return sum(1 << index for index, holding in enumerate(holds) if holding)


def separate(parameters: Sequence[Parameter], failing: int, working: int) -> Separation:
    """Find what separates failing kernels from working ones: a conjunction, or else one for each of some parts."""
    literals = sorted(_literals(parameters, failing, working), key=lambda literal: literal.rank)
    common = [literal for literal in literals if literal.mask & failing == failing and working & ~literal.mask]
    excluded = 0
    for literal in common:
        excluded |= working & ~literal.mask
    if not failing or not working:
        return Separation()
    if excluded == working:
        return _shortest(common, failing, working)
    return _parts(literals, failing, working)


def _literals(parameters: Sequence[Parameter], failing: int, working: int) -> Iterator[_Literal]:
    """The conditions, one for all that hold for the same kernels: on an argument rather than on what follows."""
    either = failing | working
    by_mask: dict[int, list[_Literal]] = {}
    for position, parameter in enumerate(parameters):
        for condition, holds in conditions(parameter):
            rank = (_ORIGINS.index(parameter.origin), _SIMPLER.index(condition.relation), position)
            by_mask.setdefault(holds & either, []).append(_Literal(condition, holds & either, rank))
    for equal in by_mask.values():
        first, *others = sorted(equal, key=lambda literal: literal.rank)
        # Of one parameter, the simplest wording will do.
        same = {o.condition.parameter: o.condition for o in reversed(others)}
        same.pop(first.condition.parameter, None)
        yield _Literal(first.condition, first.mask, first.rank, tuple(reversed(same.values())))


def _shortest(common: Sequence[_Literal], failing: int, working: int) -> Separation:
    """All shortest conjunctions of conditions that every failing kernel meets; each working kernel must fail one."""
    exact = True
    for length in range(1, len(common) + 1):
        if math.comb(len(common), length) > _TRIALS:
            exact = False
            break
        found = [chosen for chosen in combinations(common, length) if not _met(chosen, working)]
        if found:
            # Of one length, only those of the simplest kind are told: on arguments rather than on what follows.
            found.sort(key=lambda chosen: (_kinds(chosen), [literal.rank for literal in chosen]))
            simplest = [chosen for chosen in found if _kinds(chosen) == _kinds(found[0])]
            told = tuple(_conjunction(chosen, failing, working) for chosen in simplest[:_SHOWN])
            return Separation(told, exact=exact, further=len(found) - len(told))
    chosen = _greedy(common, working)
    return Separation((_conjunction(chosen, failing, working),), exact=False)


def _kinds(chosen: Iterable[_Literal]) -> list[tuple[int, int]]:
    return sorted(literal.rank[:2] for literal in chosen)


def _greedy(common: Sequence[_Literal], working: int) -> tuple[_Literal, ...]:
    chosen: list[_Literal] = []
    left = working
    while left:
        best = max(common, key=lambda literal: ((left & ~literal.mask).bit_count(), [-part for part in literal.rank]))
        chosen.append(best)
        left &= best.mask
    return tuple(chosen)


def _parts(literals: Sequence[_Literal], failing: int, working: int) -> Separation:
    """Conjunctions that no working kernel meets, each for as many as possible of the failing kernels still left."""
    pure = []
    for length in range(1, _GREEDY_LENGTH + 1):
        if math.comb(len(literals), length) <= _TRIALS:
            pure += [chosen for chosen in combinations(literals, length) if not _met(chosen, working)]
    found: list[Conjunction] = []
    left = failing
    while left:
        best = max(pure, key=lambda chosen: (_met(chosen, left).bit_count(), -len(chosen)), default=())
        covered = _met(best, left) if best else 0
        if not covered:
            return Separation(together=False, exact=False)
        found.append(_conjunction(best, failing, working))
        left &= ~covered
    return Separation(tuple(found), together=False, exact=False)


def _met(chosen: Iterable[_Literal], group: int) -> int:
    """The kernels of a group that meet every condition."""
    for literal in chosen:
        group &= literal.mask
    return group


def _conjunction(chosen: Sequence[_Literal], failing: int, working: int) -> Conjunction:
    return Conjunction(
        tuple(literal.condition for literal in chosen),
        _met(chosen, failing).bit_count(),
        _met(chosen, working).bit_count(),
        tuple(literal.same for literal in chosen),
    )
