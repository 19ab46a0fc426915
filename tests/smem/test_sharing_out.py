"""How the instantiations of a launcher are shared out among parses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from hypothesis import given
from hypothesis import strategies as st

from cutlass_lint.analyzer.model import Instantiation, Kernel, Launcher
from cutlass_lint.analyzer.smem.sizing import units

LAUNCHER = Launcher("launch", "template", "/launcher.inl", 1, ("T",), adapter_line=3)
MOST = 184


def kernels(tiles: Sequence[int], line: int = 1, step: int = 1) -> list[Kernel]:
    """Kernels of these TileShapes, in one file, so many lines apart."""
    made = []
    for number, extent in enumerate(tiles):
        place = line + number * step
        instantiation = Instantiation("/a.cu", place, 1, place, 10 * number, 10 * number + 9, "launch", "template", ())
        made.append(Kernel(str(number), "m", instantiation, LAUNCHER, {}, "unknown", tile=(128, extent, 64)))
    return made


def tiles_of(parts: Sequence[Sequence[Instantiation]], every: Sequence[Kernel]) -> list[list[int]]:
    """The distinct N of each part's kernels, in order."""
    extent = {kernel.instantiation: kernel.tile[1] for kernel in every if kernel.tile}
    return [[n for n, _ in groupby(extent[one] for one in part)] for part in parts]


def shared_out(every: Sequence[Kernel], jobs: int) -> list[tuple[Instantiation, ...]]:
    return [unit.instantiations for unit in units(every, LAUNCHER, jobs)]


def test_kernels_of_a_tile_shape_go_together_wherever_they_stand() -> None:
    every = kernels([64, 256, 128, 192] * 10)
    assert tiles_of(shared_out(every, 2), every) == [[64, 128], [192, 256]]


def test_a_tile_shape_alone_is_shared_out_evenly() -> None:
    assert [len(part) for part in shared_out(kernels([64] * 60), 2)] == [30, 30]
    assert [len(part) for part in shared_out(kernels([64] * 300), 2)] == [150, 150]
    assert [len(part) for part in shared_out(kernels([64] * 400), 2)] == [100, 100, 100, 100]


def test_kernels_of_many_tile_shapes_go_to_more_parses() -> None:
    few, many = kernels([64, 128, 192, 256] * 30), kernels([extent for extent in range(60) for _ in range(2)])
    assert len(few) == len(many)
    assert [len(part) for part in shared_out(few, 1)] == [120]
    assert [len(part) for part in shared_out(many, 1)] == [24, 24, 24, 24, 24]


@given(
    st.lists(st.sampled_from([16, 32, 64, 128]), max_size=400),
    st.integers(1, 8),
    st.integers(0, 1),
)
def test_each_is_parsed_once_in_parts_that_one_parse_can_take(tiles: list[int], jobs: int, step: int) -> None:
    every = kernels(tiles, step=step)
    parts = shared_out(every, jobs)
    assert Counter(one for part in parts for one in part) == Counter(kernel.instantiation for kernel in every)
    assert all(0 < len(part) <= MOST for part in parts)
    # Those that share a line cannot be told apart.
    assert all(len({one.line for one in part}) == len(part) for part in parts)
    if step and len(tiles) >= 4 * jobs:
        assert len(parts) >= min(jobs, len(set(tiles)))
