"""C++ types made short enough to read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutlass_lint.reports.shortening import plain, short

KERNEL = (
    "cutlass::gemm::kernel::GemmUniversal<cutlass::gemm::GroupProblemShape<cute::tuple<long, long, long>>, "
    "cutlass::gemm::collective::CollectiveMma<cutlass::gemm::MainloopSm120<3, cute::tuple<cute::C<1>, cute::C<1>>>, "
    "cute::tuple<cute::C<128>, cute::C<256>>>, void>::SharedStorage"
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("struct cute::C<128>", "_128"),
        ("cute::tuple<cute::C<1>, cute::C<-1>>", "tuple<_1, C<-1>>"),
        ("class cutlass::gemm::kernel::GemmUniversal<struct cutlass::Void>", "GemmUniversal<Void>"),
        ("TmaWarpSpecializedGroupedGemmInput::LayoutC", "TmaWarpSpecializedGroupedGemmInput::LayoutC"),
        ("typename cutlass::epilogue::collective:: CollectiveBuilder< A, B >::CollectiveOp",
         "CollectiveBuilder<A, B>::CollectiveOp"),
        ("cutlass ::gemm ::collective::KernelScheduleAuto", "KernelScheduleAuto"),
        ("a < b && std::is_same_v<T, U>", "a < b && is_same_v<T, U>"),
        ("(anonymous namespace)::x::Y", "Y"),
    ],
)  # fmt: skip
def test_plain(text: str, expected: str) -> None:
    assert plain(text) == expected


@pytest.mark.parametrize(
    ("width", "expected"),
    [
        (10, "GemmUniversal<…>::SharedStorage"),
        (64, "GemmUniversal<GroupProblemShape<…>, …>::SharedStorage"),
        (
            300,
            "GemmUniversal<GroupProblemShape<tuple<long, long, long>>, CollectiveMma<MainloopSm120<3, tuple<_1, _1>>, "
            "tuple<_128, _256>>, void>::SharedStorage",
        ),
    ],
)
def test_as_much_as_fits(width: int, expected: str) -> None:
    assert short(KERNEL, width) == expected


@given(width=st.integers(40, 300))
def test_never_wider_than_asked(width: int) -> None:
    assert len(short(KERNEL, width)) <= width


@given(text=st.text(alphabet="aB1<>,:( )[]*-", max_size=60), width=st.integers(1, 60))
def test_any_text_gives_one(text: str, width: int) -> None:
    assert isinstance(short(text, width), str)
