"""What every report of a diff shows: its sections, and in each the entries with a word that tells what they are."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

import cutlass_lint
from cutlass_lint.analyzer.groups import Diff, Style
from cutlass_lint.analyzer.groups.changes import Changed, Unchanged
from cutlass_lint.analyzer.groups.entries import Labelled, Separated
from cutlass_lint.analyzer.groups.symbols import Undefined
from cutlass_lint.analyzer.groups.verdicts import Ambiguous, AnyEntry, Judged, NotHere, Unnamed, Unreliable
from cutlass_lint.reports import header_versions

WORDS = {
    "labelled": "labels",
    "one-sided": "labels",
    "separated": "separates",
    "inseparable": "separates",
    "untold": "open",
    "never-apart": "confounded",
    "contradicted": "warning",
    "also-too-large": "warning",
    "judged": "verdict",
    "parameter": "parameter",
    "same": "constant",
    "not-here": "log",
    "ambiguous": "log",
    "unreliable": "log",
    "undefined-symbol": "log",
    "unnamed": "log",
    "changed": "change",
    "unchanged": "kernels",
}
"""What each kind of entry is, in a word."""
_JUDGED = 12
"""Verdicts on single kernels that one section shows."""
_LOGGED = 20
"""Entries of logs that are shown."""


class Row(Struct, frozen=True):
    """One entry: what it is, in a word, and its lines, the first of which says it all."""

    word: str
    lines: tuple[str, ...]


class Section(Struct, frozen=True):
    """A part of a diff under a title."""

    title: str
    rows: tuple[Row, ...]


def sections(diff: Diff, style: Style) -> Iterator[Section]:
    """What changed, what separates the kernels of each launcher, then what is left of the logs."""
    if diff.changes:
        yield Section("before and after", tuple(_row(entry, style) for entry in diff.changes))
    for comparison in diff.comparisons:
        yield Section(comparison.launcher, tuple(_rows(comparison.entries, style)))
    if diff.logs:
        rows = [_row(entry, style) for entry in diff.logs[:_LOGGED]]
        if len(diff.logs) > _LOGGED:
            rows.append(Row("log", (f"{len(diff.logs) - _LOGGED:,} more in --output-format json",)))
        yield Section("what the logs say beside", tuple(rows))


def footer(diff: Diff) -> str:
    """One line on what was compared, and by what."""
    after = "; ".join(dict.fromkeys(header_versions(diff.roots)))
    before = "; ".join(dict.fromkeys(header_versions(diff.before)))
    told = f"{before} → {after}" if before else after
    return f"{told + '; ' if told else ''}cutlass-lint {cutlass_lint.__version__}"


def _rows(entries: tuple[AnyEntry, ...], style: Style) -> Iterator[Row]:
    judged = 0
    for entry in entries:
        if isinstance(entry, Labelled):
            # The section's title has the launcher already.
            yield Row(WORDS["labelled"], (entry.explain(style).removeprefix(f"{style.code(entry.launcher)}: "),))
            continue
        judged += isinstance(entry, Judged)
        if not isinstance(entry, Judged) or judged <= _JUDGED:
            yield _row(entry, style)
    if judged > _JUDGED:
        yield Row(WORDS["judged"], (f"{judged - _JUDGED:,} more in --output-format json",))


def _row(
    entry: AnyEntry | Changed | Unchanged | NotHere | Ambiguous | Unreliable | Undefined | Unnamed, style: Style
) -> Row:
    is_measured = isinstance(entry, Separated) and entry.measured
    word = "measured" if is_measured else WORDS[str(entry.__struct_config__.tag)]
    return Row(word, tuple(entry.explain(style).split("\n")))
