"""Launches by <<<...>>>: where they are, what they run, and how many bytes they ask for."""

from __future__ import annotations

import pytest

from cutlass_lint.analyzer.smem.launches import rewritten
from cutlass_lint.analyzer.sources import launches


@pytest.mark.parametrize(
    ("code", "kernel", "size", "stated"),
    [
        ("ns::run<Gemm><<<grid, block, Gemm::kSmemSize, stream>>>(p);", "Gemm", "Gemm::kSmemSize", True),
        ("run<A<B>, 3><<<1, 2, sizeof(T)>>>();", "A<B>, 3", "sizeof(T)", False),
        ("run<Gemm><<<dim3(1, 2), 32, sizeof(typename Gemm::SharedStorage), s>>>(p);", "Gemm",
         "sizeof(typename Gemm::SharedStorage)", True),
        ("run<Gemm><<<g, b, smem_size, s>>>(p);", "Gemm", "smem_size", False),
        ("run<<<1, 2>>>();", "", "0", False),
        ("run<Gemm>\n  <<<g, b,\n     Gemm::bytes>>>(p);", "Gemm", "Gemm::bytes", True),
    ],
)  # fmt: skip
def test_a_launch(code: str, kernel: str, size: str, stated: bool) -> None:
    (launch,) = launches(code.encode())
    assert (launch.kernel, launch.bytes, launch.states_bytes) == (kernel, size, stated)


def test_none_in_comments_strings_or_shifts() -> None:
    assert list(launches(b'// k<<<1, 2>>>()\nauto s = "k<<<1, 2>>>()"; int a = x << 3; f<g<h<int>>>();')) == []


def test_rewriting_keeps_lines() -> None:
    code = b"a;\nrun<Gemm>\n <<<g,\n b, Gemm::kSmem>>>(p);\n#define M f<<<1, \\\n 2>>>()\nb;"
    found = rewritten(code)
    assert found.count(b"\n") == code.count(b"\n")
    assert b"<<<" not in found
    assert b">>>" not in found
    assert b"::cutlass_lint::launch<Gemm, (Gemm::kSmem)>{}, run<Gemm>" in found
    assert b"f      \\\n     ()" in found


@pytest.mark.parametrize("code", [b"k<<<1, 2", b"<<<1>>>()", b">>><<<", b"<<<", b"k<<<>>>()"])
def test_what_is_no_launch_is_harmless(code: bytes) -> None:
    rewritten(code)
