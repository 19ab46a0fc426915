"""Layout trees of every kernel of the fixtures: their parts sum at every level and lie where their types may lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutlass_lint.analyzer.model import Flags, HeaderRoot, Kernel, LayoutMember, Module, Source
from cutlass_lint.analyzer.smem.accounting import account
from cutlass_lint.analyzer.smem.evidence import Evidence
from cutlass_lint.analyzer.smem.explain import explain
from cutlass_lint.analyzer.smem.frontend import Settings
from cutlass_lint.analyzer.smem.prefixes import Prefix
from cutlass_lint.analyzer.smem.resolve import resolve
from cutlass_lint.analyzer.smem.workers import Parser
from cutlass_lint.analyzer.sources import read_source
from cutlass_lint.reports.explain_trees import layout_rows

FIXTURES = Path(__file__).parents[2] / "fixtures"
NAMES = ("moe.cu", "mixed.cu", "by_hand.cu")


def examine(
    kernel: Kernel, evidence: Evidence, sources: Mapping[str, Source], prefix: Prefix, parser: Parser
) -> Kernel:
    """What a kernel launched by hand holds is told only to those who ask for all of it."""
    by_adapter = kernel.sizes is not None and kernel.sizes.mainloop is not None
    if by_adapter:
        return account([(kernel, evidence)], sources, prefix, parser)[0]
    return explain(kernel, evidence, sources, prefix, parser).kernel


@cache
def kernels() -> list[Kernel]:
    files = [str(FIXTURES / "instantiations" / name) for name in NAMES]
    flags = Flags(("COMPILE_MIXED_GEMMS",), (str(FIXTURES), str(FIXTURES / "cutlass" / "include")))
    module = Module(str(FIXTURES), "fixtures", tuple(files), flags, ("120",), HeaderRoot(str(FIXTURES), "--headers"))
    sources = {file: read_source(Path(file)) for file in files}
    found = resolve([module], sources, Settings(jobs=2, timeout=120), examine=examine)
    return [kernel for kernel in found if kernel.status == "sized"]


def members(tree: LayoutMember) -> Iterator[LayoutMember]:
    yield tree
    for member in tree.members:
        yield from members(member)


def test_every_sized_kernel_has_a_layout() -> None:
    assert len(kernels()) == 15
    for kernel in kernels():
        assert kernel.layout is not None, kernel.reason
        assert kernel.sizes is not None
        assert kernel.layout.size == kernel.sizes.kernel


@given(data=st.data())
def test_parts_sum_at_every_level_and_lie_where_their_types_may_lie(data: st.DataObject) -> None:
    layout = data.draw(st.sampled_from(kernels())).layout
    assert layout is not None
    tree = data.draw(st.sampled_from(list(members(layout))))
    if tree.members:
        assert sum(member.size for member in tree.members) == tree.size
    position = tree.offset
    for member in tree.members:
        assert member.offset == position
        position += member.size
    if tree.alignment is not None:
        assert tree.offset % tree.alignment == 0
        assert all(member.alignment is None or member.alignment <= tree.alignment for member in tree.members)
    assert (tree.alignment is None) == (tree.kind == "padding")


@pytest.mark.parametrize("index", range(15))
def test_what_is_shown_sums_as_well(index: int) -> None:
    layout = kernels()[index].layout
    assert layout is not None
    rows = list(layout_rows(layout))
    leaves = [member for _, member, inner in rows if not inner.members]
    assert sum(member.size for member in leaves) == layout.size
    assert [member.offset for member in leaves] == sorted(member.offset for member in leaves)


def test_the_budget_of_a_kernel_that_fits() -> None:
    (kernel,) = [kernel for kernel in kernels() if kernel.id.endswith("moe.cu:7")]
    budget = kernel.budget
    assert kernel.verdict == "fits"
    assert budget is not None
    # (101,376 - 8,192) / (32,768 + 16) = 2.842
    assert (budget.budget, budget.carveout, budget.stage_bytes, budget.stages) == (101376, 8192, 32784, 2)
    assert budget.spare == 101376 - 8192 - 2 * 32784
