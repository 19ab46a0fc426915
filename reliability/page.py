"""What came of the faults, as a page: a line for each."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from fuzzing.page import table
from reliability.scene import Fault, Outcome

_HEAD = """# Reliability

What goes wrong with machines, users and input is tried on runs of the tool: `python reliability/run.py` does so on any
Linux and wrote this page; a small part of it is a test of every change.

{facts}
"""
_KEY = """
A run is `cutlass-lint PATH --output-format json --cache-dir DIR` in a process of its own, on a small project of
launchers, headers and sources: eight kernels, two of which overflow and one of which a builder refuses.

- A wrong answer is a kernel or finding that is another than without the fault, without saying so. It is none that a
  kernel is unknown with a reason, or that a problem names its file. Where a file changes between two versions, each
  kernel has to be as in one of them.
- A lost result is what the next ordinary run, with the same cache, does not find; and whatever a run does not find
  because of something broken beside it, such as a source that cannot be read.
- Tracebacks count what a user should not see: a traceback on any stream, an internal error, an exit code that is not
  documented.
- Left behind are processes that are there {grace:g} s after their run, and files in its temporary folder after the next
  run that has something to parse.
- Recovery is the slowest of the ordinary runs after the faults. Without any fault, with an empty cache, a run takes
  {ordinary:.1f} s.

Random moments are those of `--seed {seed}`.
"""


class Row(Struct, frozen=True):
    """What came of a fault. `recovery` is in seconds, `peak` the resident set of the largest process in bytes."""

    fault: str
    about: str
    tried: int
    wrong: int
    lost: int
    tracebacks: int
    left: int
    recovery: float
    peak: int
    notes: tuple[str, ...]


class Results(Struct, frozen=True):
    """A whole run of the faults: the machine, the seed, and an ordinary run's seconds."""

    facts: dict[str, str]
    seed: str
    ordinary: float
    rows: tuple[Row, ...]


def row_of(fault: Fault, outcomes: Sequence[Outcome]) -> Row:
    """The line of a fault."""
    return Row(
        fault.name,
        fault.about,
        sum(outcome.tried for outcome in outcomes),
        sum(len(outcome.wrong) for outcome in outcomes),
        sum(len(outcome.lost) for outcome in outcomes),
        sum(len(outcome.tracebacks) for outcome in outcomes),
        sum(len(outcome.left) for outcome in outcomes),
        recovery=round(max(outcome.recovery for outcome in outcomes), 2),
        peak=max(outcome.peak for outcome in outcomes),
        notes=tuple(dict.fromkeys(note for outcome in outcomes for note in outcome.notes)),
    )


def markdown(results: Results, grace: float) -> str:
    """The page."""
    facts = "".join(f"- {name}: {text}\n" for name, text in results.facts.items())
    rows = [
        ("Fault", "Times tried", "Wrong answers", "Lost results", "Tracebacks", "Left behind", "Slowest recovery"),
        *map(_cells, results.rows),
    ]
    key = _KEY.format(grace=grace, ordinary=results.ordinary, seed=results.seed)
    return "\n".join((_HEAD.format(facts=facts), *table(rows), key))


def _cells(row: Row) -> tuple[str, ...]:
    counts = (f"{count:,}" for count in (row.tried, row.wrong, row.lost, row.tracebacks, row.left))
    about = f"`{row.fault}`: {row.about}"
    return (f"{about} ({', '.join(row.notes)})" if row.notes else about, *counts, f"{row.recovery:.1f} s")
