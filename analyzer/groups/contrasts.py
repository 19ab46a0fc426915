"""What each parameter has to do with the labels, judged by kernels that differ in it alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from cutlass_lint.analyzer.groups.parameters import Parameter, Value, arguments_of, plain
from cutlass_lint.analyzer.model import Kernel, Label

Effect = Literal["constant", "decides", "no effect", "untold", "follows"]


class Count(Struct, frozen=True):
    """How many kernels with one value of a parameter fail and work."""

    value: Value
    failing: int
    working: int


class Contrast(Struct, frozen=True):
    """One parameter over the labelled kernels, together with those that never vary apart from it there.

    `pairs` are those of a failing kernel and another labelled one that differ in these arguments alone, `flips` those
    of them of which the other one works. Effect "untold" means that there is no such pair, and "follows" that the
    parameter is no argument: it is not anybody's to change alone.
    """

    parameter: Parameter
    counts: tuple[Count, ...]
    effect: Effect
    pairs: int = 0
    flips: int = 0
    along: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The parameter's name and those of the others."""
        return (self.parameter.name, *self.along)

    @property
    def separates(self) -> bool:
        """Whether no value has kernels of both labels, and there is more than one value."""
        return len(self.counts) > 1 and all(not count.failing or not count.working for count in self.counts)


def contrasts(
    parameters: Sequence[Parameter], kernels: Sequence[Kernel], labels: Mapping[str, Label]
) -> tuple[Contrast, ...]:
    """Each parameter's contrast; the kernels are those of the table, all of them labelled."""
    rows = [arguments_of(kernel) for kernel in kernels]
    given = [labels[kernel.id] for kernel in kernels]
    groups = {group[0].name: tuple(other.name for other in group[1:]) for group in never_apart(parameters)}
    followers = {name for group in groups.values() for name in group}
    return tuple(
        _contrast(parameter, groups.get(parameter.name, ()), rows, given)
        for parameter in parameters
        if parameter.origin != "argument" or parameter.name not in followers
    )


def _contrast(
    parameter: Parameter, along: tuple[str, ...], rows: Sequence[Mapping[str, str]], labels: Sequence[Label]
) -> Contrast:
    counts = tuple(_count(value, parameter, labels) for value in parameter.distinct)
    if len(counts) <= 1:
        return Contrast(parameter, counts, "constant")
    if parameter.origin != "argument":
        return Contrast(parameter, counts, "follows")
    alike: dict[tuple[tuple[str, str], ...], list[int]] = defaultdict(list)
    for index, row in enumerate(rows):
        rest = tuple((name, text) for name, text in row.items() if name not in (parameter.name, *along))
        alike[rest].append(index)
    pairs = flips = 0
    for members in alike.values():
        for index in (i for i in members if labels[i] == "failing"):
            others = [i for i in members if parameter.values[i] != parameter.values[index]]
            working = sum(labels[i] == "working" for i in others)
            # A pair of failing kernels is met from either side.
            pairs += working + sum(i > index for i in others if labels[i] == "failing")
            flips += working
    effect: Effect = "decides" if flips else "no effect" if pairs else "untold"
    return Contrast(parameter, counts, effect, pairs, flips, along)


def _count(value: Value, parameter: Parameter, labels: Sequence[Label]) -> Count:
    having = [label for label, other in zip(labels, parameter.values, strict=True) if other == value]
    return Count(value, having.count("failing"), having.count("working"))


def never_apart(parameters: Sequence[Parameter]) -> tuple[tuple[Parameter, ...], ...]:
    """Arguments that never vary apart in the kernels of a table: the value of one tells that of the others."""
    groups: dict[tuple[int, ...], list[Parameter]] = defaultdict(list)
    for parameter in parameters:
        if parameter.origin == "argument" and len(parameter.distinct) > 1:
            groups[_partition(parameter)].append(parameter)
    return tuple(tuple(group) for group in groups.values() if len(group) > 1)


def _partition(parameter: Parameter) -> tuple[int, ...]:
    """Which kernels share a value, whatever it is."""
    numbers: dict[Value | None, int] = {}
    return tuple(numbers.setdefault(value, len(numbers)) for value in parameter.values)


class Decider(Struct, frozen=True):
    """A kernel that would tell whether parameters matter: a failing one, `like`, with other values of these alone.

    `kernel` is one that was read and has no label. Where there is none, `made` is the kernel that the changes make,
    once somebody has sized it.
    """

    like: Kernel
    changes: Mapping[str, str]
    kernel: Kernel | None = None
    made: Kernel | None = None


def deciders(
    names: Sequence[str], failing: Sequence[Kernel], labelled: Sequence[Kernel], everything: Sequence[Kernel]
) -> tuple[Decider, ...]:
    """Unlabelled kernels that differ from a failing one in these arguments alone; else what would."""
    known = {kernel.id for kernel in labelled}
    others = [(kernel, arguments_of(kernel)) for kernel in everything if kernel.id not in known]
    found = []
    for like in failing:
        given = arguments_of(like)
        for kernel, row in others:
            changes = {name: text for name, text in row.items() if given.get(name) != text}
            if row.keys() == given.keys() and changes and changes.keys() <= set(names):
                found.append(Decider(like, changes, kernel))
    return tuple(found) or tuple(_hypothetical(names, failing[0], labelled))


def _hypothetical(names: Sequence[str], like: Kernel, labelled: Sequence[Kernel]) -> Iterator[Decider]:
    """The values that the labelled kernels have, given to a failing one; where it is built cannot be changed."""
    given = arguments_of(like)
    if not {*names} <= {plain(name) for name in like.arguments}:
        return
    given_to = (arguments_of(kernel) for kernel in labelled)
    for row in dict.fromkeys(tuple((name, arguments[name]) for name in names) for arguments in given_to):
        changes = {name: text for name, text in row if given[name] != text}
        if changes:
            yield Decider(like, changes)
