"""The smallest separating conjunctions, against a search over everything."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from cutlass_lint.analyzer.groups.parameters import Parameter
from cutlass_lint.analyzer.groups.separation import Condition, Conjunction, conditions, mask, separate


def parameter(name: str, *values: str | int | None) -> Parameter:
    return Parameter(name, "argument", values)


def texts(conjunction: Conjunction) -> list[str]:
    return [condition.text for condition in conjunction.conditions]


def test_one_condition_is_enough() -> None:
    fusion = parameter("FUSION", "NONE", "FINALIZE", "FINALIZE", "NONE")
    found = separate([parameter("N", 128, 256, 128, 256), fusion], failing=0b0110, working=0b1001)
    assert [texts(conjunction) for conjunction in found.conjunctions] == [["FUSION=FINALIZE"]]
    assert (found.exact, found.together) == (True, True)
    assert (found.conjunctions[0].failing, found.conjunctions[0].working) == (2, 0)


def test_a_conjunction_of_two_and_its_equal() -> None:
    fusion = parameter("FUSION", "NONE", "FINALIZE", "FINALIZE", "NONE")
    n = parameter("N", 128, 256, 128, 256)
    area = Parameter("M×N", "shape", (1000, 2000, 1000, 2000))
    found = separate([area, fusion, n], failing=0b0010, working=0b1101)
    (conjunction,) = found.conjunctions
    assert texts(conjunction) == ["FUSION=FINALIZE", "N=256"]
    assert conjunction.same == ((), (Condition("M×N", "=", 2000),))


def test_thresholds_and_exclusions() -> None:
    sides = parameter("N", 32, 64, 128, 256)
    assert texts(separate([sides], failing=0b1100, working=0b0011).conjunctions[0]) == ["N≥128"]
    assert texts(separate([sides], failing=0b0011, working=0b1100).conjunctions[0]) == ["N≤64"]
    words = parameter("T", "a", "b", "c", "d")
    assert texts(separate([words], failing=0b1011, working=0b0100).conjunctions[0]) == ["T≠c"]


def test_two_causes() -> None:
    m, n = parameter("M", 1, 2, 1, 2, 3), parameter("N", 1, 1, 2, 2, 3)
    found = separate([m, n], failing=0b10001, working=0b01110)
    assert not found.together
    assert not found.exact
    assert sum(conjunction.failing for conjunction in found.conjunctions) >= 2
    assert all(conjunction.working == 0 for conjunction in found.conjunctions)


def test_nothing_separates_kernels_with_equal_parameters() -> None:
    found = separate([parameter("M", 1, 1, 2)], failing=0b001, working=0b110)
    assert found.conjunctions == ()


def test_one_sided_labels_separate_nothing() -> None:
    assert separate([parameter("M", 1, 2)], failing=0b11, working=0).conjunctions == ()


_TABLES = st.integers(2, 7).flatmap(
    lambda count: st.tuples(
        st.lists(st.lists(st.sampled_from([1, 2, 3]), min_size=count, max_size=count), min_size=1, max_size=4),
        st.lists(st.sampled_from(["failing", "working", None]), min_size=count, max_size=count),
    )
)


@given(_TABLES)
def test_none_is_shorter_and_each_separates(table: tuple[list[list[int]], list[str | None]]) -> None:
    columns, labels = table
    parameters = [parameter(f"P{index}", *column) for index, column in enumerate(columns)]
    failing, working = mask(label == "failing" for label in labels), mask(label == "working" for label in labels)
    literals = [(condition, holds) for p in parameters for condition, holds in conditions(p)]
    holding = dict(literals)

    def met(chosen: tuple[Condition, ...], group: int) -> int:
        for condition in chosen:
            group &= holding[condition]
        return group

    found = separate(parameters, failing, working)
    for conjunction in found.conjunctions:
        assert met(conjunction.conditions, working) == 0 == conjunction.working
        assert met(conjunction.conditions, failing).bit_count() == conjunction.failing > 0
    shortest = next(
        (
            length
            for length in range(1, 5)
            for chosen in combinations(holding, length)
            if met(chosen, failing) == failing and not met(chosen, working)
        ),
        None,
    )
    if failing and working and found.together and found.conjunctions:
        assert {len(conjunction.conditions) for conjunction in found.conjunctions} == {shortest}
    elif failing and working:
        assert shortest is None
