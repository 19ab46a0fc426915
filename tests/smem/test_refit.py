"""What a larger carveout makes of a kernel, and where its class is, against what stands on the fixture's lines."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from cutlass_lint.analyzer.model import Flags, Kernel, Location, Module
from cutlass_lint.analyzer.smem.frontend import Settings
from cutlass_lint.analyzer.smem.resolve import resolve
from cutlass_lint.analyzer.sources import read_source

FIXTURES = Path(__file__).parents[2] / "fixtures"
SOURCE = FIXTURES / "refits" / "kernels.cu"


@cache
def kernels() -> dict[int, Kernel]:
    """The kernels of the fixture by their lines."""
    flags = Flags(include_dirs=(str(FIXTURES), str(FIXTURES / "cutlass" / "include")))
    module = Module(str(FIXTURES), "fixtures", (str(SOURCE),), flags, ("120",), None)
    made = resolve([module], {str(SOURCE): read_source(SOURCE)}, Settings(jobs=2, timeout=120))
    return {kernel.instantiation.line: kernel for kernel in made}


def expected() -> dict[int, tuple[str, str]]:
    """By line, the classes and the refit that are written there."""
    lines = enumerate(SOURCE.read_text().splitlines(), 1)
    marks = ((number, re.search(r"; +// expect: (\S+) (.+)$", line)) for number, line in lines)
    return {number: (mark[1], mark[2]) for number, mark in marks if mark}


def named(places: tuple[Location, ...]) -> str:
    """The words at some places."""
    lines = (Path(place.file).read_text().splitlines()[place.line - 1][place.column - 1 :] for place in places)
    return "<".join(re.findall(r"^\w+", line)[0] for line in lines) or "-"


def test_a_kernel_is_laid_out_with_the_mainloop_of_a_larger_carveout() -> None:
    told = {
        line: f"{refit.carveout} {refit.stages} {refit.kernel_size}" if (refit := kernel.refit) else "none"
        for line, kernel in kernels().items()
    }
    assert told == {line: refit for line, (_class, refit) in expected().items()}


def test_the_classes_of_a_kernel_that_overflows_are_found() -> None:
    told = {line: named(kernel.classes) for line, kernel in kernels().items()}
    assert told == {line: name for line, (name, _refit) in expected().items()}


def test_a_kernel_that_cannot_be_refitted_keeps_its_layout_and_its_budget() -> None:
    assert len(kernels()) == 9
    for kernel in kernels().values():
        assert kernel.reason is None
        assert kernel.layout is not None
        assert kernel.layout.size == 102400
        assert kernel.budget is not None
        assert (kernel.budget.budget, kernel.budget.stage_bytes, kernel.budget.spare) == (101376, 30736, 720)
