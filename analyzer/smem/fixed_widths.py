"""Copies of headers that name the fixed-width integers of another namespace by aliases, which clang is fast with.

Each use of a type by way of a using-declaration makes clang 18 walk through all uses before it: its UsingType is looked
up by another profile than it is kept by (ASTContext::getUsingType, UsingType::Profile). CuTe uses `cute::uint32_t` and
its like thousands of times: a fifth of what parsing its headers takes.
"""

from __future__ import annotations

import re

_DECLARATION = re.compile(
    rb"^([ \t]*using[ \t]+)((?:\w+[ \t]*::[ \t]*)+)(u?int(?:8|16|32|64)_t)([ \t]*;)", re.MULTILINE
)


def aliased(data: bytes) -> bytes | None:
    """A header that says `using int8_t = A::int8_t;` for `using A::int8_t;`, line by line; None where it has none."""
    text, count = _DECLARATION.subn(rb"\1\3 = \2\3\4", data)
    return text if count else None
