"""Sources that make their kernels themselves, on the stand-in CUTLASS, against the answers written on their lines."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

from cutlass_lint.analyzer.model import Flags, Kernel, Module, Problem, Schedule
from cutlass_lint.analyzer.smem.direct import kernels_of_source
from cutlass_lint.analyzer.smem.frontend import Settings
from cutlass_lint.analyzer.smem.workers import Workers

FIXTURES = Path(__file__).parents[2] / "fixtures"
DIRECT = FIXTURES / "direct"
FLAGS = Flags(include_dirs=(str(FIXTURES / "cutlass" / "include"),))


def kernels(file: Path, *, flags: Flags = FLAGS, problem: Problem | None = None) -> list[Kernel]:
    module = Module(str(FIXTURES), "fixtures", (str(file),), flags, ("120",), None, problem)
    with Workers(Settings(jobs=1, timeout=120)) as workers:
        return kernels_of_source(module, str(file), workers)


def answer(kernel: Kernel) -> str:
    launcher = kernel.instantiation.launcher
    if kernel.sizes is None:
        return f"{launcher} {kernel.status} {kernel.reason}"
    sizes = kernel.sizes
    numbers = f"{sizes.epilogue} {sizes.mainloop} {sizes.kernel} {kernel.stages}"
    return f"{launcher} {kernel.status} {numbers} {kernel.verdict}"


def expected(file: Path) -> dict[int, list[str]]:
    lines = file.read_text().splitlines()
    marks = ((number, re.search(r"\S.*// expect: (.*)", line)) for number, line in enumerate(lines, 1))
    return {number: mark[1].split(" | ") for number, mark in marks if mark}


@pytest.mark.parametrize("name", sorted(path.name for path in DIRECT.glob("*.cu")))
def test_every_kernel_is_reported_at_its_line(name: str, tmp_path: Path) -> None:
    answers: dict[int, list[str]] = defaultdict(list)
    for kernel in kernels(DIRECT / name):
        assert kernel.id == f"direct/{name}:{kernel.instantiation.line}"
        assert kernel.instantiation.form == "source"
        answers[kernel.instantiation.line].append(answer(kernel))
    wanted = expected(DIRECT / name)
    assert answers.keys() == wanted.keys(), answers
    for line, texts in wanted.items():
        assert len(answers[line]) == len(texts), answers[line]
        for said, text in zip(sorted(answers[line]), sorted(texts), strict=True):
            launcher, status, rest = text.split(" ", 2)
            assert said.startswith(f"{launcher} {status} "), said
            assert rest in said


def test_the_only_kernel_that_is_refused_has_the_tile_and_schedules_that_its_builders_are_asked_for(
    tmp_path: Path,
) -> None:
    (kernel,) = kernels(DIRECT / "named_type.cu")
    assert (kernel.status, kernel.arch, kernel.tile, kernel.cluster) == (
        "rejected",
        "Sm120",
        (256, 256, 128),
        (1, 1, 1),
    )
    assert kernel.schedule == Schedule("KernelScheduleAuto", "TmaWarpSpecialized", None)
