"""Which kernels a selector means."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cutlass_lint.analyzer.groups import SelectorError, by_selectors, parse_selector, selected
from cutlass_lint.analyzer.model import Kernel


@pytest.fixture
def kernels(kernel: Callable[..., Kernel]) -> list[Kernel]:
    return [
        kernel(900, file="M128_group0.generated.cu", FUSION_="NONE", CTA_M_=128, CTA_N_=256, CTA_K_=64, CGA_M_=1),
        kernel(1100, file="M128_group2.generated.cu", FUSION_="FINALIZE", CTA_M_=128, CTA_N_=256, CTA_K_=64, CGA_M_=2),
        kernel(None, file="M256_group2.generated.cu", FUSION_="FINALIZE", CTA_M_=256, CTA_N_=64, CTA_K_=64, CGA_M_=1),
    ]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("group2", [2, 3]),
        ("M128_group2", [2]),
        ("M128_group2.generated.cu:2", [2]),
        ("M128_group2.generated.cu:3", []),
        ("M128_group2:2", [2]),
        ("*group[02]*", [1, 2, 3]),
        ("M256_*.cu", [3]),
        ("FUSION=FINALIZE", [2, 3]),
        ("fusion_=final*", [2, 3]),
        ("FUSION!=FINALIZE", [1]),
        ("M=256", [3]),
        ("CTA_M=256", [3]),
        ("CGA_M=2", [2]),
        ("N>=128,FUSION=FINALIZE", [2]),
        ("CTA_N<=64", [3]),
        ("tile=128x256x64", [1, 2]),
        ("max(CTA_M, CTA_N)=256,group2", [2, 3]),
        ("verdict=overflow", [2]),
        ("status=unknown", [3]),
        ("margin<=0", [2]),
        ("launcher=L", [1, 2, 3]),
    ],
)
def test_a_selector(kernels: list[Kernel], text: str, lines: list[int]) -> None:
    assert [kernel.instantiation.line for kernel in selected(parse_selector(text), kernels)] == lines


def test_an_unknown_parameter_names_those_that_there_are(kernels: list[Kernel]) -> None:
    with pytest.raises(SelectorError, match="no kernel has a parameter FUSE; there are FUSION, CTA_M"):
        selected(parse_selector("FUSE=NONE"), kernels)


@pytest.mark.parametrize("text", ["", " , "])
def test_nothing_is_no_selector(text: str) -> None:
    with pytest.raises(SelectorError, match="selects nothing"):
        parse_selector(text)


def test_one_side_leaves_the_rest_to_the_other(kernels: list[Kernel]) -> None:
    labels = by_selectors(kernels, [], [parse_selector("group2")])
    assert list(labels.of.values()) == ["failing", "failing", "working"]
    both = by_selectors(kernels, [parse_selector("group0")], [parse_selector("M128_group2")])
    assert sorted(both.of.values()) == ["failing", "working"]


def test_no_kernel_is_on_both_sides(kernels: list[Kernel]) -> None:
    with pytest.raises(SelectorError, match="both as working and as failing"):
        by_selectors(kernels, [parse_selector("M128")], [parse_selector("group2")])
    with pytest.raises(SelectorError, match="selects none of 3 kernels"):
        by_selectors(kernels, [], [parse_selector("group7")])
