"""What names stand for while host code is followed: parameters, variables and the members of the class around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cutlass_lint.analyzer.sources.dispatch.values import UNKNOWN, Items, Value

if TYPE_CHECKING:
    from cutlass_lint.analyzer.sources.dispatch.definitions import Class
    from cutlass_lint.analyzer.sources.dispatch.text import Body

State = Sequence[Mapping[str, tuple[Value, Items | None]]]
"""The names of a frame and of those around it; a container stands beside a copy of it as it was."""


class Undecided(Exception):  # noqa: N818 - it says that nothing can be said, which is no error
    """Code that is not understood, or goes on for too long: nothing is known of what it does."""


class Owner:
    """A class with arguments for its template's parameters, and the values of its constants that were asked for."""

    def __init__(self, defined: Class, arguments: Mapping[str, Value]) -> None:
        self.defined = defined
        self.arguments = dict(arguments)
        self.constants: dict[str, Value] = {}
        self.asked: dict[str, Value] = {}
        """The arguments that something was found out by."""
        self.uses = 0
        """How often something else was asked of it: a constant, or what a member function returns."""

    def answers(self, asked: Mapping[str, Value]) -> bool:
        """Whether what was asked of another class has the same answers here."""
        return all(self.arguments.get(name) == value for name, value in asked.items())

    def argument(self, name: str) -> Value | None:
        """What a parameter of the template stands for; None where it has none of this name."""
        if name in self.arguments:
            self.asked[name] = self.arguments[name]
        return self.arguments.get(name)


class Frame:
    """The names of a function while it is followed. `outer` are those around a lambda.

    `returned` are the values that it may return, `exits` the states in which loops and switches around are left or
    begun again, the innermost last.
    """

    def __init__(
        self, body: Body, names: Mapping[str, Value], owner: Owner | None = None, outer: Frame | None = None
    ) -> None:
        self.body = body
        self.names = dict(names)
        self.owner = owner
        self.outer = outer
        self.returned: list[Value] = []
        self.exits: list[dict[str, list[State]]] = []

    @property
    def around(self) -> Owner | None:
        """The class around, also where a lambda is between."""
        return self.owner or (self.outer.around if self.outer else None)

    def lookup(self, name: str) -> Value | None:
        """What a variable or parameter stands for; None where there is none of this name."""
        if name in self.names:
            return self.names[name]
        if self.outer is not None:
            return self.outer.lookup(name)
        return self.owner.argument(name) if self.owner else None

    def assign(self, name: str, value: Value) -> None:
        """Give a variable another value, where it is."""
        if name not in self.names and self.outer is not None and self.outer.lookup(name) is not None:
            self.outer.assign(name, value)
        else:
            self.names[name] = value

    def captured(self) -> Frame:
        """A frame with copies of all that can be seen here."""
        around = self.outer.captured() if self.outer else Frame(self.body, {})
        own = {name: value.copy() if isinstance(value, Items) else value for name, value in self.names.items()}
        return Frame(self.body, around.names | own, self.owner or around.owner)

    def save(self) -> State:
        """Everything as it is."""
        own = {name: (value, value.copy() if isinstance(value, Items) else None) for name, value in self.names.items()}
        return (own, *(self.outer.save() if self.outer else ()))

    def load(self, state: State) -> None:
        """Have everything as it was; containers stay the same objects, which other functions may hold too."""
        self.names = {}
        for name, (value, content) in state[0].items():
            if isinstance(value, Items) and content is not None:
                value.hold_those_of(content)
            self.names[name] = value
        if self.outer:
            self.outer.load(state[1:])

    def merge(self, states: Sequence[State]) -> None:
        """Have everything as it is after any of several branches: what they agree on."""
        first, *others = states
        for other in others:
            first = [_merged(left, right) for left, right in zip(first, other, strict=True)]
        self.load(first)


class Outside(Frame):
    """The names around a lambda, with what was asked of them, and whether more than that counts."""

    def __init__(self, around: Frame) -> None:
        super().__init__(around.body, {}, None, around)
        self.asked: dict[str, Value | None] = {}
        self.is_open = False

    def lookup(self, name: str) -> Value | None:
        """What a variable or parameter stands for; None where there is none of this name."""
        self.asked[name] = super().lookup(name)
        return self.asked[name]

    def assign(self, name: str, value: Value) -> None:
        """Give a variable another value, where it is."""
        self.is_open = True
        super().assign(name, value)

    def captured(self) -> Frame:
        """A frame with copies of all that can be seen here: all of it counts then."""
        self.is_open = True
        return super().captured()


def joined(values: Sequence[Value]) -> Value:
    """What a value is where it is one of several; a container holds what all hold, and perhaps what some hold."""
    first, *others = values
    for other in others:
        if isinstance(first, Items) and isinstance(other, Items):
            first = _joined_items(first, other)
        elif type(first) is not type(other) or first != other:
            return UNKNOWN
    return first


def _merged(
    left: Mapping[str, tuple[Value, Items | None]], right: Mapping[str, tuple[Value, Items | None]]
) -> dict[str, tuple[Value, Items | None]]:
    merged: dict[str, tuple[Value, Items | None]] = {}
    # What only one branch declares is out of scope behind it.
    for name in left.keys() & right.keys():
        (value, content), (other, others_content) = left[name], right[name]
        if content is not None and others_content is not None:
            merged[name] = (value if value is other else content, _joined_items(content, others_content))
        else:
            merged[name] = (joined((value, other)), None)
    return merged


def _joined_items(left: Items, right: Items) -> Items:
    is_open = left.is_open or right.is_open
    if left.entries is right.entries:
        same = Items()
        same.hold_those_of(left)
        same.is_open = is_open
        return same
    if [value for value, _ in left.entries] == [value for value, _ in right.entries]:
        pairs = zip(left.entries, right.entries, strict=True)
        return Items(((value, certain and also) for (value, certain), (_, also) in pairs), is_open=is_open)
    rest: dict[Value, list[bool]] = {}
    for value, certain in right.entries:
        rest.setdefault(value, []).append(certain)
    shared = []
    for value, certain in left.entries:
        others = rest.get(value)
        shared.append((value, others.pop(0) and certain if others else False))
    return Items((*shared, *((value, False) for value, left_over in rest.items() for _ in left_over)), is_open=is_open)
