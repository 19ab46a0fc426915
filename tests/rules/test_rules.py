"""Every rule: its documentation, and its examples, whose expected findings stand in them."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from rule_examples import examples, expected, found, report

from cutlass_lint.rules import SECTIONS, Rule, all_rules, documentation

RULES = [pytest.param(rule, id=rule.code) for rule in all_rules()]
EXAMPLES = [
    pytest.param(rule, example, id=f"{rule.code}-{example.stem}")
    for rule in all_rules()
    for example in examples(rule.code)
]


WITHOUT_SIZES = ("CACHE", "DIFF", "DISP001", "DISP002", "INST001", "INST002", "INST005", "LINT002")
"""Codes, or beginnings of such, of rules that sources, builds and logs are enough for."""


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_is_documented(rule: Rule) -> None:
    module = sys.modules[rule.check.__module__]
    assert (module.__doc__ or "").startswith(f"{rule.code}: ")
    document = documentation(rule)
    assert document.title.endswith(".")
    assert tuple(document.sections) == SECTIONS
    assert all(document.sections.values())


@pytest.mark.parametrize("rule", RULES)
def test_codes_and_names_are_those_of_a_linter(rule: Rule) -> None:
    assert re.fullmatch(r"[A-Z]{4,5}\d{3}", rule.code)
    assert re.fullmatch(r"[a-z]+(-[a-z]+)+", rule.name)
    assert rule.check.__module__.rpartition(".")[2] == "_".join(rule.name.split("-"))


def test_no_two_rules_have_a_code_or_a_name_in_common() -> None:
    codes = [rule.code for rule in all_rules()]
    names = [rule.name for rule in all_rules()]
    assert len(set(codes)) == len(codes)
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_has_valid_and_invalid_examples(rule: Rule) -> None:
    kinds = {bool(expected(example, rule.code)) for example in examples(rule.code)}
    assert kinds == {True, False}


@pytest.mark.parametrize(("rule", "example"), EXAMPLES)
def test_an_example_draws_the_findings_that_stand_in_it(rule: Rule, example: Path, tmp_path: Path) -> None:
    told = found(
        report(example, tmp_path).findings, tmp_path / example.name if example.is_dir() else tmp_path, rule.code
    )
    wanted = expected(example, rule.code)
    assert [place[:2] for place in told] == [(one.file, one.line) for one in wanted]
    for (_file, _line, text), one in zip(told, wanted, strict=True):
        assert one.words in text


@pytest.mark.parametrize(("rule", "example"), EXAMPLES)
def test_without_sizes_nothing_else_is_found(rule: Rule, example: Path, tmp_path: Path) -> None:
    base = tmp_path / example.name if example.is_dir() else tmp_path
    told = [place[:2] for place in found(report(example, tmp_path, sizes=False).findings, base, rule.code)]
    wanted = [(one.file, one.line) for one in expected(example, rule.code)]
    if rule.code.startswith(WITHOUT_SIZES):
        assert told == wanted
    else:
        assert set(told) <= set(wanted)
