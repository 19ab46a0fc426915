"""The benchmark's table: ratios, goals, what failed and what is not here. Nothing is timed in earnest."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from measuring import Failed, Subject, measure
from table import Goal, Row, against, markdown, peak_memory

WORK = Row("W1", "lint", (2.0, 4.0, 3.0), 200_000_000, goal=Goal(5), note="40 sized")
NVCC = Row("", "nvcc", (30.0, 28.0, 60.0), 1_600_000_000, goal=Goal(9, "×", at_least=True))
ABSENT = Row("", "clang: not here")


def cells(rows: list[Row]) -> list[list[str]]:
    """The cells of a page's table below its head."""
    page = markdown(rows, {"Date": "2025-01-31"}, 2, 3)
    table = [line for line in page.splitlines() if line.startswith("|")]
    assert len({len(line) for line in table}) == 1
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[2:]]


def test_a_peer_has_the_ratio_of_the_medians() -> None:
    assert against(WORK, NVCC).ratio == 10.0
    assert against(WORK, ABSENT).ratio is None
    assert against(Row("W1", "failed"), NVCC).ratio is None


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        (Row("W2", "a median at its goal", (0.25, 0.1, 9.0), goal=Goal(0.25)), "met"),
        (Row("W2", "a median above it", (0.26, 0.1, 9.0), goal=Goal(0.25)), "**missed**"),
        (Row("", "a ratio at its goal", (9.0,), ratio=9.0, goal=Goal(9, "×", at_least=True)), "met"),
        (Row("", "a ratio below it", (9.0,), ratio=8.9, goal=Goal(9, "×", at_least=True)), "**missed**"),
        (Row("", "a peer that is not here", goal=Goal(9, "×", at_least=True)), "not measured"),
        (Row("W5", "growth", ratio=1.3, goal=Goal(1.25, "×")), "**missed**"),
        (Row("memory", "little", peak=1_000_000_000, goal=Goal(1, "GB")), "met"),
        (Row("memory", "much", peak=1_000_000_001, goal=Goal(1, "GB")), "**missed**"),
        (Row("memory", "nothing ran", goal=Goal(1, "GB")), "not measured"),
        (Row("W1", "no goal", (1.0,)), ""),
    ],
    ids=lambda value: value.what if isinstance(value, Row) else "",
)
def test_a_goal_is_met_missed_or_not_measured(row: Row, verdict: str) -> None:
    assert row.verdict == verdict


def test_a_row_shows_what_was_measured() -> None:
    assert cells([WORK, against(WORK, NVCC), ABSENT, Row("W0", "a|b\n`c`", (0.0512,))]) == [
        ["W1", "lint", "3.00 s", "2.00 s", "", "≤ 5 s", "met", "0.20 GB", "40 sized"],
        ["", "nvcc", "30.0 s", "28.0 s", "10 ×", "≥ 9 ×", "met", "1.60 GB", ""],
        ["", "clang: not here", "", "", "", "", "", "", ""],
        ["W0", "a\\", "b `c`", "0.051 s", "0.051 s", "", "", "", "", ""],
    ]


def test_the_page_names_machine_and_runs() -> None:
    page = markdown([WORK], {"Date": "2025-01-31", "nvcc": "not here"}, cores=2, repeats=3)
    assert "- Date: 2025-01-31\n- nvcc: not here\n" in page
    assert "on 2 processors" in page
    assert "of 3 runs" in page


def test_the_largest_process_is_that_of_the_works_that_are_asked_for() -> None:
    rows = [WORK, NVCC, Row("W5", "all", (80.0,), 900_000_000), Row("W5", "growth", ratio=1.0)]
    row = peak_memory(rows, ["W1", "W5"])
    assert (row.peak, row.what, row.verdict) == (900_000_000, "the largest process of W1 and W5", "met")


def test_what_fails_is_a_row_and_costs_no_other(tmp_path: Path) -> None:
    def refuse(_run: int) -> tuple[str, ...]:
        raise Failed("no such tile")

    broken = (sys.executable, "-c", "print('out of luck'); raise SystemExit(2)")
    works = Subject("W1", "works", (sys.executable, "-c", "pass"), codes=(0,), told=lambda done: f"{done.output!r}")
    rows = measure(
        [works, Subject("", "broken", broken), Subject("", "refused", refuse), Subject("", "nvcc: not here")],
        tmp_path,
        2,
    )
    assert [(row.what, len(row.seconds), row.note) for row in rows] == [
        ("works", 2, "''"),
        ("broken", 0, "failed: exit code 2: out of luck"),
        ("refused", 0, "failed: no such tile"),
        ("nvcc: not here", 0, ""),
    ]


def test_each_run_gets_its_number_and_its_exit_code_is_judged(tmp_path: Path) -> None:
    def numbered(run: int) -> tuple[str, ...]:
        return (sys.executable, "-c", f"print({run}); raise SystemExit(1)")

    (row,) = measure([Subject("W3", "changed", numbered, codes=(0, 1), told=lambda done: done.output)], tmp_path, 3)
    assert (len(row.seconds), row.note.strip()) == (3, "2")
