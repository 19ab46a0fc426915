"""What separates the kernels that work from those that fail, and what differs between two sets of kernels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import IO

from msgspec import Struct
from msgspec.structs import replace

from cutlass_lint.analyzer.deciding import decided
from cutlass_lint.analyzer.groups import (
    Ambiguous,
    Diff,
    NotHere,
    Selector,
    SelectorError,
    Unnamed,
    Unreliable,
    by_selectors,
    by_verdict,
    changes,
    comparisons,
    parse_selector,
    selected,
)
from cutlass_lint.analyzer.groups.symbols import Undefined, undefined
from cutlass_lint.analyzer.logs import Entry, LogLabels, matched, read_log
from cutlass_lint.analyzer.model import Kernel, Labels, Report
from cutlass_lint.analyzer.pipeline import Progress, lint, read, silent, sized
from cutlass_lint.analyzer.requests import Labelling, Request
from cutlass_lint.analyzer.workspace import InputError

Resolve = Callable[[Iterable[Entry]], Iterable[Undefined]]
"""Tells what is known of the symbols that entries name."""


class Asked(Struct, frozen=True):
    """What to compare: selectors as written, and logs, where `-` is standard input.

    `among` leaves out all other kernels from the comparison, though not from what could decide it.
    """

    working: tuple[str, ...] = ()
    failing: tuple[str, ...] = ()
    among: tuple[str, ...] = ()
    logs: tuple[Path, ...] = ()
    what_if: bool = False
    """Whether to size the kernels that would decide what is open, and that no source makes."""


def compare(request: Request, asked: Asked, stdin: IO[bytes], progress: Progress = silent) -> tuple[Diff, Report]:
    """Size the kernels of a request and tell what separates those that work from those that fail; and the report.

    Raises InputError where a path, a log or a selector cannot be used.
    """
    selectors = _selectors(asked)
    with _read(asked.logs, stdin) as entries:
        try:
            inputs = read(request)
        except InputError as error:
            raise InputError(f"{error}{_built(entries)}") from error
        report = sized(inputs, request.settings, progress)
        known = partial(undefined, modules=inputs.modules, sources=inputs.sources, settings=request.settings)
        found = compared(report, selectors, entries, known)
    if asked.what_if:
        found = replace(found, comparisons=decided(found.comparisons, inputs, request.settings))
    return found, report


@contextmanager
def labelling(asked: Asked, stdin: IO[bytes]) -> Iterator[Labelling | None]:
    """Open the logs; what then labels kernels by them or by selectors, None where neither is given.

    Raises InputError where a log or a selector cannot be used.
    """
    selectors = _selectors(asked)
    with _read(asked.logs, stdin) as entries:

        def labelled(kernels: Sequence[Kernel]) -> Labels:
            try:
                return _labels(kernels, selectors, matched(entries, kernels))
            except SelectorError as error:
                raise InputError(str(error)) from error

        yield labelled if asked.working or asked.failing or asked.logs else None


@contextmanager
def _read(logs: Sequence[Path], stdin: IO[bytes]) -> Iterator[Iterator[Entry]]:
    """Open logs, before anything is sized: a wrong name should cost no minutes."""
    with ExitStack() as opened:
        files = [stdin if str(path) == "-" else opened.enter_context(_opened(path)) for path in logs]
        yield (entry for file in files for entry in read_log(file))


def compared(
    report: Report,
    selectors: Mapping[str, Sequence[Selector]],
    entries: Iterable[Entry],
    resolve: Resolve = lambda _entries: (),
) -> Diff:
    """What separates the kernels of a report that work from those that fail; undefined symbols are told by `resolve`.

    Labels are those that selectors give; without any, those that logs give; without these, the size verdicts. Raises
    InputError where a selector means none of the kernels.
    """
    kernels = report.kernels
    logged = matched(entries, kernels)
    try:
        among = _chosen(selectors.get("among", ()), kernels)
        labels = _labels(kernels if among is None else among, selectors, logged)
    except SelectorError as error:
        raise InputError(str(error)) from error
    found = comparisons(kernels, labels, logged.entries, among)
    return Diff(report.roots, found, logs=tuple(_beside(logged, resolve)), problems=report.problems)


def compare_with(before: Request, after: Request, progress: Progress = silent) -> tuple[Diff, Report]:
    """Size the kernels of two requests and tell what differs. Raises InputError as `compare` does."""
    old, new = lint(before, progress), lint(after, progress)
    problems = tuple(dict.fromkeys((*old.problems, *new.problems)))
    return Diff(new.roots, before=old.roots, changes=changes(old.kernels, new.kernels), problems=problems), new


def _selectors(asked: Asked) -> dict[str, list[Selector]]:
    given = {"working": asked.working, "failing": asked.failing, "among": asked.among}
    try:
        return {name: [parse_selector(text) for text in texts] for name, texts in given.items()}
    except SelectorError as error:
        raise InputError(str(error)) from error


def _chosen(selectors: Sequence[Selector], kernels: Sequence[Kernel]) -> list[Kernel] | None:
    """The kernels to compare; None for all. Raises SelectorError where a selector finds none."""
    if not selectors:
        return None
    chosen: dict[str, Kernel] = {}
    for selector in selectors:
        found = selected(selector, kernels)
        if not found:
            raise SelectorError(f"{selector.text!r} selects none of {len(kernels):,} kernels")
        chosen |= {kernel.id: kernel for kernel in found}
    return [kernel for kernel in kernels if kernel.id in chosen]


def _labels(kernels: Sequence[Kernel], selectors: Mapping[str, Sequence[Selector]], logged: LogLabels) -> Labels:
    working, failing = selectors.get("working", ()), selectors.get("failing", ())
    if working or failing:
        return by_selectors(kernels, working, failing)
    return Labels(logged.labels, "logs") if logged.labels else by_verdict(kernels)


def _built(entries: Iterable[Entry]) -> str:
    """What to read instead of a path that cannot be read, where logs tell what was built."""
    built = dict.fromkeys((entry.release, entry.arch) for entry in entries if entry.release and entry.arch)
    for release, arch in built:
        return f"; the log is of FlashInfer {release} for {arch}: add --release flashinfer=={release} --arch {arch}"
    return ""


def _opened(path: Path) -> IO[bytes]:
    try:
        return path.open("rb")
    except OSError as error:
        raise InputError(f"the log {path} cannot be read: {error.strerror}") from error


def _beside(logged: LogLabels, resolve: Resolve) -> Iterator[NotHere | Ambiguous | Unreliable | Undefined | Unnamed]:
    """What logs say that is about none of the kernels, about one of several, or no evidence on it.

    Each message that names no kernel is there once, with its number.
    """
    if logged.unmatched:
        yield NotHere(logged.unmatched)
    if logged.ambiguous:
        yield Ambiguous(logged.ambiguous)
    named = {entry for entries in logged.entries.values() for entry in entries if entry.label and not entry.reliable}
    if named:
        yield Unreliable(tuple(sorted(named, key=lambda entry: entry.line)))
    yield from sorted(resolve(entry for entry in logged.unnamed if entry.symbol), key=lambda one: one.entry.line)
    alike: dict[tuple[str, str], list[Entry]] = {}
    for entry in logged.unnamed:
        if entry.label != "working" and not entry.symbol:
            alike.setdefault((entry.cause, entry.message), []).append(entry)
    for entries in alike.values():
        tactics = dict.fromkeys(f"{entry.runner or 'tactic'} {entry.tactic}" for entry in entries if entry.tactic)
        yield Unnamed(entries[0], len(entries), tuple(tactics))
