"""What was tried in place of a kernel as rows of a table, which the formats for people share."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import PurePath

from msgspec import Struct

from cutlass_lint.analyzer.groups.parameters import plain
from cutlass_lint.analyzer.model import Explanation, Fit, Kernel, WhatIf
from cutlass_lint.reports import signature
from cutlass_lint.reports.explain_sections import verdict
from cutlass_lint.reports.explain_trees import Style

HEADINGS = ("changed", "bytes", "stages", "margin", "verdict")
_PLACED = re.compile(r"(?P<file>[^:\n]+):(?P<line>\d+): (?P<said>.*)\Z", re.DOTALL)
_ASSERTION = re.compile(
    r"static(?: assertion |_assert )failed(?: due to requirement '(?P<requirement>.*?)')?(?:: (?P<words>.*))?\Z",
    re.DOTALL,
)


class Row(Struct, frozen=True):
    """The cells of one configuration, below `HEADINGS`."""

    cells: tuple[str, str, str, str, str]
    style: Style


def title(fit: Fit) -> str:
    """What the table is about: a kernel, or a launcher."""
    return fit.kernel.id if fit.kernel else fit.launcher.name


def lead(fit: Fit) -> Iterator[tuple[str, Style]]:
    """Yield what is said above the table."""
    if fit.kernel:
        yield verdict(Explanation(fit.roots, fit.kernel))
        yield signature(fit.kernel), "dim"
    elif fit.results:
        first = fit.results[0]
        varied = {change.parameter for change in first.changes}
        rest = [f"{plain(name)}={text}" for name, text in first.kernel.arguments.items() if name not in varied]
        yield f"as {first.kernel.id} is, but for what is varied: {' '.join(rest)}", "plain"
        if first.kernel.limit:
            yield f"a block on {first.kernel.device} can have {first.kernel.limit:,} bytes", "plain"


def rows(fit: Fit) -> Iterator[Row]:
    """Yield one row for each configuration, in the order of the results."""
    for result in fit.results:
        kernel = result.kernel
        size = kernel.sizes.kernel if kernel.sizes else None
        margin = "" if kernel.margin is None else f"{kernel.margin:,}".replace("-", "−")
        said, style = _verdict(kernel)
        stages = "" if kernel.stages is None else str(kernel.stages)
        yield Row((changed(result), "" if size is None else f"{size:,}", stages, margin, said), style)


def changed(result: WhatIf) -> str:
    """The changed arguments with their new texts."""
    variant = f" [{result.kernel.variant}]" if result.kernel.variant else ""
    return " ".join(f"{plain(change.parameter)}={change.new}" for change in result.changes) + variant


def summary(fit: Fit) -> tuple[str, Style]:
    """How many of the configurations fit, and what became of the others."""
    kinds = Counter(_kind(result.kernel) for result in fit.results)
    total = f"{len(fit.results):,} {'configuration' if len(fit.results) == 1 else 'configurations'}"
    others = [f"{kinds[kind]:,} {said}" for kind, said in _KINDS.items() if kinds[kind]]
    rest = f"; {', '.join(others)}" if others else ""
    return f"{kinds['fits']:,} of {total} fit{rest}", "good" if kinds["fits"] else "bad"


def words(reason: str) -> str:
    """What the headers say to a configuration that they refuse, or can't make, and behind it where they say so."""
    placed = _PLACED.match(reason)
    if placed is None:
        return reason
    said = placed["said"]
    if assertion := _ASSERTION.match(said):
        said = (assertion["words"] or assertion["requirement"] or "an assertion does not hold").strip('"')
    return f"{said} ({PurePath(placed['file']).name}:{placed['line']})"


_KINDS = {
    "overflow": "overflow",
    "sized": "sized, for a device that is not known",
    "rejected": "refused",
    "disabled": "left out of the build",
    "not-sized": "not sized",
    "unknown": "unknown",
}


def _kind(kernel: Kernel) -> str:
    return kernel.verdict or kernel.status


def _verdict(kernel: Kernel) -> tuple[str, Style]:
    reason = kernel.reason or ""
    match kernel.status:
        case "sized" if kernel.sizes and kernel.limit is not None:
            over = kernel.sizes.kernel - kernel.limit
            return (f"overflow by {over:,}", "bad") if over > 0 else ("fits", "good")
        case "sized":
            return "the device is not known: name it with --arch", "plain"
        case "rejected":
            return f"refused: {words(reason)}", "dim"
        case "disabled":
            return f"left out of the build: {reason}", "dim"
        case "not-sized":
            return f"not sized: {reason}", "dim"
        case _:
            return f"unknown: {words(reason)}", "dim"
