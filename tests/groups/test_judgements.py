"""The verdict on what people suspect, in one word."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from cutlass_lint.analyzer.groups.judgements import judged
from cutlass_lint.analyzer.logs import Cause, Entry
from cutlass_lint.analyzer.model import Kernel

Make = Callable[..., Kernel]


def entry(cause: Cause) -> Entry:
    return Entry(1, cause, "it failed", label="failing")


def test_a_kernel_that_does_not_fit(kernel: Make) -> None:
    judgement = judged(kernel(1024), [entry("initialize")])
    assert judgement.hypothesis == "overflow"
    assert judgement.explanation == "1,024 of 1,000 bytes on Sm120: 24 too many, with 2 stages"


@pytest.mark.parametrize(
    ("cause", "where"),
    [
        ("run", "came from run()"),
        ("descriptor", "TMA descriptor"),
        ("memory", "not shared memory"),
        ("no-instantiation", "nothing instantiates"),
        ("context-lost", "first error of the log"),
        ("initialize", "no code for the device"),
        ("other", "whether run() failed"),
    ],
)
def test_a_kernel_that_fits_fails_for_another_reason(kernel: Make, cause: Cause, where: str) -> None:
    judgement = judged(kernel(1000), [entry(cause)])
    assert judgement.hypothesis == "fits"
    assert "size is not the reason" in judgement.explanation
    assert where in judgement.explanation


def test_without_a_size(kernel: Make) -> None:
    unknown = kernel(None)
    assert judged(unknown).explanation == "no headers"
    assert judged(replace(unknown, status="rejected")).explanation == "nvcc does not compile it: no headers"
    assert judged(replace(unknown, status="disabled")).hypothesis == "disabled"
    assert judged(replace(unknown, status="not-sized")).hypothesis == "not sized"


def test_code_for_another_architecture_fails_whatever_its_size(kernel: Make) -> None:
    judgement = judged(replace(kernel(1024), arch="Sm90"))
    assert judgement.hypothesis == "other architecture"
    assert judgement.explanation == (
        "ArchTag Sm90 cannot run on Sm120, whatever its size: 1,024 of 232,448 bytes there"
    )
