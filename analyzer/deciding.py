"""Size the kernels that would decide what the labelled kernels of a comparison leave open, and that no source makes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from cutlass_lint.analyzer.fit import what_if
from cutlass_lint.analyzer.groups import AnyEntry, Comparison
from cutlass_lint.analyzer.groups.contrasts import Decider
from cutlass_lint.analyzer.groups.entries import NeverApart, Untold
from cutlass_lint.analyzer.groups.parameters import plain
from cutlass_lint.analyzer.model import Kernel
from cutlass_lint.analyzer.pipeline import Inputs
from cutlass_lint.analyzer.smem.frontend import Settings

_MOST = 4
"""Kernels to make for one open question."""

_Key = tuple[str, tuple[tuple[str, str], ...]]


def decided(compared: Sequence[Comparison], inputs: Inputs, settings: Settings) -> tuple[Comparison, ...]:
    """The comparisons with the made kernels in place. Raises InputError as `what_if` does."""
    likes: dict[str, Kernel] = {}
    wanted: dict[str, dict[_Key, Mapping[str, str]]] = {}
    for decider in _to_make(compared):
        likes[decider.like.id] = decider.like
        wanted.setdefault(decider.like.id, {})[_key(decider)] = _by_parameter(decider)
    made: dict[_Key, Kernel] = {}
    for name, changes in wanted.items():
        texts = {tuple(sorted(change.items())): key for key, change in changes.items()}
        for found in what_if(inputs, likes[name], list(changes.values()), settings):
            if found.kernel.variant not in (None, likes[name].variant):
                continue
            made[texts[tuple(sorted((c.parameter, c.new) for c in found.changes))]] = found.kernel
    return tuple(
        replace(comparison, entries=tuple(_with_made(entry, made) for entry in comparison.entries))
        for comparison in compared
    )


def _to_make(compared: Sequence[Comparison]) -> list[Decider]:
    entries = (entry for comparison in compared for entry in comparison.entries)
    open_ones = (entry for entry in entries if isinstance(entry, Untold | NeverApart))
    return [decider for entry in open_ones for decider in entry.deciders[:_MOST] if decider.kernel is None]


def _with_made(entry: AnyEntry, made: Mapping[_Key, Kernel]) -> AnyEntry:
    if not isinstance(entry, Untold | NeverApart):
        return entry
    return replace(entry, deciders=tuple(replace(d, made=made.get(_key(d))) for d in entry.deciders))


def _key(decider: Decider) -> _Key:
    return decider.like.id, tuple(sorted(decider.changes.items()))


def _by_parameter(decider: Decider) -> dict[str, str]:
    """The changes by the launcher's own parameter names."""
    names = {plain(name): name for name in decider.like.arguments}
    return {names[name]: text for name, text in decider.changes.items()}
