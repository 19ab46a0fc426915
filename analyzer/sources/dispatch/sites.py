"""Places in the bodies of dispatchers, with what the names there stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from cutlass_lint.analyzer.sources.dispatch.frames import Frame, Owner
from cutlass_lint.analyzer.sources.dispatch.scanned import SMALLEST, Mention, Scanned
from cutlass_lint.analyzer.sources.dispatch.type_arguments import PLAIN, type_argument
from cutlass_lint.analyzer.sources.dispatch.values import UNKNOWN, Extents, TypeName, Value, truth

if TYPE_CHECKING:
    from cutlass_lint.analyzer.sources.dispatch.evaluation import Evaluation


class Site(Frame):
    """The names at one place of a body: its aliases and constants there are followed when they are asked for."""

    def __init__(self, evaluation: Evaluation, scanned: Scanned, names: dict[str, Value], owner: Owner | None) -> None:
        super().__init__(scanned.body, names, owner)
        self.scanned = scanned
        self.offset = 0
        self._evaluation = evaluation
        self._busy: set[str] = set()
        self._asked: dict[str, Value | None] = {}
        self._held: dict[int, bool | None] = {}
        around = tuple(owner.arguments.values()) if owner else ()
        self._memory = scanned.memory.setdefault(around, {})

    def lookup(self, name: str) -> Value | None:
        """What a name stands for at the place."""
        visible = [local for local in self.scanned.locals.get(name, ()) if local.start <= self.offset < local.end]
        if not visible or name in self._busy:
            self._asked[name] = super().lookup(name)
            return self._asked[name]
        # In doubt both branches of a condition are there.
        if self.scanned.body.is_doubtful and len(visible) > 1:
            return UNKNOWN
        self._busy.add(name)
        node = visible[-1].node
        is_type = visible[-1].is_type
        value = type_argument(self._evaluation, node.text, self) if is_type else self._evaluation.value(node, self)
        self._busy.discard(name)
        return value

    def assign(self, name: str, value: Value) -> None:
        """Leave everything as it is: no variables are followed here."""

    def runs(self, mention: Mention) -> bool:
        """Whether a place can be reached: no condition around it is known to keep it from running."""
        return self._may_hold(mention.conditions)

    def enters(self, mention: Mention) -> bool:
        """Whether the case around a place can be reached, whatever happens there."""
        return self._may_hold(mention.outside)

    def _may_hold(self, conditions: Iterable[tuple[int, bool]]) -> bool:
        return all(self._holds(index) is not excluded for index, excluded in conditions)

    def _holds(self, index: int) -> bool | None:
        if index not in self._held:
            node = self.scanned.conditions[index].node
            self._held[index] = truth(self._remembered(node.start, "", lambda: self._evaluation.value(node, self)))
        return self._held[index]

    def argument(self, text: str, offset: int) -> Value:
        """What a template argument at an offset stands for."""
        return self._remembered(offset, text, lambda: _told_apart(type_argument(self._evaluation, text, self)))

    def _remembered(self, offset: int, text: str, find: Callable[[], Value]) -> Value:
        """What was found at an offset before, where all that was asked for it has the same answer here."""
        memory = self._memory.setdefault((offset, text), {})
        for asked, known in memory.items():
            value = known.get(tuple(map(super().lookup, asked)))
            if value is not None:
                return value
        self.offset, self._asked = offset, {}
        value = find()
        memory.setdefault(tuple(self._asked), {})[tuple(self._asked.values())] = value
        return value


def _told_apart(value: Value) -> Value:
    """A value as far as it tells tiles and their types apart: fewer visits are enough then."""
    if isinstance(value, TypeName) and all(map(PLAIN.fullmatch, value.name.split("|"))):
        return value
    if isinstance(value, Extents) and any((extent or 0) >= SMALLEST for extent in value.extents):
        return value
    is_extent = isinstance(value, int) and not isinstance(value, bool) and value >= SMALLEST
    return value if is_extent else UNKNOWN
