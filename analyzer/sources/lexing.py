"""The lexical half of reading C++: comments and literals blanked in place, so that offsets stay those of the file.

This is done with one regular expression and before any grammar, for two reasons. Which bytes are a comment or a
literal does not depend on what stands around them, and an error-tolerant parser gets it wrong once it is recovering
from an error: macro calls at namespace scope are such errors, and they are what generated sources are made of.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property, lru_cache

BOM = b"\xef\xbb\xbf"

# All code up to a comment, literal or splice, and that: nothing is tried twice, so that the time is that of reading on.
# An unclosed literal ends with its line, an unclosed comment or raw string with the file, as in a compiler's recovery.
# Names are told from prefixes of literals, and a number has digit separators, which would open a character literal.
_LEXEME = re.compile(
    rb"""
    (?: [^\w\x80-\xff"'/\\.]++
      | (?! (?:u8|[uUL])?+ (?: R"[^\s()\\"]{0,16}\( | ["'] ) ) [A-Za-z_\x80-\xff][\w\x80-\xff]*+
      | (?<![\w\x80-\xff]) \.?[0-9](?:[eEpP][+-]|'?[\w.])*+
      | [0-9.]
      | /(?![/*])
      | \\(?![ \t]*+\r?\n)
    )*+
    (?: (?P<comment> //[^\\\n]*+(?:\\(?:\r?\n)?[^\\\n]*+)*+ | /\*[^*]*+(?:\*++[^*/][^*]*+)*+(?:\*+/|\**\Z) )
      | (?P<raw> (?:u8|[uUL])? R"(?P<delimiter>[^\s()\\"]{0,16})\( .*? (?:\)(?P=delimiter)"|\Z) )
      | (?P<literal> (?:u8|[uUL])?
            (?: "[^"\\\n]*+(?:\\(?:\r\n|.)[^"\\\n]*+)*+"?
              | '[^'\\\n]*+(?:\\(?:\r\n|.)[^'\\\n]*+)*+'? ) )
      | (?P<splice> \\[ \t]*\r?\n )
      | \Z )
    """,
    re.DOTALL | re.VERBOSE,
)

_SPLICE = re.compile(rb"\\[ \t]*\r?\n")


class Text:
    """A file's bytes, two renderings of equal length, and the lines of offsets.

    `code` lacks comments, line splices and a BOM: blanks stand there, line ends inside comments included, so that a
    line of `code` is a logical line of the preprocessor. `shape` also replaces each literal by `"___"`: what is a
    bracket or a name there is one in C++. `unclosed` is the offset of a comment or raw string that the file cuts off.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.unclosed: int | None = None
        code: list[bytes] = []
        shape: list[bytes] = []
        last = 0
        if data.startswith(BOM):
            code.append(b"   ")
            shape.append(b"   ")
            last = len(BOM)
        for match in _LEXEME.finditer(data, last):
            if match.lastgroup is None:
                break  # the end of the file
            start, end = match.span(match.lastgroup)
            between = data[last:start]
            blank = b" " * (end - start)
            is_literal = match.lastgroup in ("raw", "literal")
            code += (between, data[start:end] if is_literal else blank)
            shape += (between, _placeholder(end - start) if is_literal else blank)
            last = end
            if end == len(data) and not _is_closed(match):
                self.unclosed = start
        self.code = b"".join((*code, data[last:]))
        self.shape = b"".join((*shape, data[last:]))

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer(rb"\n", self.data))]

    def line(self, offset: int) -> int:
        """Return the line of an offset, from 1."""
        return bisect_right(self._line_starts, offset)

    def column(self, offset: int) -> int:
        """Return the column of an offset in characters, from 1; a BOM is not counted."""
        start = self._line_starts[self.line(offset) - 1]
        return len(self.data[start:offset].removeprefix(BOM).decode("utf-8", "replace")) + 1

    def folded(self, start: int, end: int, shape: bytes | None = None) -> str:
        """Return the text of a span without comments, every run of white space folded to one blank.

        White space inside literals stays, but for the ends of lines that they continue. `shape` narrows what counts as
        text, as when directives are blanked too.
        """
        narrowed = (self.shape if shape is None else shape)[start:end]
        if narrowed == self.code[start:end]:  # no literals, no directives
            return b" ".join(narrowed.split()).decode("utf-8", "replace")
        words = re.finditer(rb"\S+", narrowed)
        text = b" ".join(self.code[start + word.start() : start + word.end()] for word in words)
        # In a raw string, a backslash before a line end is one.
        return (text if b'R"' in text else _SPLICE.sub(b"", text)).decode("utf-8", "replace")


@lru_cache(maxsize=4096)
def lexed(data: bytes) -> Text:
    """The text of some bytes, which many generated sources have in common."""
    return Text(data)


def _placeholder(length: int) -> bytes:
    return b'"' + b"_" * (length - 2) + b'"' if length > 1 else b"0"


def _is_closed(match: re.Match[bytes]) -> bool:
    text = match[match.lastgroup or 0]
    if match["comment"] is not None:
        return text.startswith(b"//") or (text.endswith(b"*/") and len(text) >= len(b"/**/"))
    if match["raw"] is not None:
        return text.endswith(b")" + match["delimiter"] + b'"')
    return True


def pairs(shape: bytes) -> dict[int, int]:
    """Map the offset of each opening parenthesis to that of its closing one; unclosed ones are missing."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for match in re.finditer(rb"[()]", shape):
        if match.group() == b"(":
            opened.append(match.start())
        elif opened:
            found[opened.pop()] = match.start()
    return found
