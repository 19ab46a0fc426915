"""What stands in a source around its instantiations: what a source that is parsed after it sees of it."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from cutlass_lint.analyzer.sources.preprocessor import BRANCHING, OPENING
from cutlass_lint.analyzer.sources.projects import header_of

if TYPE_CHECKING:
    from cutlass_lint.analyzer.model import Source

# Once instantiations are left out, nothing is left for these to decide on.
_EMPTY_CONDITION = re.compile(rb"^[ \t]*#[ \t]*if[^\n]*\n(?:\s*#[ \t]*el[^\n]*\n)*\s*#[ \t]*endif[^\n]*$", re.MULTILINE)
_LEAVES_NO_MACRO = OPENING | BRANCHING | {"endif", "include"}


def surroundings(source: Source) -> bytes:
    """The code of a source, without its instantiations and conditions around nothing else.

    Sources with the same may be parsed one after the other, in any order, and mean what they mean alone. One that
    defines macros or has pragmas is like no other: what it has is its path.
    """
    header = header_of(source.file)
    if header is None or any(one.name not in _LEAVES_NO_MACRO for one in header.preprocessor.directives):
        return os.fsencode(source.file)
    text = bytearray(header.text.code)
    for instantiation in reversed(source.instantiations):
        del text[instantiation.start_byte : instantiation.end_byte]
    before, left = b"", bytes(text)
    while before != left:
        before, left = left, _EMPTY_CONDITION.sub(b"", left)
    return b"\n".join(filter(None, (b" ".join(line.split()) for line in left.splitlines())))
