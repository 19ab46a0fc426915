"""docs/fuzzing.md: what was tried, and what was found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

_HEAD = """# Hostile input

Everything that reads input has a target in `fuzzing/`: a function that gives any bytes to a reader and asserts what the
reader promises. None may raise anything else than the one-line errors that users see. Inputs come from
[atheris](https://github.com/google/atheris), which is guided by what of the code they reach and by the words of each
format, and from [hypothesis](https://hypothesis.readthedocs.io), which puts these words together and changes parts of
kept inputs. The kept ones (`fuzzing/corpora/`, and some of `fixtures/`) and a few of hypothesis's are tests of every
change. This page is what `python fuzzing/run.py --output docs/fuzzing.md` wrote:
"""


class Row(Struct, frozen=True):
    """What a target was given. `faults` are those of the last run, which stops at the first."""

    target: str
    about: str
    guided: int
    structured: int
    seconds: float
    faults: int


def added(earlier: Iterable[Row], rows: Iterable[Row]) -> tuple[Row, ...]:
    """What targets were given in all runs."""
    summed = {row.target: row for row in earlier}
    for row in rows:
        known = summed.get(row.target, Row(row.target, "", 0, 0, 0.0, 0))
        summed[row.target] = replace(
            row,
            guided=known.guided + row.guided,
            structured=known.structured + row.structured,
            seconds=round(known.seconds + row.seconds, 1),
        )
    return tuple(row for _target, row in sorted(summed.items()))


def markdown(rows: Sequence[Row], versions: Mapping[str, str], found: Mapping[str, str]) -> str:
    """The page; `found` are the faults of earlier runs, which are fixed, by the kept input."""
    before = [name.partition("/")[0] for name in found]
    tried = [
        ("Target", "Input", "By atheris", "By hypothesis", "Seconds", "Faults", "Fixed before"),
        *(
            (r.target, r.about, f"{r.guided:,}", f"{r.structured:,}", f"{r.seconds:,.0f}", *_counts(r, before))
            for r in rows
        ),
        ("all", "", *(f"{sum(n):,}" for n in zip(*((r.guided, r.structured) for r in rows), strict=True))),
    ]
    total = sum(row.guided + row.structured for row in rows)
    told = ", ".join(f"{name} {version}" for name, version in versions.items())
    listed = [("Input", "What it did"), *((f"`{name}`", text) for name, text in sorted(found.items()))]
    return "\n".join(
        (
            _HEAD,
            *table(tried),
            "",
            f"**{total:,} inputs in all.** {told}.",
            "",
            "## Found and fixed",
            "",
            "By kept input, below `fuzzing/corpora/`:",
            "",
            *table(listed),
            "",
        )
    )


def _counts(row: Row, before: Sequence[str]) -> tuple[str, str]:
    return str(row.faults), str(before.count(row.target))


def table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table whose first row is its head."""
    columns = len(rows[0])
    for number, row in enumerate(rows):
        cells = (*(cell.replace("|", "\\|") for cell in row), *[""] * (columns - len(row)))
        yield f"| {' | '.join(cells)} |"
        if number == 0:
            yield f"|{'---|' * columns}"
