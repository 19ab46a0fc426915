"""Kernels made for the tests: numbers are chosen, not measured."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cutlass_lint.analyzer.model import Instantiation, Kernel, Sizes, Status
from cutlass_lint.analyzer.sources import cluster_of, tile_of

LIMIT = 1000

MakeKernel = Callable[..., Kernel]


@pytest.fixture
def kernel() -> MakeKernel:
    """Make a kernel of a launcher; its line is its number, its size what it says, of 1,000 bytes that there are."""
    made: list[Kernel] = []

    def make(size: int | None = None, *, file: str = "a.cu", launcher: str = "L", **arguments: object) -> Kernel:
        line = len(made) + 1
        texts = {name: str(value) for name, value in arguments.items()}
        instantiation = Instantiation(f"/cache/{file}", line, 1, line, 0, 1, launcher, "macro", tuple(texts.values()))
        status: Status = "unknown" if size is None else "sized"
        found = Kernel(
            f"{file}:{line}",
            "module",
            instantiation,
            None,
            texts,
            status,
            reason="no headers" if size is None else None,
            tile=tile_of(texts),
            cluster=cluster_of(texts),
            sizes=None if size is None else Sizes(epilogue=size // 4, mainloop=size // 2, kernel=size),
            stages=None if size is None else 2,
            device="Sm120",
            limit=LIMIT,
            verdict=None if size is None else "fits" if size <= LIMIT else "overflow",
        )
        made.append(found)
        return found

    return make
