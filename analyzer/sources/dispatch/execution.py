"""Functions of host code, followed with what is known of their arguments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from cutlass_lint.analyzer.sources.dispatch.branches import Branches
from cutlass_lint.analyzer.sources.dispatch.definitions import Function
from cutlass_lint.analyzer.sources.dispatch.frames import Frame, Outside, Owner, Undecided, joined
from cutlass_lint.analyzer.sources.dispatch.type_arguments import type_argument
from cutlass_lint.analyzer.sources.dispatch.values import (
    UNKNOWN,
    Closure,
    Items,
    Record,
    Value,
)

if TYPE_CHECKING:
    from cutlass_lint.analyzer.sources.dispatch.code import Code
    from cutlass_lint.analyzer.sources.dispatch.text import Body
    from cutlass_lint.analyzer.sources.dispatch.tree import Syntax

_DEPTH = 24


class _Applied(Struct, frozen=True):
    """What a lambda made of some arguments, which are kept so that no other object is taken for one of them."""

    arguments: tuple[Value, ...]
    asked: dict[str, Value | None]
    result: Value


class Execution(Branches):
    """Follows functions of a module's code."""

    def __init__(self, code: Code) -> None:
        super().__init__(code)
        self._depth = 0
        self._applied: dict[tuple[Syntax, Body, int, tuple[int, ...]], list[_Applied]] = {}
        # With what was asked of the class around: another class that answers the same has the same result.
        self._results: dict[tuple[int, tuple[Value, ...], tuple[Value, ...]], list[tuple[dict[str, Value], Value]]] = {}

    def result(self, function: Function, names: Mapping[str, Value], owner: Owner | None) -> Value:
        """What a function returns, with values for its parameters.

        Where it may return one of several containers, empty ones do not count: what is certain to be in it is so
        wherever anything is. UNKNOWN where the function is not understood.
        """
        if function.body.is_doubtful or self._depth > _DEPTH:
            return UNKNOWN
        frame = Frame(function.body, names, owner)
        self._depth += 1
        try:
            self._block(function.block, frame)
        finally:
            self._depth -= 1
        full = [value for value in frame.returned if not isinstance(value, Items) or value.entries or value.is_open]
        return joined(full or frame.returned or [UNKNOWN])

    def invoke(self, name: str, given: Sequence[str], arguments: Sequence[Value], frame: Frame) -> Value:
        """Call a function of the code by its name: the one overload that takes so many arguments."""
        fitting = [one for one in self.code.functions(name) if _takes(one, len(arguments))]
        around = frame.around
        own = [one for one in self.inside(name, frame) if _takes(one, len(arguments))]
        own += [one for one in fitting if around and one.owner == around.defined.name]
        candidates = own or [one for one in fitting if one.owner is None]
        if len(candidates) != 1:
            return UNKNOWN
        (function,) = candidates
        types = [type_argument(self, text, frame) for text in given]
        return self.returned(function, types, arguments, around if own else None)

    def returned(
        self, function: Function, given: Sequence[Value], arguments: Sequence[Value], owner: Owner | None
    ) -> Value:
        """What a function returns, found only once for the same arguments. `owner` is the class of a member."""
        names = self.bound(function, given, arguments)
        if owner is not None:
            owner.uses += 1
        if any(isinstance(argument, Items | Closure) for argument in arguments):
            return self.result(function, names, self.renamed(function, owner))
        known = self._results.setdefault((id(function), tuple(given), tuple(arguments)), [])
        found = next((entry for entry in known if owner is None or owner.answers(entry[0])), None)
        if found is None:
            around = self.renamed(function, owner)
            result = self.result(function, names, around)
            found = (dict(around.asked) if around else {}, result)
            known.append(found)
        if owner is not None:
            owner.asked |= found[0]
        return found[1].copy() if isinstance(found[1], Items) else found[1]

    def bound(self, function: Function, given: Sequence[Value], arguments: Sequence[Value]) -> dict[str, Value]:
        """Values for a function's parameters and those of its own template."""
        template = function.template[-1] if function.template and not function.owner else ()
        names: dict[str, Value] = {parameter.name: UNKNOWN for parameter in template}
        names.update(zip((parameter.name for parameter in template), given, strict=False))
        for index, parameter in enumerate(function.parameters):
            default = Frame(function.body, names)
            value = arguments[index] if index < len(arguments) else self.value(parameter.default, default)
            by_value = isinstance(value, Items) and not parameter.type.endswith("&")
            names[parameter.name] = value.copy() if by_value and isinstance(value, Items) else value
        return names

    def renamed(self, function: Function, owner: Owner | None) -> Owner | None:
        """The class of a member that is defined outside of it, with the parameters that its own template head names."""
        if owner is None or not function.owner or not function.template:
            return owner
        values = [owner.arguments.get(parameter.name, UNKNOWN) for parameter in owner.defined.template]
        own = zip((parameter.name for parameter in function.template[0]), values, strict=False)
        return Owner(owner.defined, {**owner.arguments, **dict(own)})

    def apply(self, closure: Closure, arguments: Sequence[Value]) -> Value:
        """Call a lambda: followed only once for the same objects, where nothing that it asks for is another one."""
        around = closure.frame.around
        place = (closure.node, closure.frame.body, id(around.defined) if around else 0, tuple(map(id, arguments)))
        known = self._applied.setdefault(place, [])
        for one in known:
            if all(closure.frame.lookup(name) is value for name, value in one.asked.items()):
                return one.result
        outside = Outside(closure.frame)
        uses = around.uses if around else 0
        result = self._apply(closure, arguments, outside)
        is_own = not outside.is_open and (around.uses if around else 0) == uses
        if is_own and all(map(_stays, (*arguments, result, *outside.asked.values()))):
            known.append(_Applied(tuple(arguments), outside.asked, result))
        return result

    def _apply(self, closure: Closure, arguments: Sequence[Value], outside: Outside) -> Value:
        block = closure.node.fields.get("body")
        frame = Frame(closure.frame.body, {}, None, outside)
        for parameter, value in zip(closure.parameters, arguments, strict=False):
            self._declare(parameter.fields.get("declarator"), value, frame)
        if block is None:
            raise Undecided
        self._block(block, frame)
        return joined(frame.returned) if frame.returned else UNKNOWN


def _stays(value: Value | None) -> bool:
    """Whether a value is the same for good: no container, and nothing that holds one."""
    if isinstance(value, Record):
        return all(map(_stays, value.arguments)) and all(_stays(part) for _, part in value.assigned)
    return not isinstance(value, Items | Closure)


def _takes(function: Function, count: int) -> bool:
    least = sum(parameter.default is None for parameter in function.parameters)
    return least <= count <= len(function.parameters)
