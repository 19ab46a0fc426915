"""The tiles that a module's heuristics offer: what the functions of its runners that return candidates return."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from cutlass_lint.analyzer.sources.declarations import closing_angle
from cutlass_lint.analyzer.sources.dispatch.definitions import Class, Function
from cutlass_lint.analyzer.sources.dispatch.execution import Execution
from cutlass_lint.analyzer.sources.dispatch.frames import Frame, Owner, Undecided
from cutlass_lint.analyzer.sources.dispatch.scanned import is_tile
from cutlass_lint.analyzer.sources.dispatch.type_arguments import type_argument
from cutlass_lint.analyzer.sources.dispatch.values import UNKNOWN, Enumerator, Items, Record, Value
from cutlass_lint.analyzer.sources.launches import split

if TYPE_CHECKING:
    from cutlass_lint.analyzer.sources.dispatch.code import Code

_DEVICE = re.compile(r"sm(?:_version)?_?\Z")


class Runner(Struct, frozen=True):
    """A class template with the arguments that it is used with."""

    defined: Class
    arguments: tuple[tuple[str, Value], ...]
    texts: tuple[str, ...]
    """The arguments as they are spelled."""

    @property
    def name(self) -> str:
        """As C++ spells it."""
        return f"{self.defined.name}<{', '.join(self.texts)}>"


def runners(code: Code) -> Iterator[Runner]:
    """The class templates that the sources use with arguments of their own: by explicit instantiation, or by name."""
    seen: set[tuple[str, tuple[str, ...]]] = set()
    for name, rest in code.explicit:
        closing = closing_angle(rest, 0, len(rest))
        texts = tuple(split(" ".join(rest[:closing].decode("utf-8", "replace").split()))) if closing else ()
        for defined in code.classes(name):
            if defined.is_primary and (name, texts) not in seen:
                seen.add((name, texts))
                yield runner(code, defined, texts)


def runner(code: Code, defined: Class, texts: Sequence[str]) -> Runner:
    """A class template with arguments by their texts; its defaults where there are none."""
    evaluation = Execution(code)
    evaluation.begin()
    known: dict[str, Value] = {}
    frame = Frame(defined.body, known)
    for index, parameter in enumerate(defined.template):
        if index < len(texts):
            value = type_argument(evaluation, texts[index], Frame(defined.body, {}))
        elif parameter.default is not None:
            value = type_argument(evaluation, parameter.default.text, frame)
        else:
            value = UNKNOWN
        frame.names[parameter.name] = value
    return Runner(defined, tuple(frame.names.items()), tuple(texts))


def listing(code: Code, defined: Class) -> list[Function]:
    """The functions of a class that return containers, those defined outside of it included."""
    functions = (*defined.functions, *code.members(defined.name))
    return [function for function in functions if "vector" in function.result]


def offered(execution: Execution, runner_: Runner, device: int) -> list[tuple[Enumerator, bool]]:
    """The tiles that a runner offers on a device, and whether it does so wherever it offers anything."""
    found: dict[tuple[Enumerator, object], bool] = {}
    execution.begin()
    members: dict[str, Value] = {name: device for name in runner_.defined.members if _DEVICE.match(name)}
    for function in listing(execution.code, runner_.defined):
        owner = Owner(runner_.defined, {**members, **dict(runner_.arguments)})
        given: list[Value] = [device if _DEVICE.match(parameter.name) else UNKNOWN for parameter in function.parameters]
        try:
            result = execution.returned(function, (), given, owner)
        except Undecided:
            continue
        for value, certain in result.entries if isinstance(result, Items) else ():
            for tile in _tiles(value):
                key = (tile, tile.place)
                found[key] = found.get(key, False) or certain
    return [(tile, certain) for (tile, _), certain in found.items()]


def _tiles(value: Value) -> list[Enumerator]:
    """The tiles that a candidate names."""
    parts = (*value.arguments, *(part for _, part in value.assigned)) if isinstance(value, Record) else (value,)
    return [part for part in parts if isinstance(part, Enumerator) and is_tile(part.name)]
