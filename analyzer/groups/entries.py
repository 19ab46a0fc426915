"""What a comparison says of parameters: typed entries, each of which says itself in the style of a report."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import Protocol

from msgspec import Struct

from cutlass_lint.analyzer.groups.contrasts import Contrast, Decider
from cutlass_lint.analyzer.groups.parameters import Value
from cutlass_lint.analyzer.groups.separation import Condition, Conjunction
from cutlass_lint.analyzer.model import Kernel, Label, Origin

_NAMED = 4
"""Kernels that one entry names."""
_VALUES = 6
"""Values of one parameter that one entry lists."""

_ORIGINS: dict[Origin, str] = {
    "selectors": "as selected",
    "logs": "by the logs; a kernel that they do not name is neither",
    "sizes": "by size: those that fit work",
}


class Style(Protocol):
    """How a report writes: names and values of the input, and what matters most. Each escapes what it is given."""

    def code(self, text: str) -> str:
        """A name, value or condition."""

    def strong(self, text: str) -> str:
        """What matters most."""

    def plain(self, text: str) -> str:
        """Words that may come from the input, without emphasis."""


class Labelled(Struct, frozen=True, tag="labelled"):
    """How many kernels of a launcher fail, work or have no label, and who says so."""

    launcher: str
    failing: int
    working: int
    unlabelled: int
    origin: Origin

    def explain(self, style: Style) -> str:
        """One sentence."""
        rest = f", {self.unlabelled:,} without a label" if self.unlabelled else ""
        counts = f"{self.failing:,} failing, {self.working:,} working{rest}"
        return f"{style.code(self.launcher)}: {counts} ({_ORIGINS[self.origin]})"


class OneSided(Struct, frozen=True, tag="one-sided"):
    """There is nothing to tell apart: all labelled kernels have one label."""

    label: Label
    count: int
    origin: Origin

    def explain(self, style: Style) -> str:
        """One sentence."""
        told = style.strong("nothing to separate")
        if self.origin == "sizes":
            return f"{told}: {'all' if self.label == 'working' else 'none'} of {self.count:,} fit"
        other = "working" if self.label == "failing" else "failing"
        return (
            f"{told}: every kernel that has a label is {self.label} ({self.count:,}); "
            f"name {other} ones with --{other}, or leave labels out to go by size"
        )


class Separated(Struct, frozen=True, tag="separated"):
    """A conjunction that separates all failing kernels of a launcher from all working ones.

    `alone` counts for each condition the failing and the working kernels that meet it. `shortest` tells whether no
    shorter one separates them, `measured` whether it is about what was measured, not about what the launcher is
    given. Of the same length there are `further` ones that are not told.
    """

    conjunction: Conjunction
    failing: int
    working: int
    alone: tuple[tuple[int, int], ...]
    shortest: bool
    measured: bool = False
    further: int = 0

    def explain(self, style: Style) -> str:
        """The conditions with their counts, then each alone, then what cannot be told apart from them."""
        lines = [_meets(self.conjunction, self.failing, self.working, style)]
        if not self.shortest:
            lines[0] += " (found greedily: a shorter one may separate as well)"
        if len(self.conjunction.conditions) > 1 and not self.measured:
            alone = (
                f"{style.code(condition.text)}: {failing} of {failing + working} fail"
                for condition, (failing, working) in zip(self.conjunction.conditions, self.alone, strict=True)
            )
            lines.append(f"alone: {'; '.join(alone)}")
        for condition, others in zip(self.conjunction.conditions, self.conjunction.same, strict=True):
            if others and not self.measured:
                told = _listed([style.code(other.text) for other in others])
                lines.append(f"{style.code(condition.text)} cannot be told from {told} here")
        if self.further:
            lines.append(
                f"{self.further:,} more conjunctions of {len(self.conjunction.conditions)} separate them as well"
            )
        return "\n".join(lines)


class Inseparable(Struct, frozen=True, tag="inseparable"):
    """No conjunction separates all failing kernels from all working ones; perhaps one for each of some parts does."""

    parts: tuple[Conjunction, ...]
    failing: int
    working: int

    def explain(self, style: Style) -> str:
        """What is known instead."""
        if not self.parts:
            return (
                f"{style.strong('no parameter separates them')}: some failing and working kernels have the same "
                "parameters, or no few conditions tell them apart"
            )
        lines = [f"{style.strong('no single cause')}: one of these holds for every failing kernel (found greedily)"]
        return "\n".join([*lines, *(_meets(part, self.failing, self.working, style) for part in self.parts)])


class Compared(Struct, frozen=True, tag="parameter"):
    """What one parameter has to do with the labels."""

    contrast: Contrast

    def explain(self, style: Style) -> str:
        """One sentence."""
        contrast = self.contrast
        name = _listed([style.code(name) for name in contrast.names])
        alone = "these alone" if contrast.along else "it alone"
        told = {
            "decides": f"{style.strong('decides')}: of {_pairs(contrast.pairs)} that differ in {alone}, "
            f"{contrast.flips} with one that fails and one that works",
            "no effect": f"no effect: of {_pairs(contrast.pairs)} that differ in {alone}, none with one that works",
            "untold": f"cannot be told: no failing kernel differs from another in {alone}",
            "follows": "separates" if contrast.separates else "correlates" if self._correlates() else "overlaps",
        }
        separates = f" {style.strong('separates')};" if contrast.separates and contrast.effect != "follows" else ""
        return f"{name}:{separates} {told[contrast.effect]} ({self._values(style)})"

    def _correlates(self) -> bool:
        return len({bool(count.failing) for count in self.contrast.counts}) > 1

    def _values(self, style: Style) -> str:
        counts = sorted(self.contrast.counts, key=lambda count: -count.failing)
        shown = [f"{c.failing} of {c.failing + c.working} with {_value(c.value, style)}" for c in counts[:_VALUES]]
        more = f", {len(counts) - _VALUES} more values" if len(counts) > _VALUES else ""
        return f"{', '.join(shown)} fail{more}"


class Same(Struct, frozen=True, tag="same"):
    """Parameters that have one value in all labelled kernels."""

    values: tuple[tuple[str, Value], ...]

    def explain(self, style: Style) -> str:
        """One sentence."""
        told = (Condition(name, "=", value).text for name, value in self.values)
        return f"the same everywhere: {', '.join(map(style.code, told))}"


class Untold(Struct, frozen=True, tag="untold"):
    """Whether a parameter matters cannot be told from the labelled kernels, and which kernel would tell.

    `names` are the parameter and those that never vary apart from it. `implied` are conditions of the separating
    conjunction that never hold in these kernels without `value` of the first.
    """

    names: tuple[str, ...]
    value: Value | None
    implied: tuple[Condition, ...]
    deciders: tuple[Decider, ...]

    def explain(self, style: Style) -> str:
        """The gap, and the kernels that would close it."""
        names = _listed([style.code(name) for name in self.names])
        lines = [f"whether {names} matter{'' if self.names[1:] else 's'} cannot be told from these kernels"]
        if self.implied and self.value is not None:
            without = style.code(f"{self.names[0]}={self.value}")
            occurs = "occur" if self.implied[1:] else "occurs"
            lines[0] += f": {_listed([style.code(c.text) for c in self.implied])} never {occurs} without {without}"
        lines += _deciders(self.deciders, style)
        return "\n".join(lines)


class NeverApart(Struct, frozen=True, tag="never-apart"):
    """Arguments of which one tells the other in all labelled kernels, and which kernels would tell them apart.

    There are no `deciders` where they have no effect together.
    """

    names: tuple[str, ...]
    deciders: tuple[Decider, ...] = ()

    def explain(self, style: Style) -> str:
        """The parameters, and the kernels that would tell them apart."""
        told = f"{_listed([style.code(name) for name in self.names])} never vary apart in these kernels"
        if self.deciders:
            told += ": which of them matters cannot be told"
        return "\n".join([told, *_deciders(self.deciders, style)])


def _meets(conjunction: Conjunction, failing: int, working: int, style: Style) -> str:
    told = style.strong(" ∧ ".join(condition.text for condition in conjunction.conditions))
    return f"{told}: {conjunction.failing}/{failing} failing, {conjunction.working}/{working} working"


def _deciders(deciders: Sequence[Decider], style: Style) -> list[str]:
    more = [f"and {len(deciders) - _NAMED} more like these"] if len(deciders) > _NAMED else []
    return [*(_decider(decider, style) for decider in deciders[:_NAMED]), *more]


def _decider(decider: Decider, style: Style) -> str:
    changes = ", ".join(f"{name}={text}" for name, text in decider.changes.items())
    changed = f"{name_of(decider.like, style)} with {style.code(changes)}"
    if decider.kernel is not None:
        return f"{name_of(decider.kernel, style)} decides: it is {changed}, and {_outcome(decider.kernel, style)}"
    if decider.made is not None:
        return f"{changed}, which no source here makes, {_outcome(decider.made, style)}"
    return f"{changed} would decide, but no source here makes it: --what-if sizes it"


def _outcome(kernel: Kernel, style: Style) -> str:
    left = kernel.margin
    if kernel.sizes is None or left is None:
        return style.plain(f"is {kernel.status}{f': {kernel.reason}' if kernel.reason else ''}")
    return f"has {kernel.sizes.kernel:,} bytes{' and fits' if left >= 0 else f', {-left:,} too many'}"


def name_of(kernel: Kernel, style: Style) -> str:
    """The file's name and the line: what `explain` takes, too."""
    return style.code(PurePath(kernel.id).name)


def _pairs(count: int) -> str:
    return "1 pair" if count == 1 else f"{count:,} pairs"


def _value(value: Value, style: Style) -> str:
    return style.code(f"{value:,}" if isinstance(value, int) else value)


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
