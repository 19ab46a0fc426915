"""What is a comment or a literal, whatever stands around it."""

from __future__ import annotations

import pytest

from cutlass_lint.analyzer.sources.lexing import Text


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        (b"a // b\nc", b"a     \nc"),
        (b"a // b \\\n c\nd", b"a          \nd"),
        (b"a / b /* c **/ d", b"a / b          d"),
        (b"a */ b", b"a */ b"),
        (b"x = 1'000 + 0x1'f; 'a'", b"x = 1'000 + 0x1'f; \"_\""),
        (b"x = .5e-3'1 + y.z", b"x = .5e-3'1 + y.z"),
        (b"u8\"x\" L'y' U2'z'", b'"___" "__" U2"_"'),
        (b'"a \\" b" c', b'"______" c'),
        (b'"// no comment" /* "no literal" */', b'"_____________"                   '),
        (b'R"(a " b)" c', b'"________" c'),
        (b'u8R"x(a)" )x" c', b'"___________" c'),
        (b'macroR"(a" b', b'macroR"__" b'),
        (b'R"no raw string" b', b'R"_____________" b'),
        (b'"open\nb', b'"___"\nb'),
        (b"it's\nb", b'it""\nb'),
        (b"a \\  \n b", b"a      b"),
        (b"a \\ b", b"a \\ b"),
    ],
)
def test_comments_and_literals_are_blanked(text: bytes, shape: bytes) -> None:
    assert Text(text).shape == shape


@pytest.mark.parametrize("text", [b"a /* b", b"a /*/", b"a /* b **", b'a R"x(b)"', b'a R"(b'])
def test_what_the_end_cuts_off_is_told(text: bytes) -> None:
    assert Text(text).unclosed == 2


@pytest.mark.parametrize("text", [b"a /**/", b"a // b", b'a R"x(b)x"', b'a "b'])
def test_what_is_whole_is_not(text: bytes) -> None:
    assert Text(text).unclosed is None
