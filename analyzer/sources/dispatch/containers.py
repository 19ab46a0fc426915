"""The containers and algorithms of the standard library that candidate lists are made with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from cutlass_lint.analyzer.sources.dispatch.frames import Frame, Undecided
from cutlass_lint.analyzer.sources.dispatch.values import (
    UNKNOWN,
    Closure,
    Extents,
    Items,
    Iterator,
    Record,
    Value,
    as_number,
    certain_items,
    equal,
    truth,
)

if TYPE_CHECKING:
    from cutlass_lint.analyzer.sources.dispatch.evaluation import Evaluation
    from cutlass_lint.analyzer.sources.dispatch.tree import Syntax

ALGORITHMS = frozenset({"copy", "transform", "find", "get", "size", "make_pair", "make_tuple", "move"})
_ADDING = frozenset({"push_back", "push_front", "emplace_back", "insert", "emplace"})
_HARMLESS = frozenset({"reserve", "shrink_to_fit"})
_RANGE = 3
_INDEX = re.compile(r"[0-9]{1,18}")
"""The arguments of `insert(place, first, last)` and `copy(first, last, target)`."""


def item(items: Value, index: Value) -> Value:
    """One of a container's items, or of the extents of a shape."""
    number = as_number(index)
    if isinstance(items, Extents) and number is not None and 0 <= number < len(items.extents):
        extent = items.extents[number]
        return UNKNOWN if extent is None else extent
    if not isinstance(items, Items) or number is None or not items.is_certain or not 0 <= number < len(items):
        return UNKNOWN
    return items.entries[number][0]


def forget(values: Iterable[Value]) -> None:
    """Take note that a function that is not known may have changed containers."""
    for value in values:
        if isinstance(value, Items):
            value.hold(((one, False) for one, _ in value.entries), is_open=True)


def method(evaluation: Evaluation, owner: Items, name: str, arguments: Sequence[Syntax], frame: Frame) -> Value:
    """Call a container's member function. Raises Undecided for one that may change it in a way that is not known."""
    if name in ("begin", "cbegin"):
        return Iterator(0)
    if name in ("end", "cend"):
        return Iterator(None)
    if name == "size":
        return len(owner) if owner.is_certain else UNKNOWN
    if name == "empty":
        certainly_not = any(certain for _, certain in owner.entries)
        return False if certainly_not else True if owner.is_certain else UNKNOWN
    if name == "count":
        return _count(owner, evaluation.value(arguments[0], frame)) if arguments else UNKNOWN
    if name == "erase":
        _erase(evaluation, owner, arguments, frame)
    elif name in _ADDING:
        _add(evaluation, owner, name, arguments, frame)
    elif name == "clear":
        owner.hold((), is_open=False)
    elif name not in _HARMLESS:
        raise Undecided
    return UNKNOWN


def algorithm(evaluation: Evaluation, name: str, text: str, arguments: Sequence[Syntax], frame: Frame) -> Value:
    """Call one of `ALGORITHMS`."""
    if name in ("get", "size"):
        index = text.partition("<")[2].rpartition(">")[0].strip()
        items = evaluation.value(arguments[0], frame) if arguments else UNKNOWN
        return item(items, int(index)) if _INDEX.fullmatch(index) else UNKNOWN
    if name in ("make_pair", "make_tuple"):
        return certain_items(evaluation.value(argument, frame) for argument in arguments)
    if name == "move":
        return evaluation.value(arguments[0], frame) if len(arguments) == 1 else UNKNOWN
    source = _owner(evaluation, arguments[0], frame) if arguments else None
    if name == "find":
        return _find(evaluation, source, arguments, frame)
    target = _target(evaluation, arguments[2], frame) if len(arguments) >= _RANGE else None
    if source is None or target is None:
        raise Undecided
    entries = source.entries
    if name == "transform":
        change = evaluation.value(arguments[_RANGE], frame) if len(arguments) > _RANGE else UNKNOWN
        if not isinstance(change, Closure):
            raise Undecided
        entries = tuple([(evaluation.apply(change, [value]), certain) for value, certain in entries])
        # It may be given each by reference, and change it there.
        forget([source])
    target.add(entries)
    target.is_open |= source.is_open
    return UNKNOWN


def _owner(evaluation: Evaluation, node: Syntax, frame: Frame) -> Items | None:
    """The container of `container.begin()`, itself."""
    callee = node.fields.get("function")
    if node.kind != "call_expression" or callee is None or callee.kind != "field_expression":
        return None
    owner = evaluation.value(callee.fields.get("argument"), frame)
    return owner if isinstance(owner, Items) else None


def _target(evaluation: Evaluation, node: Syntax, frame: Frame) -> Items | None:
    """The container that `std::back_inserter(container)` adds to."""
    arguments = node.fields.get("arguments")
    if not node.spelled("function").endswith("back_inserter") or arguments is None:
        return None
    target = evaluation.value(next(iter(arguments.children), None), frame)
    return target if isinstance(target, Items) else None


def _count(items: Items, wanted: Value) -> Value:
    same = [(equal(value, wanted), certain) for value, certain in items.entries]
    if any(answer and certain for answer, certain in same):
        return 1
    return 0 if not items.is_open and all(answer is False for answer, _ in same) else UNKNOWN


def _find(evaluation: Evaluation, source: Items | None, arguments: Sequence[Syntax], frame: Frame) -> Value:
    if source is None or len(arguments) != _RANGE or not source.is_certain:
        return UNKNOWN
    wanted = evaluation.value(arguments[2], frame)
    same = [equal(value, wanted) for value, _ in source.entries]
    if None in same:
        return UNKNOWN
    return Iterator(same.index(True) if True in same else None)


def _add(evaluation: Evaluation, owner: Items, name: str, arguments: Sequence[Syntax], frame: Frame) -> None:
    if name == "insert" and len(arguments) == _RANGE:
        source = _owner(evaluation, arguments[1], frame)
        if source is None:
            raise Undecided
        owner.add(source.entries)
        owner.is_open |= source.is_open
        return
    values = [evaluation.value(argument, frame) for argument in arguments]
    if name.startswith("emplace") and len(values) > 1:
        owner.add(((Record("", tuple(values)), True),))
        return
    value = values[-1] if values else UNKNOWN
    owner.add(((value.copy() if isinstance(value, Items) else value, True),))


def _erase(evaluation: Evaluation, owner: Items, arguments: Sequence[Syntax], frame: Frame) -> None:
    """Drop what `erase(remove_if(first, last, predicate), last)` drops."""
    call = arguments[0] if arguments else None
    listed = call.fields.get("arguments") if call is not None else None
    if call is None or listed is None or not call.spelled("function").endswith("remove_if"):
        raise Undecided
    predicate = evaluation.value(listed.children[-1], frame)
    if not isinstance(predicate, Closure):
        raise Undecided
    kept = []
    for value, certain in owner.entries:
        goes = truth(evaluation.apply(predicate, [value]))
        if goes is not True:
            kept.append((value, certain and goes is False))
    owner.hold(kept, is_open=owner.is_open)
