"""The grammar's tree of a piece of code in plain objects, which are walked far faster than tree-sitter's own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from cutlass_lint.analyzer.sources.grammar import parsed

if TYPE_CHECKING:
    from tree_sitter import Node, TreeCursor


class Syntax:
    """A node: its kind as the grammar names it, its text with white space folded, and what is in it.

    `children` are the named nodes, comments left out; `fields` are nodes by the grammar's name for their part, of
    several the first (`labelled` has all). `start` and `end` are offsets in the text that was read.
    """

    __slots__ = ("_source", "_text", "children", "end", "fields", "kind", "labelled", "start")

    def __init__(self, kind: str, source: bytes, start: int, end: int) -> None:
        self.kind = kind
        self.start = start
        self.end = end
        self.fields: dict[str, Syntax] = {}
        self.labelled: list[tuple[str, Syntax]] = []
        self.children: list[Syntax] = []
        self._source = source
        self._text: str | None = None

    @property
    def text(self) -> str:
        """Its text, white space folded."""
        if self._text is None:
            self._text = " ".join(self._source[self.start : self.end].decode("utf-8", "replace").split())
        return self._text

    def spelled(self, field: str) -> str:
        """The text of a part of it, empty where it has none."""
        part = self.fields.get(field)
        return part.text if part is not None else ""

    def all(self, field: str) -> list[Syntax]:
        """The parts of it that share a field's name."""
        return [node for name, node in self.labelled if name == field]

    @property
    def has_error(self) -> bool:
        """Whether the grammar did not understand all of it."""
        return any(node.kind in ("ERROR", "MISSING") for node in self.descendants())

    def descendants(self) -> Iterator[Syntax]:
        """It and all that is in it, in the order of the text."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)


@lru_cache(maxsize=8192)
def tree_of(text: bytes) -> Syntax:
    """The tree of a text, read once: modules have most of their code in common."""
    root = parsed(text)
    return _read(root.walk(), root, text)


def _read(cursor: TreeCursor, node: Node, source: bytes) -> Syntax:
    found = Syntax("MISSING" if node.is_missing else sys.intern(node.type), source, node.start_byte, node.end_byte)
    if cursor.goto_first_child():
        while True:
            current = cursor.node
            name = cursor.field_name
            is_named = current is not None and current.is_named
            if current is not None and (name is not None or is_named) and current.type != "comment":
                child = _read(cursor, current, source)
                if name is not None:
                    found.fields.setdefault(name, child)
                    found.labelled.append((name, child))
                if is_named:
                    found.children.append(child)
            if not cursor.goto_next_sibling():
                break
        cursor.goto_parent()
    return found
