"""Every family of CUTLASS kernels that FlashInfer generates, against what nvcc's own `sizeof` answered.

A table names the instantiations of one family of one release for one device, a row for each kernel type that an
instantiation makes (fixtures/truth/families). Sources and headers are the release's own, fetched here.
"""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

import pytest

from cutlass_lint.analyzer.devices import parse_device
from cutlass_lint.analyzer.model import Instantiation, Kernel, Source
from cutlass_lint.analyzer.smem.frontend import Settings
from cutlass_lint.analyzer.smem.resolve import resolve
from cutlass_lint.analyzer.sources import read_source
from cutlass_lint.analyzer.workspace import discover, releases

FAMILIES = sorted((Path(__file__).parents[2] / "fixtures" / "truth" / "families").glob("*.csv"))

ENOUGH = 20
"""A table has this many rows, or all that its family has."""

Place = tuple[str, int, str]
Numbers = tuple[int | None, ...]


def truth(table: Path) -> dict[Place, Counter[Numbers]]:
    found: dict[Place, Counter[Numbers]] = defaultdict(Counter)
    with table.open() as file:
        for row in csv.DictReader(file):
            place = (f"{row['module_dir']}/{row['file']}", int(row["line"]), row["launcher"])
            columns = (row[name] for name in ("epi", "main", "kernel", "stages", "threads"))
            found[place][tuple(int(text) if text else None for text in columns)] += 1
    return dict(found)


def place(instantiation: Instantiation) -> Place:
    file = Path(instantiation.file)
    return f"{file.parent.name}/{file.name}", instantiation.line, instantiation.launcher


def numbers(kernel: Kernel) -> Numbers:
    assert kernel.sizes is not None, f"{kernel.id}: {kernel.status} {kernel.reason}"
    return (kernel.sizes.epilogue, kernel.sizes.mainloop, kernel.sizes.kernel, kernel.stages, kernel.threads)


def siblings(places: Iterable[Place], sources: Iterable[Source]) -> set[Place]:
    """Every instantiation of the same launchers in the same folders."""
    kinds = {(file.partition("/")[0], launcher) for file, _, launcher in places}
    found = (place(instantiation) for source in sources for instantiation in source.instantiations)
    return {(file, line, launcher) for file, line, launcher in found if (file.partition("/")[0], launcher) in kinds}


@pytest.mark.parametrize("table", FAMILIES, ids=lambda table: table.stem)
def test_a_family_equals_nvcc(table: Path) -> None:
    expected = truth(table)
    _, device, version = table.stem.rsplit("_", 2)
    cache = releases.generate(releases.fetch(f"flashinfer=={version}"), parse_device(device)).cache
    workspace = discover(cache, device=parse_device(device))
    sources = {file: read_source(Path(file)) for module in workspace.modules for file in module.sources}
    if sum(expected.values(), Counter()).total() < ENOUGH:
        assert expected.keys() == siblings(expected, sources.values())
    kernels = resolve(workspace.modules, sources, Settings(jobs=2), wanted=lambda found: place(found) in expected)
    answered: dict[Place, Counter[Numbers]] = defaultdict(Counter)
    for kernel in kernels:
        answered[place(kernel.instantiation)][numbers(kernel)] += 1
    assert answered == expected
