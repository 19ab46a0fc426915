"""What was measured, as Markdown that reads well in a terminal, too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import median

from msgspec import Struct
from msgspec.structs import replace

_COLUMNS = ("", "what", "median", "least", "ratio", "goal", "", "memory", "")
_GB = 1_000_000_000
_KEY = """\
Each line is a whole process by the wall clock, on {cores} processors: the median and the least of {repeats}, of W5 one
run. A line without a code is a peer of the work above it, run in turn with it; its ratio is how many times as long it
takes, median by median. Memory is the largest resident set of any one process. "Cold" is an empty cache of the tool's
own; files are in the system's cache. Kernels that differ by half and bfloat16 alone count as one in "distinct".
"""


class Goal(Struct, frozen=True):
    """What a row's number should be at most, or at least: its median in s, its ratio in ×, or its memory in GB."""

    limit: float
    unit: str = "s"
    at_least: bool = False

    def met(self, number: float) -> bool:
        """Whether a number is as good as this."""
        return number >= self.limit if self.at_least else number <= self.limit

    def __str__(self) -> str:
        return f"{'≥' if self.at_least else '≤'} {self.limit:g} {self.unit}"


class Row(Struct, frozen=True):
    """A line of the table: a work with its code, or a peer, which has none.

    `seconds` has a number for each run, none where nothing ran; `peak` is bytes, 0 where they are not known.
    """

    work: str
    what: str
    seconds: tuple[float, ...] = ()
    peak: int = 0
    ratio: float | None = None
    goal: Goal | None = None
    note: str = ""

    @property
    def verdict(self) -> str:
        """Whether the goal is met; nothing where there is none."""
        if self.goal is None:
            return ""
        time = median(self.seconds) if self.seconds else None
        number = {"s": time, "×": self.ratio, "GB": self.peak / _GB or None}[self.goal.unit]
        return "not measured" if number is None else "met" if self.goal.met(number) else "**missed**"


def against(work: Row, peer: Row) -> Row:
    """A peer with its ratio to the work, where both ran."""
    ran = work.seconds and peer.seconds
    return replace(peer, ratio=median(peer.seconds) / median(work.seconds)) if ran else peer


def peak_memory(rows: Iterable[Row], works: Sequence[str]) -> Row:
    """The line about the memory of the largest process of some works."""
    largest = max((row for row in rows if row.work in works), key=lambda row: row.peak)
    return Row("memory", f"the largest process of {' and '.join(works)}", peak=largest.peak, goal=Goal(1, "GB"))


def markdown(rows: Sequence[Row], machine: Mapping[str, str], cores: int, repeats: int) -> str:
    """The page: the machine, the table, and how to read it."""
    facts = "".join(f"- {name}: {text}\n" for name, text in machine.items())
    lines = [_COLUMNS, *map(_cells, rows)]
    widths = [max(3, *map(len, column)) for column in zip(*lines, strict=True)]
    lines.insert(1, tuple("-" * width for width in widths))
    table = "".join(f"| {' | '.join(map(str.ljust, line, widths))} |\n" for line in lines)
    key = _KEY.format(cores=cores, repeats=f"{repeats} runs" if repeats > 1 else "one run")
    return f"# Benchmarks\n\nMade by `python benchmarks/run.py`.\n\n{facts}\n{table}\n{key}"


def _cells(row: Row) -> tuple[str, ...]:
    cells = (
        row.work,
        row.what,
        *(map(_time, (median(row.seconds), min(row.seconds))) if row.seconds else ("", "")),
        "" if row.ratio is None else f"{row.ratio:.2g} ×" if row.ratio < 10 else f"{row.ratio:,.0f} ×",
        str(row.goal or ""),
        row.verdict,
        f"{row.peak / _GB:.2f} GB" if row.peak >= _GB / 10 else "",
        row.note,
    )
    return tuple(" ".join(cell.split()).replace("|", "\\|") for cell in cells)


def _time(seconds: float) -> str:
    return f"{seconds:.{1 if seconds >= 10 else 2 if seconds >= 1 else 3}f} s"
