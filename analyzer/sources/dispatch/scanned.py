"""A function or class as far as the way to launchers matters: what it mentions, under which cases and conditions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, cached_property
from typing import TYPE_CHECKING

from msgspec import Struct

from cutlass_lint.analyzer.model import Location
from cutlass_lint.analyzer.remembering import for_a_run
from cutlass_lint.analyzer.sources.declarations import closing_angle
from cutlass_lint.analyzer.sources.dispatch.frames import Frame
from cutlass_lint.analyzer.sources.dispatch.values import UNKNOWN, Enumerator, Value
from cutlass_lint.analyzer.sources.launches import split

if TYPE_CHECKING:
    from cutlass_lint.analyzer.sources.dispatch.evaluation import Evaluation
    from cutlass_lint.analyzer.sources.dispatch.text import Body
    from cutlass_lint.analyzer.sources.dispatch.tree import Syntax

SMALLEST = 8
"""The least that M and N of a CTA tile are: smaller numbers are extents of clusters, stages and flags."""
_TILE = re.compile(r"(\d{1,9})x(\d{1,9})x(\d{1,9})")
_ENDS = frozenset({"break_statement", "return_statement", "throw_statement"})
_LEAVES = frozenset({"return_statement", "throw_statement"})


@cache
def is_tile(name: str) -> bool:
    """Whether an enumerator names a CTA tile: `CtaShape128x64x128B` does, `ClusterShape_2x1x1` does not."""
    match = _TILE.search(name)
    return match is not None and int(match[1]) >= SMALLEST and int(match[2]) >= SMALLEST


class Case(Struct, frozen=True):
    """A `case` over a tile, where it stands, and the span of what it leads to, falling through included.

    `switch` is where the body of its switch begins.
    """

    label: Enumerator
    location: Location
    switch: int
    start: int
    end: int


class Condition(Struct, frozen=True):
    """An `if`: where it must not be false, and where it must not be true, for the code there to run."""

    node: Syntax
    holding: tuple[int, int]
    failing: tuple[tuple[int, int], ...]


class Mention(Struct, frozen=True):
    """A name in a body, the texts of its template arguments, the case and the conditions around it.

    Each condition is given by its index, with the answer that it must not have for the code to run; those in `outside`
    stand around the case.
    """

    name: str
    arguments: tuple[str, ...]
    offset: int
    case: Enumerator | None
    conditions: tuple[tuple[int, bool], ...]
    outside: tuple[tuple[int, bool], ...]


class Local(Struct, frozen=True):
    """A type alias or constant in a body: it counts from `start` to the end of the block around it."""

    name: str
    node: Syntax
    is_type: bool
    start: int
    end: int


Memory = dict[tuple[str, ...], dict[tuple[Value | None, ...], Value]]
"""What was found out, by the names that it took and then by what they stood for."""
Memories = dict[tuple[Value, ...], dict[tuple[int, str], Memory]]
"""What was found out inside a class with some arguments, at an offset about a text."""


class Scanned:
    """A body, read for the names in a pattern: its first group is the name, the second `<` where arguments follow.

    `memory` is what was found out about the body, whatever names it was read for.
    """

    def __init__(
        self, evaluation: Evaluation, body: Body, root: Syntax, names: re.Pattern[bytes], memory: Memories
    ) -> None:
        self.body = body
        self._root = root
        self._names = names
        self._evaluation = evaluation
        self.memory = memory

    @cached_property
    def mentions(self) -> list[Mention]:
        """The names that lead further."""
        found = []
        for match in self._names.finditer(self.body.text, self._root.start, self._root.end):
            arguments: tuple[str, ...] = ()
            if match[2] == b"<":
                closing = closing_angle(self.body.text, match.end(), self._root.end)
                if closing is None:
                    continue
                inside = self.body.text[match.end() : closing].decode("utf-8", "replace")
                arguments = tuple(split(" ".join(inside.split())))
            offset = match.start()
            conditions = tuple(self._conditions_at(offset))
            around = [case for case in self._cases if case.start <= offset < case.end]
            for case in around or (None,):
                # Of one switch in another, the inner one chooses; cases may fall through to the next.
                if case is None or case.switch == around[-1].switch:
                    outside = tuple(self._conditions_at(case.start)) if case else conditions
                    label = case.label if case else None
                    found.append(Mention(match[1].decode(), arguments, offset, label, conditions, outside))
        return found

    @cached_property
    def _cases(self) -> list[Case]:
        return list(cases_in(self._evaluation, self.body, self._root))

    def _conditions_at(self, offset: int) -> Iterator[tuple[int, bool]]:
        for index, condition in enumerate(self.conditions):
            if condition.holding[0] <= offset < condition.holding[1]:
                yield index, False
            elif any(start <= offset < end for start, end in condition.failing):
                yield index, True

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """Its `if`s. Behind one that leaves the function, the code runs only where its condition does not hold."""
        return tuple(_conditions(self._root))

    @cached_property
    def locals(self) -> dict[str, list[Local]]:
        """Its type aliases and constants by name, in order."""
        return _locals(self._root)


# A tree belongs to all who read the same text.
@for_a_run(8192)
def _conditions(root: Syntax) -> list[Condition]:
    found = []
    waiting = [(root, root.end)]
    while waiting:
        node, end = waiting.pop()
        # What comes behind a case can be entered by itself.
        end = node.end if node.kind in ("compound_statement", "case_statement") else end
        then, other = node.fields.get("consequence"), node.fields.get("alternative")
        condition = node.fields.get("condition")
        if node.kind == "if_statement" and then is not None and condition is not None:
            failing = [(other.start, other.end)] if other is not None else []
            if _ends(then, _LEAVES):
                failing.append((node.end, end))
            found.append(Condition(condition, (then.start, then.end), tuple(failing)))
        waiting += ((child, end) for child in reversed(node.children))
    return found


@for_a_run(8192)
def _locals(root: Syntax) -> dict[str, list[Local]]:
    found: dict[str, list[Local]] = {}
    waiting = [(root, root.end)]
    while waiting:
        node, end = waiting.pop()
        end = node.end if node.kind in ("compound_statement", "field_declaration_list") else end
        for name, value, is_type in _declared(node):
            found.setdefault(name, []).append(Local(name, value, is_type, node.end, end))
        waiting += ((child, end) for child in reversed(node.children))
    return found


@for_a_run(8192)
def _switches(root: Syntax) -> tuple[Syntax, ...]:
    """The bodies of the switches in a part of a body."""
    bodies = (node.fields.get("body") for node in root.descendants() if node.kind == "switch_statement")
    return tuple(filter(None, bodies))


def cases_in(evaluation: Evaluation, body: Body, root: Syntax) -> Iterator[Case]:
    """The cases over tiles in a part of a body."""
    for inside in _switches(root):
        cases = [child for child in inside.children if child.kind == "case_statement"]
        for index, case in enumerate(cases):
            label = case.fields.get("value")
            value = evaluation.value(label, Frame(body, {})) if label is not None else UNKNOWN
            if isinstance(value, Enumerator) and is_tile(value.name):
                end = next((later.end for later in cases[index:] if _is_closed(later)), inside.end)
                yield Case(value, body.location(case.start), inside.start, case.start, end)


def _declared(node: Syntax) -> Iterator[tuple[str, Syntax, bool]]:
    """The names that a node gives to types and constants."""
    if node.kind == "alias_declaration" and (meant := node.fields.get("type")):
        yield node.spelled("name"), meant, True
    elif node.kind == "declaration" and any(part.text == "constexpr" for part in node.children):
        for part in node.all("declarator"):
            if part.kind == "init_declarator" and (value := part.fields.get("value")):
                yield part.spelled("declarator"), value, False


def _is_closed(case: Syntax) -> bool:
    """Whether nothing falls through the end of a case."""
    return bool(case.children) and _ends(case.children[-1], _ENDS)


def _ends(node: Syntax, kinds: frozenset[str]) -> bool:
    """Whether a statement certainly ends in one of some kinds."""
    while node.kind == "compound_statement" and node.children:
        node = node.children[-1]
    if node.kind == "if_statement" and (other := node.fields.get("alternative")) and other.children:
        then = node.fields.get("consequence")
        return then is not None and _ends(then, kinds) and _ends(other.children[-1], kinds)
    return node.kind in kinds
