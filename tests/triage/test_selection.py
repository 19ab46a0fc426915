"""Which rules a run has, by the texts that select and ignore them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutlass_lint.analyzer.triage.selection import SelectionError, selection
from cutlass_lint.rules import all_rules

ALL = [rule.code for rule in all_rules()]
SMEM = [code for code in ALL if code.startswith("SMEM")]
TEXTS = st.sampled_from(["ALL", "SMEM", "SMEM00", *SMEM, "LINT", "L", "shared-memory-overflow"])


def codes(select: str = "", ignore: str = "", extend_select: str = "") -> list[str]:
    return [rule.code for rule in selection(select.split(), ignore.split(), extend_select.split())]


@pytest.mark.parametrize(
    ("select", "ignore", "extend_select", "chosen"),
    [
        ("", "", "", ALL),
        ("ALL", "", "", ALL),
        ("SMEM", "", "", SMEM),
        ("smem", "", "", SMEM),
        ("S", "SMEM", "", [code for code in ALL if code.startswith("S") and code not in SMEM]),
        ("SMEM001", "", "", ["SMEM001"]),
        ("shared-memory-overflow", "", "", ["SMEM001"]),
        ("SMEM", "SMEM001", "", [code for code in SMEM if code != "SMEM001"]),
        ("SMEM001", "SMEM", "", ["SMEM001"]),  # the longer text counts
        ("SMEM001", "SMEM001", "", []),  # of equally long ones the ignored
        ("SMEM001", "shared-memory-overflow", "", []),
        ("SMEM001", "ALL", "", ["SMEM001"]),
        ("", "ALL", "", []),
        ("SMEM001", "", "LINT001", ["LINT001", "SMEM001"]),
        ("", "SMEM001", "", [code for code in ALL if code != "SMEM001"]),
    ],
)
def test_the_most_precise_text_counts(select: str, ignore: str, extend_select: str, chosen: list[str]) -> None:
    assert codes(select, ignore, extend_select) == chosen


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("SMEM01", "did you mean SMEM001?"),
        ("shared-memory-overflows", "did you mean shared-memory-overflow?"),
        ("F401", "see `cutlass-lint rule`"),
        ("", "see `cutlass-lint rule`"),
        ("SMEM*", "did you mean"),
    ],
)
def test_a_text_that_means_no_rule_is_an_error_with_what_is_near(text: str, hint: str) -> None:
    with pytest.raises(SelectionError) as caught:
        selection([text])
    assert hint in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.lists(TEXTS), st.lists(TEXTS), TEXTS)
def test_ignoring_more_never_adds_a_rule(select: list[str], ignore: list[str], more: str) -> None:
    assert set(selection(select, [*ignore, more])) <= set(selection(select, ignore))


@given(st.lists(TEXTS, min_size=1), st.lists(TEXTS), TEXTS)
def test_selecting_more_never_removes_a_rule(select: list[str], ignore: list[str], more: str) -> None:
    assert set(selection(select, ignore)) <= set(selection([*select, more], ignore))
    assert selection([*select, more], ignore) == selection(select, ignore, [more])
