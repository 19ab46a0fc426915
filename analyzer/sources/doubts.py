"""What statements mean once others are left out: a name whose declaration is gone may mean another's."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cutlass_lint.analyzer.sources.statements import Statement, Statements

_PIECE = re.compile(rb"([^;{}]*)([;{}])")
_HEADED = re.compile(rb"([A-Za-z_]\w*)\s*(?:\(|(?::[^:]|final\b|\Z))")


def misled(statements: Statements, declaration: Statement, gone: Sequence[Statement], asked: Statement) -> bool:
    """Whether a statement uses a name that one of those left out declares: directly, or through what lies between them.

    That there is no error is no surety: another declaration of the name may be visible.
    """
    end = statements.block_end(declaration)
    if not declaration.end <= asked.start < end:
        return False
    names = statements.declared(declaration)
    known = 0
    while len(names) > known:
        known = len(names)
        for (start, stop), headers in _pieces(statements.shape, declaration.end, end):
            is_gone = any(one.start <= start < one.end for one in gone)
            if not is_gone and names & statements.words(start, stop):
                names |= statements.declared_in(start, stop)
                names |= {name.decode() for header in headers for name in _HEADED.findall(header)}
    return bool(names & statements.names(asked))


def _pieces(shape: bytes, start: int, end: int) -> Iterator[tuple[tuple[int, int], list[bytes]]]:
    """The spans between semicolons and braces, each with the texts ahead of the braces that it is inside of."""
    headers: list[bytes] = []
    for match in _PIECE.finditer(shape, start, end):
        yield match.span(), list(headers)
        if match[2] == b"{":
            headers.append(match[1].rstrip())
        elif match[2] == b"}" and headers:
            headers.pop()
