"""What tells apart the kernels that one instantiation makes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cutlass_lint.analyzer.smem.evidence import split_arguments

_MOST = 2
"""More arguments than these are no name for a difference."""
_NAME = re.compile(r"(?:\w+::)*(\w+)\Z")


def variants(types: Sequence[str]) -> list[str | None]:
    """Name each of several kernel types by the template arguments in which it differs from the others.

    Arguments that differ are looked into as long as they are the same template: of two kernels that differ only in a
    tag, the tag is the name. Kernels that differ in more, or in what is no plain name, are numbered. A single one has
    no name.
    """
    if len(types) < 2:
        return [None] * len(types)
    columns = list(dict.fromkeys(_differences(types)))
    names = [[match[1] for text in column if (match := _NAME.match(text))] for column in columns]
    if len(columns) <= _MOST and all(len(found) == len(types) for found in names):
        return [", ".join(column[i] for column in names) for i in range(len(types))]
    return [f"kernel {i} of {len(types)}" for i in range(1, len(types) + 1)]


def _differences(types: Sequence[str]) -> Iterator[tuple[str, ...]]:
    parts = [_parts(type_) for type_ in types]
    if len({(name, len(arguments)) for name, arguments in parts}) > 1 or not parts[0][1]:
        yield tuple(types)
        return
    for column in zip(*(arguments for _, arguments in parts), strict=True):
        if len(set(column)) > 1:
            yield from _differences(column)


def _parts(type_: str) -> tuple[str, tuple[str, ...]]:
    name, bracket, rest = type_.partition("<")
    return name, split_arguments(rest.removesuffix(">")) if bracket and rest.endswith(">") else ()
