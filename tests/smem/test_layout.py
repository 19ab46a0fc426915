"""Layout trees from dumps as clang prints them."""

from __future__ import annotations

import pytest

from cutlass_lint.analyzer.model import LayoutMember
from cutlass_lint.analyzer.smem.layout import LayoutError, read_layout


def block(*lines: str, size: int, data: int | None = None) -> str:
    text = "".join(f"{line}\n" for line in lines)
    return f"\n*** Dumping AST Record Layout\n{text}           | [sizeof={size}, dsize={data or size}, align=1,\n"


EMPTY = block("         0 | struct k::None (empty)", size=1)
BASE = block("         0 | struct k::Base", "         0 |   unsigned int a", "         4 |   char b", size=8, data=5)
DERIVED = block(
    "         0 | struct k::Derived",
    "         0 |   struct k::Base (base)",
    "         0 |     unsigned int a",
    "         4 |     char b",
    "         5 |   char c",
    size=8,
    data=6,
)
EITHER = block(
    "         0 | union k::Either", "         0 |   char[3] small", "         0 |   float *[2] large", size=16
)


def storage(*lines: str, size: int) -> str:
    root = "         0 |   struct k::Storage storage"
    nested = (f"{line[:12]}  {line[12:]}" for line in lines)
    wrapper = block("         0 | struct cutlass_lint::shared_storage<struct k::Kernel>", root, *nested, size=size)
    return block("         0 | struct k::Storage", *lines, size=size) + wrapper


def outline(tree: LayoutMember) -> list[tuple[str, int, int]]:
    return [(member.label, member.offset, member.size) for member in tree.members]


def test_members_bases_and_gaps() -> None:
    dump = storage(
        "         0 |   struct k::Derived derived",
        "         0 |     struct k::Base (base)",
        "         0 |       unsigned int a",
        "         4 |       char b",
        "         5 |     char c",
        "         8 |   struct k::None none (empty)",
        "        16 |   union k::Either either",
        "        16 |     char[3] small",
        "        16 |     float *[2] large",
        "        32 |   struct k::Derived[2][2] four",
        size=128,
    )
    tree = read_layout(EMPTY + BASE + DERIVED + EITHER + dump)
    assert (tree.name, tree.size) == ("SharedStorage", 128)
    assert outline(tree) == [
        ("derived", 0, 8),
        ("padding", 8, 8),
        ("either", 16, 16),
        ("four", 32, 32),
        ("padding", 64, 64),
    ]
    # A derived type's member lies in the tail of its base, whose own bytes are those of its members.
    assert outline(tree.members[0]) == [("k::Base", 0, 5), ("c", 5, 1), ("padding", 6, 2)]
    assert outline(tree.members[2]) == [("large", 16, 16)]


@pytest.mark.parametrize("type_", ["enum k::Colour", "struct k::Unknown", "long double"])
def test_a_size_that_is_not_told_is_not_guessed(type_: str) -> None:
    with pytest.raises(LayoutError, match="does not tell the size"):
        read_layout(storage(f"         0 |   {type_} x", size=4))


def test_members_that_overlap_are_refused() -> None:
    with pytest.raises(LayoutError, match="overlap"):
        read_layout(storage("         0 |   int a", "         2 |   int b", size=8))


def test_a_dump_without_the_kernel_is_refused() -> None:
    with pytest.raises(LayoutError, match="laid out 0 kernels"):
        read_layout(BASE)


def test_alignments_are_those_of_the_types() -> None:
    base = EMPTY + BASE + DERIVED.replace("align=1,", "align=16,\n           |  nvsize=6, nvalign=4]")
    dump = storage(
        "         0 |   struct k::Derived derived",
        "         0 |     struct k::Base (base)",
        "         0 |       unsigned int a",
        "         4 |       char b",
        "         5 |     char c",
        "         8 |   double[3] numbers",
        "        32 |   struct k::Derived[2][2] four",
        size=64,
    )
    tree = read_layout(base + dump)
    assert [(member.label, member.alignment) for member in tree.members] == [
        ("derived", 16),
        ("numbers", 8),
        ("four", 16),
    ]
    assert [(member.label, member.alignment) for member in tree.members[0].members] == [
        ("k::Base", 1),
        ("c", 1),
        ("padding", None),
    ]


def test_one_of_several_kernels_is_chosen_by_its_type() -> None:
    def of(name: str, size: int) -> str:
        lines = ["         0 | struct cutlass_lint::shared_storage<class k::Gemm<struct cute::tuple<struct k::A> > >"]
        lines += [f"         0 |   struct k::{name} storage", f"         0 |     char[{size}] a"]
        wrapper = block(*lines, size=size).replace("k::A", f"k::{name}")
        return block(f"         0 | struct k::{name}", f"         0 |   char[{size}] a", size=size) + wrapper

    dump = of("A", 16) + of("B", 32)
    assert read_layout(dump, "k::Gemm<cute::tuple<k::B>>").size == 32
    assert read_layout(dump, "k::Gemm<cute::tuple<k::A>>").size == 16
    with pytest.raises(LayoutError, match="laid out 2 kernels"):
        read_layout(dump)
    with pytest.raises(LayoutError, match="laid out 0 kernels"):
        read_layout(dump, "k::Gemm<cute::tuple<k::C>>")
