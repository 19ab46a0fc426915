"""Headers whose kernel classes assert: what is kept of their device code, and where nothing is touched."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutlass_lint.analyzer.smem.preconditions import asserting

KERNEL = Path(__file__).parents[2] / "fixtures" / "cutlass" / "include" / "cutlass" / "gemm" / "kernel"


def kernel(body: str, result: str = "void") -> bytes:
    declaration = f"{result} operator() (Params const& params, char* smem_buf)"
    return f"struct K {{\n  {declaration} {{{body}}}\n  int after;\n}};\n".encode()


def body(data: bytes | None) -> str:
    """The body that is left, white space folded."""
    assert data is not None
    text = data.decode()
    return " ".join(text[text.index("smem_buf") :].partition("{")[2].rpartition("}\n  int")[0].split())


def test_what_opens_the_fixtures_device_code_is_all_that_is_left() -> None:
    data = (KERNEL / "gemm_universal.hpp").read_bytes()
    changed = asserting(data, ("120",))
    assert changed is not None
    before, after = data.decode().splitlines(), changed.decode().splitlines()
    assert len(before) == len(after)
    changes = {old.strip(): new.strip() for old, new in zip(before, after, strict=True) if old != new}
    assert changes.pop("void operator()(Params const& params, char* smem_buf) {").startswith("auto operator()")
    assert changes.pop("#if !defined(__CUDA_ARCH_FEAT_SM120_ALL)") == "#if !defined(__cplusplus)"
    assert set(changes.values()) == {""}
    assert any("asm volatile" in line for line in changes)
    assert not any("static_assert(decltype" in line or "Whole warp groups" in line for line in changes)


def test_conditions_on_other_devices_stay_as_they_are() -> None:
    changed = asserting((KERNEL / "gemm_universal.hpp").read_bytes(), ("90", "100"))
    assert changed is not None
    assert b"#if !defined(__CUDA_ARCH_FEAT_SM120_ALL)" in changed


def test_nothing_of_the_device_outlives_the_body() -> None:
    text = (
        "\n#if defined(__CUDA_ARCH_FEAT_SM90_ALL)\n# define LEVEL 1\n#endif\n#ifdef LEVEL\nstatic_assert(a);\n#endif\n"
    )
    data = b"#ifdef __CUDA_ARCH_FEAT_SM90_ALL\n#endif\n" + kernel(text) + b"#ifdef LEVEL\n#endif\n"
    changed = asserting(data, ("90",))
    assert changed is not None
    assert changed.startswith(b"#ifdef __CUDA_ARCH_FEAT_SM90_ALL\n")
    assert changed.endswith(b"#ifdef LEVEL\n#endif\n")
    assert b"#if defined(__cplusplus)\n# define cutlass_lint_LEVEL 1\n#endif\n#ifdef cutlass_lint_LEVEL\n" in changed


@pytest.mark.parametrize(
    ("given", "left"),
    [
        ("using namespace a; static_assert(b); c();", "using namespace a; static_assert(b);"),
        ('static_assert(size(T{}) == 2, "one; {two}"); // ; }\n', 'static_assert(size(T{}) == 2, "one; {two}");'),
        ('INVALID("x"); static_assert(a);', "static_assert(a);"),
        ("static_assert(a); int i = 0; static_assert(i_is(i));", "static_assert(a);"),
        (
            "if constexpr (A{}) { static_assert(a); } static_assert(b);",
            "if constexpr (A{}) { static_assert(a); } static_assert(b);",
        ),
        ("static_assert(a); if constexpr (A) { static_assert(b); } else { c(); }", "static_assert(a);"),
        ("static_assert(a); if constexpr (A) { if constexpr (B) { static_assert(b); } }", "static_assert(a);"),
        ("static_assert(a); { static_assert(b); }", "static_assert(a);"),
    ],
)
def test_what_is_kept(given: str, left: str) -> None:
    assert body(asserting(kernel(given), ())) == left


@pytest.mark.parametrize(
    "data",
    [
        kernel("int i = 0; static_assert(sizeof(i) == 4);"),
        kernel("static_assert(a);", result="int"),
        kernel("static_assert(a);\n#if A\n if (b) {\n#else\n {\n#endif\n }\n#if C\n {\n#endif\n"),
        kernel("static_assert(a);\n#if A\n"),
        b"struct K { void operator()(Params const&, char*) { static_assert(a);",
        b"struct K { void operator()(Params const&, char*); static_assert(a); };",
    ],
)
def test_a_header_is_left_alone_where_nothing_opens_with_an_assertion_or_its_body_is_unclear(data: bytes) -> None:
    assert asserting(data, ("120",)) is None


_PIECES = st.sampled_from(
    [
        "static_assert(a);",
        "if constexpr (A) {",
        "}",
        "{",
        "\n#if A\n",
        "\n#else\n",
        "\n#endif\n",
        "x();",
        "int i;",
        "\n",
    ]
)


@given(st.lists(_PIECES, max_size=12).map("".join))
def test_lines_and_what_stands_outside_the_body_never_change(text: str) -> None:
    data = kernel("static_assert(z);" + text)
    changed = asserting(data, ())
    if changed is not None:
        assert changed.count(b"\n") == data.count(b"\n")
        assert changed.count(b"{") - changed.count(b"}") == data.count(b"{") - data.count(b"}")
