"""What expressions of host code stand for, as far as that is known, and a logic of three values for what is not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from cutlass_lint.analyzer.model import Location

if TYPE_CHECKING:
    from cutlass_lint.analyzer.sources.dispatch.frames import Frame
    from cutlass_lint.analyzer.sources.dispatch.tree import Syntax


class Unknown:
    """What cannot be told; there is one, `UNKNOWN`."""

    def __repr__(self) -> str:
        return "?"


UNKNOWN: Final = Unknown()


class Enumerator(Struct, frozen=True):
    """An enumerator, and the place that names it; two are the same whatever place names them."""

    enum: str
    name: str
    number: int | None = None
    place: Location | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Enumerator) and (self.enum, self.name) == (other.enum, other.name)

    def __hash__(self) -> int:
        return hash((self.enum, self.name))

    def __str__(self) -> str:
        return f"{self.enum}::{self.name}"


class TypeName(Struct, frozen=True):
    """A type, by its name without qualifiers and aliases; where it is one of several, their names with `|` between."""

    name: str


class Extents(Struct, frozen=True):
    """A shape type such as `Shape<_128, _64, _32>`; None for an extent that is not known."""

    extents: tuple[int | None, ...]


class Record(Struct, frozen=True):
    """An object by what it was made from, and the members that were assigned since."""

    type: str
    arguments: tuple[Value, ...]
    assigned: tuple[tuple[str, Value], ...] = ()


class Items:
    """A container or tuple: what it holds, and of each whether it certainly does. `is_open` where there may be more.

    Copies have their entries in common until one of them is given others, as states are saved all the time.
    """

    __slots__ = ("_is_nested", "entries", "is_open")

    def __init__(self, entries: Iterable[tuple[Value, bool]] = (), *, is_open: bool = False) -> None:
        self.hold(entries, is_open=is_open)

    def hold(self, entries: Iterable[tuple[Value, bool]], *, is_open: bool) -> None:
        """Have other items from now on."""
        self.entries = tuple(entries)
        self.is_open = is_open
        self._is_nested = any(isinstance(value, Items) for value, _ in self.entries)

    def hold_those_of(self, other: Items) -> None:
        """Have the items of another container, which are not copied."""
        self.entries, self.is_open, self._is_nested = other.entries, other.is_open, other._is_nested

    def add(self, entries: tuple[tuple[Value, bool], ...]) -> None:
        """Have further items, behind the others."""
        self.entries += entries
        self._is_nested |= any(isinstance(value, Items) for value, _ in entries)

    def copy(self) -> Items:
        """The same items in a container of their own, with copies of containers in it."""
        if self._is_nested:
            held = ((value.copy() if isinstance(value, Items) else value, certain) for value, certain in self.entries)
            return Items(held, is_open=self.is_open)
        copied = Items.__new__(Items)
        copied.hold_those_of(self)
        return copied

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def is_certain(self) -> bool:
        """Whether it is known to hold these items and no others."""
        return not self.is_open and all(certain for _, certain in self.entries)


class Iterator(Struct, frozen=True):
    """A place in a container, None for its end."""

    index: int | None


class Closure(Struct, frozen=True):
    """A lambda and where it stands."""

    node: Syntax
    frame: Frame

    @property
    def parameters(self) -> list[Syntax]:
        """The declarations of its parameters."""
        declarator = self.node.fields.get("declarator")
        listed = declarator.fields.get("parameters") if declarator is not None else None
        return listed.children if listed is not None else []


Value = int | bool | Enumerator | TypeName | Extents | Record | Items | Iterator | Closure | Unknown


def certain_items(values: Iterable[Value]) -> Items:
    """A container of just these."""
    return Items((value, True) for value in values)


def truth(value: Value) -> bool | None:
    """Whether a value counts as true in a condition, None where that is not known."""
    number = as_number(value)
    return None if number is None else bool(number)


def as_number(value: Value) -> int | None:
    """The number that a value converts to, None where that is not known."""
    if isinstance(value, Enumerator):
        return value.number
    return value if isinstance(value, int) else None


def equal(left: Value, right: Value) -> bool | None:
    """Whether two values are equal, None where that is not known."""
    if isinstance(left, Enumerator) and isinstance(right, Enumerator):
        return left == right
    if isinstance(left, TypeName) and isinstance(right, TypeName):
        apart = not set(left.name.split("|")) & set(right.name.split("|"))
        return left == right if left == right or apart else None
    if isinstance(left, Iterator) and isinstance(right, Iterator):
        return left == right
    numbers = as_number(left), as_number(right)
    return None if None in numbers else numbers[0] == numbers[1]


def both(left: bool | None, right: bool | None) -> bool | None:
    """Whether both hold."""
    if left is False or right is False:
        return False
    return None if left is None or right is None else True


def either(left: bool | None, right: bool | None) -> bool | None:
    """Whether at least one holds."""
    return inverse(both(inverse(left), inverse(right)))


def inverse(value: bool | None) -> bool | None:
    """Whether it does not hold."""
    return None if value is None else not value
