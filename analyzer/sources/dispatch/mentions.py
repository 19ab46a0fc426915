"""Whether a module's code names a launcher anywhere, beside where it is declared, defined or instantiated."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from typing import TYPE_CHECKING

from cutlass_lint.analyzer.sources.declarations import closing_angle
from cutlass_lint.analyzer.sources.preprocessor import preprocessed

if TYPE_CHECKING:
    from cutlass_lint.analyzer.sources.dispatch.code import Code
    from cutlass_lint.analyzer.sources.dispatch.text import CodeFile

_TEMPLATE = re.compile(rb"\s*(?:extern\s+)?template\s*")
# What stands before a name in a declaration: a type, specifiers and attributes.
_DECLARING = re.compile(rb"[\w\s:*&<>,\[\]]*\Z")
_DECLARED = re.compile(rb"\s*\(")
_PASTED = re.compile(rb"\w+(?:\s*##\s*\w+)+")


def is_named(code: Code, launcher: str, macros: Collection[str]) -> bool:
    """Whether code comes to a function template by its name. `macros` are those that instantiate it."""
    return any(_names(file, launcher, macros) for file in code.with_name(launcher)) or is_pasted(code, launcher, macros)


def is_pasted(code: Code, name: str, macros: Collection[str]) -> bool:
    """Whether a macro, other than some, may join a name from pieces."""
    return any(macro not in macros and pattern.fullmatch(name) for macro, pattern in code.pasted)


@lru_cache(maxsize=1024)
def pasted(data: bytes) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The names that macros join from pieces."""
    preprocessor = preprocessed(data)
    return tuple(
        (macro.name, _pattern(chain[0], macro.parameters))
        for macro in preprocessor.macros()
        for chain in _PASTED.finditer(preprocessor.text.shape, macro.body, macro.end)
    )


def _pattern(chain: bytes, parameters: Collection[str]) -> re.Pattern[str]:
    """What joining pieces can make: a parameter stands for anything."""
    pieces = (piece.strip() for piece in chain.decode().split("##"))
    return re.compile("".join(r"\w*" if piece in parameters else re.escape(piece) for piece in pieces))


def _names(file: CodeFile, launcher: str, macros: Collection[str]) -> bool:
    pattern = re.compile(rb"\b" + re.escape(launcher.encode()) + rb"\b")
    for macro in file.header.preprocessor.macros():
        if macro.name not in macros and pattern.search(file.header.text.shape, macro.body, macro.end):
            return True
    return any(not _is_declaration(file, match.start(), match.end()) for match in pattern.finditer(file.code))


def _is_declaration(file: CodeFile, start: int, end: int) -> bool:
    """Whether a name at an offset is only declared, defined or instantiated there."""
    code = file.code
    if not file.header.is_namespace_scope(start):
        return False
    head = 1 + max(code.rfind(mark, 0, start) for mark in (b";", b"{", b"}"))
    while (template := _TEMPLATE.match(code, head, start)) and template.end() > head:
        head = template.end()
        if code[head : head + 1] == b"<":
            closing = closing_angle(code, head + 1, start)
            if closing is None:
                return False
            head = closing + 1
    if code[end : end + 1].strip() == b"" and (opening := code.find(b"<", end, end + 2)) >= 0:
        end = opening
    if code[end : end + 1] == b"<":
        closing = closing_angle(code, end + 1, len(code))
        end = closing + 1 if closing is not None else end
    return _DECLARING.fullmatch(code, head, start) is not None and _DECLARED.match(code, end) is not None
