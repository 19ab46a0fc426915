"""Two sets of kernels, such as those of two releases: what each change between them does to the kernels in both."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from cutlass_lint.analyzer.graph.argument_kinds import unqualified
from cutlass_lint.analyzer.groups.entries import Style, name_of
from cutlass_lint.analyzer.groups.parameters import plain
from cutlass_lint.analyzer.model import Kernel

Kind = Literal["cured", "broken", "still overflows", "status", "resized", "removed", "added"]

_KINDS: tuple[Kind, ...] = ("cured", "broken", "still overflows", "status", "resized", "removed", "added")
_NAMED = 6
_SAID: dict[Kind, str] = {
    "cured": "cured: they overflowed and fit now",
    "broken": "broken: they fitted and overflow now",
    "still overflows": "still overflow",
    "status": "of another status",
    "resized": "of another size or stage count, with the same verdict",
    "removed": "only before",
    "added": "only after",
}

Pair = tuple[Kernel | None, Kernel | None]


class Changed(Struct, frozen=True, tag="changed"):
    """The kernels of one launcher that one kind of change is about: as they were, and as they are."""

    kind: Kind
    launcher: str
    pairs: tuple[Pair, ...]

    def explain(self, style: Style) -> str:
        """How many, and what became of each size."""
        lines = [f"{style.code(self.launcher)}: {style.strong(f'{len(self.pairs):,} {_SAID[self.kind]}')}"]
        varying = _varying([after or before for before, after in self.pairs])
        groups: dict[str, list[Kernel]] = defaultdict(list)
        for before, after in self.pairs:
            kernel = after or before
            if kernel is not None:
                groups[_change(before, after)].append(kernel)
        for change, kernels in list(groups.items())[:_NAMED]:
            more = f" and {len(kernels) - 1} more" if len(kernels) > 1 else ""
            told = [f"{plain(name)}={text}" for name, text in kernels[0].arguments.items() if name in varying]
            of = f" ({style.code(', '.join(told))})" if told else ""
            lines.append(f"{style.plain(change)}: {name_of(kernels[0], style)}{of}{more}")
        if len(groups) > _NAMED:
            lines.append(f"and {len(groups) - _NAMED} more changes")
        return "\n".join(lines)


class Unchanged(Struct, frozen=True, tag="unchanged"):
    """How many kernels are in both, by launcher and arguments, and how many of these are the same, sizes included."""

    count: int
    paired: int
    before: int
    after: int

    def explain(self, style: Style) -> str:
        """One sentence, and what to ask instead where the two have nothing in common."""
        same = style.strong(f"{self.count:,}")
        told = f"{self.before:,} kernels before, {self.after:,} after; {self.paired:,} are in both, {same} unchanged"
        if self.paired or not self.before or not self.after:
            return told
        options = style.code("--working SELECTOR --failing SELECTOR")
        return f"{told}\nto learn what separates the two, give both as PATHs, and select either by {options}"


def changes(before: Sequence[Kernel], after: Sequence[Kernel]) -> tuple[Changed | Unchanged, ...]:
    """Pair kernels by launcher and arguments, and tell what differs; parameters that one side lacks do not count."""
    pairs = list(_paired(before, after))
    found: dict[tuple[Kind, str], list[Pair]] = defaultdict(list)
    same = 0
    for pair in pairs:
        kind = _kind(*pair)
        kernel = pair[0] or pair[1]
        if kind is None or kernel is None:
            same += 1
        else:
            found[kind, kernel.instantiation.launcher].append(pair)
    told = [Changed(kind, launcher, tuple(members)) for (kind, launcher), members in found.items()]
    told.sort(key=lambda changed: (_KINDS.index(changed.kind), changed.launcher))
    paired = sum(old is not None and new is not None for old, new in pairs)
    return (Unchanged(same, paired, len(before), len(after)), *told)


def _paired(before: Iterable[Kernel], after: Iterable[Kernel]) -> Iterator[Pair]:
    sides: tuple[dict[str, list[Kernel]], ...] = (defaultdict(list), defaultdict(list))
    for side, kernels in zip(sides, (before, after), strict=True):
        for kernel in kernels:
            side[kernel.instantiation.launcher].append(kernel)
    for launcher in dict.fromkeys((*sides[0], *sides[1])):
        old, new = sides[0].get(launcher, []), sides[1].get(launcher, [])
        common = _names(old) & _names(new)
        waiting: dict[tuple[tuple[str, str], ...], list[Kernel]] = defaultdict(list)
        for kernel in new:
            waiting[_key(kernel, common)].append(kernel)
        for kernel in old:
            matching = waiting[_key(kernel, common)]
            yield kernel, matching.pop(0) if matching else None
        yield from ((None, kernel) for kernels in waiting.values() for kernel in kernels)


def _names(kernels: Iterable[Kernel]) -> frozenset[str]:
    return frozenset(plain(name) for kernel in kernels for name in kernel.arguments)


def _key(kernel: Kernel, names: frozenset[str]) -> tuple[tuple[str, str], ...]:
    given: Mapping[str, str] = {plain(name): unqualified(text) for name, text in kernel.arguments.items()}
    told = tuple(sorted((name, text) for name, text in given.items() if name in names))
    return (*told, ("variant", kernel.variant or ""))


def _kind(before: Kernel | None, after: Kernel | None) -> Kind | None:
    if before is None or after is None:
        return "added" if before is None else "removed"
    if before.status != after.status:
        return "status"
    if before.verdict != after.verdict:
        return "cured" if after.verdict == "fits" else "broken"
    if after.verdict == "overflow":
        return "still overflows"
    return None if (before.sizes, before.stages) == (after.sizes, after.stages) else "resized"


def _change(before: Kernel | None, after: Kernel | None) -> str:
    sides = [_state(kernel) for kernel in (before, after) if kernel is not None]
    return " → ".join(dict.fromkeys(sides))


def _state(kernel: Kernel) -> str:
    if kernel.sizes is None:
        return f"{kernel.status} ({kernel.reason})" if kernel.reason else kernel.status
    stages = f", {kernel.stages} stages" if kernel.stages else ""
    over = ", overflow" if kernel.verdict == "overflow" else ""
    return f"{kernel.sizes.kernel:,} bytes{stages}{over}"


def _varying(kernels: Iterable[Kernel | None]) -> set[str]:
    """The parameters in which some kernels differ."""
    values: dict[str, set[str]] = defaultdict(set)
    for kernel in kernels:
        for name, text in kernel.arguments.items() if kernel else ():
            values[name].add(text)
    return {name for name, texts in values.items() if len(texts) > 1}
