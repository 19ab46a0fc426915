"""Kernels with labels to entries: what separates the failing ones, launcher by launcher."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from cutlass_lint.analyzer.groups.contrasts import Contrast, Effect, contrasts, deciders
from cutlass_lint.analyzer.groups.entries import (
    Compared,
    Inseparable,
    Labelled,
    NeverApart,
    OneSided,
    Same,
    Separated,
    Untold,
)
from cutlass_lint.analyzer.groups.judgements import Judgement, judged
from cutlass_lint.analyzer.groups.parameters import arguments_of, parameters_of
from cutlass_lint.analyzer.groups.separation import Condition, conditions, mask, separate
from cutlass_lint.analyzer.groups.verdicts import AlsoTooLarge, AnyEntry, Contradicted, Judged
from cutlass_lint.analyzer.logs import Entry
from cutlass_lint.analyzer.model import Kernel, Labels

_EFFECTS: tuple[Effect, ...] = ("decides", "untold", "no effect", "follows")
"""What is told first of the parameters."""


class Comparison(Struct, frozen=True):
    """What there is to say about the kernels of one launcher, the most important first."""

    launcher: str
    entries: tuple[AnyEntry, ...]


def comparisons(
    kernels: Sequence[Kernel],
    labels: Labels,
    logged: Mapping[str, Sequence[Entry]],
    among: Sequence[Kernel] | None = None,
) -> tuple[Comparison, ...]:
    """Compare the kernels of each launcher that has a label; `among` are those to compare, all by default.

    Of the others, those that would decide what the labelled ones leave open are named. `logged` is what logs say, by
    kernel id.
    """
    launchers: dict[tuple[str, tuple[str, ...]], list[Kernel]] = {}
    for kernel in kernels:
        launchers.setdefault((kernel.instantiation.launcher, tuple(arguments_of(kernel))), []).append(kernel)
    chosen = {kernel.id for kernel in (kernels if among is None else among)}
    found = []
    for (launcher, _names), members in launchers.items():
        labelled = [kernel for kernel in members if kernel.id in labels.of and kernel.id in chosen]
        if labelled:
            found.append(Comparison(launcher, tuple(_entries(launcher, members, labelled, chosen, labels, logged))))
    # Where something fails comes first.
    return tuple(sorted(found, key=lambda comparison: _is_one_sided(comparison)))


def _is_one_sided(comparison: Comparison) -> bool:
    return any(isinstance(entry, OneSided) and entry.label == "working" for entry in comparison.entries)


def _entries(
    launcher: str,
    members: Sequence[Kernel],
    labelled: Sequence[Kernel],
    chosen: set[str],
    labels: Labels,
    logged: Mapping[str, Sequence[Entry]],
) -> Iterator[AnyEntry]:
    failing = [kernel for kernel in labelled if labels.of[kernel.id] == "failing"]
    working = [kernel for kernel in labelled if labels.of[kernel.id] == "working"]
    unlabelled = sum(kernel.id in chosen for kernel in members) - len(labelled)
    yield Labelled(launcher, len(failing), len(working), unlabelled, labels.origin)
    if failing and working:
        yield from _separation(members, labelled, failing, working, labels)
    else:
        yield OneSided("failing" if failing else "working", len(labelled), labels.origin)
    yield from _contradictions(failing, working)
    others = (kernel for kernel in members if kernel.id in chosen and kernel.id not in labels.of)
    if too_large := tuple(kernel for kernel in others if kernel.verdict == "overflow"):
        yield AlsoTooLarge(too_large)
    yield from _judgements(failing, logged)


def _separation(
    members: Sequence[Kernel],
    labelled: Sequence[Kernel],
    failing: Sequence[Kernel],
    working: Sequence[Kernel],
    labels: Labels,
) -> Iterator[AnyEntry]:
    # That kernels which overflow are larger than those that fit tells nothing, nor does what only some of them have.
    idle = "verdict" if labels.origin == "sizes" else None
    parameters = [p for p in parameters_of(labelled) if p.origin != idle and None not in p.values]
    holding = {condition: holds for parameter in parameters for condition, holds in conditions(parameter)}
    fails = mask(labels.of[kernel.id] == "failing" for kernel in labelled)
    works = mask(labels.of[kernel.id] == "working" for kernel in labelled)
    counts = len(failing), len(working)
    separation = separate([p for p in parameters if p.origin in ("argument", "shape")], fails, works)
    if separation.together and separation.conjunctions:
        for conjunction in separation.conjunctions:
            meeting = [holding[condition] for condition in conjunction.conditions]
            alone = tuple(((holds & fails).bit_count(), (holds & works).bit_count()) for holds in meeting)
            further = separation.further if conjunction is separation.conjunctions[-1] else 0
            yield Separated(conjunction, *counts, alone, separation.exact, further=further)
    else:
        yield Inseparable(separation.conjunctions, *counts)
    measured = separate([p for p in parameters if p.origin == "measured"], fails, works)
    if measured.together and measured.conjunctions:
        yield Separated(measured.conjunctions[0], *counts, (), measured.exact, measured=True)
    compared = contrasts(parameters, labelled, labels.of)
    told = dict.fromkeys(c for conjunction in separation.conjunctions for c in conjunction.conditions)
    for contrast in compared:
        if contrast.effect == "untold":
            yield _untold(contrast, told, holding, failing, labelled, members)
        elif contrast.along:
            ones = (deciders((name,), failing, labelled, members) for name in contrast.names)
            matters = contrast.effect == "decides"
            yield NeverApart(contrast.names, tuple(one for found in ones for one in found) if matters else ())
    varying = sorted((c for c in compared if c.effect != "constant"), key=lambda c: _EFFECTS.index(c.effect))
    yield from map(Compared, varying)
    same = ((c.parameter.name, c.counts[0].value) for c in compared if c.effect == "constant" and c.counts)
    yield Same(tuple(same))


def _untold(
    contrast: Contrast,
    told: Iterable[Condition],
    holding: Mapping[Condition, int],
    failing: Sequence[Kernel],
    labelled: Sequence[Kernel],
    members: Sequence[Kernel],
) -> Untold:
    parameter = contrast.parameter
    values = [count.value for count in contrast.counts if count.failing]
    value = values[0] if len(values) == 1 else None
    having = mask(other == value for other in parameter.values)
    implied = tuple(
        condition
        for condition in told
        if value is not None and condition.parameter not in contrast.names and not holding[condition] & ~having
    )
    return Untold(contrast.names, value, implied, deciders(contrast.names, failing, labelled, members))


def _contradictions(failing: Sequence[Kernel], working: Sequence[Kernel]) -> Iterator[AnyEntry]:
    fitting = tuple(kernel for kernel in failing if kernel.verdict == "fits")
    if fitting:
        yield Contradicted("failing", fitting, len(failing))
    overflowing = tuple(kernel for kernel in working if kernel.verdict == "overflow")
    if overflowing:
        yield Contradicted("working", overflowing, len(working))


def _judgements(failing: Sequence[Kernel], logged: Mapping[str, Sequence[Entry]]) -> Iterator[Judged]:
    """The verdict on each failing kernel; those of which the same is to be said together."""
    alike: dict[tuple[str, str, tuple[str, ...]], list[Judgement]] = {}
    for kernel in failing:
        judgement = judged(kernel, logged.get(kernel.id, ()))
        messages = tuple(dict.fromkeys(entry.message for entry in judgement.entries))
        alike.setdefault((judgement.hypothesis, judgement.explanation, messages), []).append(judgement)
    yield from (Judged(tuple(judgements)) for judgements in alike.values())
