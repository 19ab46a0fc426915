"""Conditionals in the texts of aliases and constants."""

from __future__ import annotations

import pytest

from cutlass_lint.analyzer.sources.choices import conditions, taken


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("std::conditional_t<A, X, Y>", "X"),
        ("cute::conditional_t<!A, X<1>, Y<2, 3>>", "Y<2, 3>"),
        ("::std::conditional_t<B == 100 && N < 2, X, Y>", "Y"),
        ("typename cutlass::platform::conditional<A, X, Y>::type", "X"),
        ("typename conditional<E::FUSION_ == E::FINALIZE, a::X, Y>::type", "Y"),
        ("std::conditional_t<B, X, std::conditional_t<A, Y, Z>>", "Y"),
        ("cute::Shape<std::conditional_t<A, _2, _1>, std::conditional_t<B, _2, _1>>", "cute::Shape<_2, _1>"),
        ("cute::Int<M * (A ? 2 : 1)>", "cute::Int<M * (2)>"),
        ("Selector<A, X, Y>::Type", "Selector<A, X, Y>::Type"),
        ("std::conditional_t<Unknown, X, Y>", "std::conditional_t<Unknown, X, Y>"),
        ("std::conditional_t<A, std::conditional_t<Unknown, X, Y>, Z>", "std::conditional_t<Unknown, X, Y>"),
    ],
)
def test_an_alias_is_followed_into_the_branches_it_takes(expression: str, expected: str) -> None:
    holds = {"A": True, "B": False, "!A": False}

    def decide(condition: str) -> bool | None:
        return None if condition == "Unknown" else holds.get(condition, False)

    assert taken(expression, "alias", decide)[0] == expected


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("SwapAB ? AlignmentB : AlignmentA", ["SwapAB"]),
        ("N <= 16 ? 5 : (N == 32 ? 4 : 2)", ["N <= 16", "N == 32"]),
        ("(X && !Y) ? 256 : 128", ["(X && !Y)"]),
        ("a < b", []),
        ("cute::size<0>(Shape{}) == 2", []),
    ],
)
def test_the_conditions_of_a_constant(expression: str, expected: list[str]) -> None:
    assert list(conditions(expression, "constant")) == expected


def test_decisions_are_told_on_the_way() -> None:
    text = "std::conditional_t<A, X, std::conditional_t<B, Y, Z>>"
    chosen, decisions = taken(text, "alias", lambda condition: condition == "B")
    assert chosen == "Y"
    assert [(choice.condition, holds) for choice, holds in decisions] == [("A", False), ("B", True)]


@pytest.mark.parametrize("text", ["std::conditional_t<A, X", "std::conditional_t<A, X>", "conditional_t", "é<", ""])
def test_what_is_not_understood_stays_as_it_is(text: str) -> None:
    assert taken(text, "alias", lambda _condition: True) == (text, [])
