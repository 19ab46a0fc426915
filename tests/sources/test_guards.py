"""What the macros of a compile command say about the guards around an instantiation."""

from __future__ import annotations

import pytest

from cutlass_lint.analyzer.model import Guard
from cutlass_lint.analyzer.sources.guards import lacking, surely_hold

DEFINES = ("A", "B=1", "C=0")


@pytest.mark.parametrize(
    "condition",
    [
        "defined(A)",
        "defined A",
        "defined ( C )",
        "defined(A) && defined(B)",
        "defined(X) || defined(A) && defined(B)",
        "X > 3 || defined(A)",
    ],
)
def test_macros_that_are_enough(condition: str) -> None:
    assert surely_hold((Guard(condition, 1),), DEFINES)


@pytest.mark.parametrize(
    "condition",
    [
        "defined(X)",
        "!defined(A)",
        "!defined(X)",
        "!(defined(X))",
        "A",
        "defined(A) && X",
        "defined(A) && defined(X)",
        "X && (Y || defined(A) || Z)",
        "defined(A) == 0",
        "is_defined(A)",
        "",
    ],
)
def test_conditions_that_ask_for_more(condition: str) -> None:
    assert not surely_hold((Guard(condition, 1),), DEFINES)


def test_all_guards_must_hold() -> None:
    assert surely_hold((), ())
    assert surely_hold((Guard("defined(A)", 1), Guard("defined(B)", 2)), DEFINES)
    assert not surely_hold((Guard("defined(A)", 1), Guard("defined(X)", 2)), DEFINES)


@pytest.mark.parametrize(
    ("conditions", "names"),
    [
        (("defined(X)",), ("X",)),
        (("defined(A)", "defined(X) && defined(B) && defined(Y)"), ("X", "Y")),
        (("defined(X)", "defined(X)"), ("X",)),
        (("defined(A)", "defined(X) || defined(B)"), ()),
        (("defined(X) || defined(Y)",), ("X",)),
        (("!defined(A)",), ()),
        (("X >= 12",), ()),
        (("defined(X)", "!defined(A)"), ()),
    ],
)
def test_macros_that_are_lacking(conditions: tuple[str, ...], names: tuple[str, ...]) -> None:
    assert lacking([Guard(condition, line) for line, condition in enumerate(conditions)], DEFINES) == names
