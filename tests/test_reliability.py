"""Faults of machines, users and input, each tried a few times: no answer is wrong, none is lost, nothing is left."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from reliability.faults import FAULTS
from reliability.project import Differences, Report, differences
from reliability.scene import Model, anything, tried


@pytest.fixture(scope="module")
def model() -> Iterator[Model]:
    """What runs without a fault say; runs begin with the signals of a shell's foreground."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield Model()
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_costs_nothing_but_time(model: Model, name: str) -> None:
    fault = FAULTS[name]
    for number in range(fault.quick):
        outcome = tried(fault, model, number, "tests", quick=True)
        assert outcome.tried
        assert outcome.bad == []


def kernel(line: int, status: str = "sized", size: int | None = 1, reason: str | None = None) -> dict[str, object]:
    names = {"id": f"a.cu:{line}", "file": "a.cu", "module": "a", "launcher": "L", "arguments": {}, "line": line}
    return {**names, "status": status, "sizes": size, "reason": reason, "layout": None}


FINDING: dict[str, object] = {"rule": "SMEM001", "line": 3, "message": "too large", "kernel": "a.cu:3"}
WHOLE = Report((kernel(3), kernel(4)), (FINDING,))
OTHER = Report((kernel(3, size=2), kernel(4)))
UNKNOWN = kernel(3, "unknown", None, "killed")
PROBLEM: dict[str, object] = {"file": "a.cu"}
IS = "L {} at line 3 is"


@pytest.mark.parametrize(
    ("found", "strictly", "excused"),
    [
        (WHOLE, Differences(), Differences()),
        (Report((kernel(3, size=2), kernel(4)), (FINDING,)), *[Differences((f"{IS} sized, None: 2",))] * 2),
        (Report((kernel(4),), (FINDING,)), *[Differences((), ("L {} at line 3 is missing",))] * 2),
        (
            Report((UNKNOWN, kernel(4))),
            Differences(("no finding SMEM001 at line 3: too large",), (f"{IS} unknown, killed: None",)),
            Differences(),
        ),
        (
            Report((kernel(4),), (FINDING,), (PROBLEM,)),
            Differences((), ("L {} at line 3 is missing",)),
            Differences(),
        ),
        (Report((kernel(3), kernel(4))), *[Differences(("no finding SMEM001 at line 3: too large",))] * 2),
        (
            Report((kernel(3), kernel(3)), (FINDING,)),
            *[Differences(("a kernel is there twice",), ("L {} at line 4 is missing",))] * 2,
        ),
    ],
)
def test_what_a_report_does_not_say_itself_is_a_difference(
    found: Report, strictly: Differences, excused: Differences
) -> None:
    assert differences(found, [WHOLE]) == strictly
    assert differences(found, [WHOLE], anything) == excused


def test_of_two_versions_each_kernel_is_one_or_the_other() -> None:
    assert differences(OTHER, [WHOLE, OTHER], anything) == Differences()
    mixed = Report((kernel(3, size=3), kernel(4)))
    assert differences(mixed, [WHOLE, OTHER], anything).wrong == (f"{IS} sized, None: 3",)
