"""Which kernels the entries of logs are about."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import PurePath

from msgspec import Struct
from msgspec.structs import replace

from cutlass_lint.analyzer.logs.entries import LABELLING, Cause, Entry, Place
from cutlass_lint.analyzer.logs.places import is_device_code
from cutlass_lint.analyzer.model import Kernel, Label

_SUFFIX = re.compile(r"(?:\.generated)?\.cu\Z")
_SHORTEST = 3
"""Characters that the end of a file's name must have to be a name."""


class LogLabels(Struct, frozen=True):
    """What logs say about kernels.

    `labels` are by the id of the kernel, and only where every reliable entry on it whose cause tells of the kernel
    itself (`LABELLING`) says the same; a failure need not be one of size, see `SIZE_CAUSES`. `entries` are all on a
    kernel. `ambiguous` name a place of several kernels that differ, and label none of them. `unmatched` name a source
    or a line of it that no kernel has. `unnamed` name no kernel: only a tactic, a place in a header or none at all.
    Entries that differ only in their line and text are there once, the first of them; `counts` are those of all.
    """

    labels: Mapping[str, Label]
    entries: Mapping[str, tuple[Entry, ...]]
    unmatched: tuple[Entry, ...]
    unnamed: tuple[Entry, ...]
    ambiguous: tuple[Entry, ...]
    counts: Mapping[Cause, int]


def matched(entries: Iterable[Entry], kernels: Iterable[Kernel]) -> LogLabels:
    """Match entries to kernels, by the end of the file's name and the line.

    The cache that paths name chooses among several that have the same file, and never against the only one.
    Tactics are not used: their numbers mean another kernel in each version.
    """
    sources = _Sources(kernels)
    counts: Counter[Cause] = Counter()
    first: dict[Entry, Entry] = {}
    for entry in entries:
        counts[entry.cause] += 1
        first.setdefault(replace(entry, line=0, message=""), entry)
    on_kernel: dict[str, list[Entry]] = {}
    unmatched: list[Entry] = []
    unnamed: list[Entry] = []
    ambiguous: list[Entry] = []
    for entry in first.values():
        found = sources.at(entry.place, entry) if entry.place else []
        if found and len({_what(kernel) for kernel in found}) == 1:
            for kernel in found:
                on_kernel.setdefault(kernel.id, []).append(entry)
        elif found:
            ambiguous.append(entry)
        elif entry.place and is_device_code(entry.place):
            unmatched.append(entry)
        elif entry.cause != "summary":
            unnamed.append(entry)
    labels: dict[str, Label] = {}
    for kernel_id, its in on_kernel.items():
        said = {entry.label for entry in its if entry.label and entry.reliable and entry.cause in LABELLING}
        if len(said) == 1:
            labels[kernel_id] = said.pop()
    return LogLabels(
        labels, {k: tuple(v) for k, v in on_kernel.items()}, tuple(unmatched), tuple(unnamed), tuple(ambiguous), counts
    )


class _Sources:
    """Kernels by the name of the source that instantiates them."""

    def __init__(self, kernels: Iterable[Kernel]) -> None:
        self._by_name: dict[str, list[Kernel]] = {}
        for kernel in kernels:
            self._by_name.setdefault(_bare(kernel.instantiation.file), []).append(kernel)
        self._in_file: dict[str, list[Kernel]] = {}

    def at(self, place: Place, entry: Entry) -> list[Kernel]:
        """The kernels of a place; of several caches, those of the one that the entry names."""
        if place.file not in self._in_file:
            self._in_file[place.file] = self._named(place.file)
        in_file = self._in_file[place.file]
        found = [k for k in in_file if k.instantiation.line <= place.line <= k.instantiation.end_line]
        for part in (entry.release, entry.arch):
            found = [k for k in found if part and part in PurePath(k.instantiation.file).parts] or found
        return [k for k in found if k.module == entry.module] or found

    def _named(self, file: str) -> list[Kernel]:
        """The kernels in the sources whose paths end most like a logged name."""
        logged = _parts(file.lstrip("."))
        if not logged:
            return []
        name = _bare(logged[-1])
        kernels = self._by_name.get(name, [])
        if not kernels and len(logged) == 1 and len(name) >= _SHORTEST:
            # Cut within the name.
            kernels = [k for source, there in self._by_name.items() if source.endswith(name) for k in there]
        shared = [_shared(logged[:-1], _parts(k.instantiation.file)[:-1]) for k in kernels]
        return [k for k, count in zip(kernels, shared, strict=True) if count == max(shared)]


def _parts(file: str) -> list[str]:
    return [part for part in file.replace("\\", "/").split("/") if part]


def _bare(file: str) -> str:
    parts = _parts(file)
    return _SUFFIX.sub("", parts[-1]) if parts else ""


def _shared(one: list[str], other: list[str]) -> int:
    """How many folders two paths have in common, from their ends."""
    count = 0
    for a, b in zip(reversed(one), reversed(other), strict=False):
        if a != b:
            break
        count += 1
    return count


def _what(kernel: Kernel) -> tuple[object, ...]:
    """What tells kernels apart for a log: the same one may be built for several modules."""
    return (
        kernel.instantiation.launcher,
        tuple(kernel.arguments.items()),
        kernel.variant,
        kernel.device,
        kernel.sizes.kernel if kernel.sizes else None,
    )
