"""Names in host code: variables, constants, enumerators with their numbers, traits of types, members of objects."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cutlass_lint.analyzer.sources.dispatch.definitions import Enum
from cutlass_lint.analyzer.sources.dispatch.frames import Frame, Owner
from cutlass_lint.analyzer.sources.dispatch.type_arguments import adapted_bits, bits, type_argument
from cutlass_lint.analyzer.sources.dispatch.values import (
    UNKNOWN,
    Enumerator,
    Extents,
    Items,
    Record,
    TypeName,
    Value,
    as_number,
    equal,
)
from cutlass_lint.analyzer.sources.launches import split

if TYPE_CHECKING:
    from cutlass_lint.analyzer.sources.dispatch.code import Code
    from cutlass_lint.analyzer.sources.dispatch.tree import Syntax

_SPACED = re.compile(r"\s*(::|<|>)\s*")
_TRAIT = re.compile(r"(?:\w+::)*is_same(_v)?\s*<(.*)>(?:\s*::\s*value)?\Z", re.DOTALL)
_BITS = re.compile(r"(?:\w+::)*sizeof_bits(_v)?\s*<(.*)>(?:\s*::\s*value)?\Z", re.DOTALL)
_EXTENT = re.compile(r"(\w+)::k([MNK])\Z")
# cutlass/arch/arch.h: every ArchTag says the compute capability that it needs.
_CAPABILITY = re.compile(r"(\w+)::kMinComputeCapability\Z")
_ARCH = re.compile(r"Sm(\d{1,9})\Z")


class Names:
    """Finds out what names stand for."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self._enumerators: dict[tuple[str, str], Enumerator | None] = {}

    def value(self, node: Syntax | None, frame: Frame) -> Value:
        """What an expression stands for."""
        raise NotImplementedError

    def named(self, text: str, frame: Frame, node: Syntax | None = None) -> Value:
        """What a name stands for, qualified or not: a variable, a constant, an enumerator or a trait of types."""
        text = _SPACED.sub(r"\1", text) if " " in text else text
        is_template = "<" in text
        if is_template and (trait := _TRAIT.match(text)):
            sides = [type_argument(self, side, frame) for side in split(trait[2])]
            same = equal(sides[0], sides[1]) if len(sides) == 2 else None
            return UNKNOWN if same is None else same
        if is_template and (size := _BITS.match(text)):
            found = bits(type_argument(self, size[2], frame)) or adapted_bits(size[2], frame)
            return UNKNOWN if found is None else found
        known = frame.lookup(text)
        if known is not None:
            return known
        if "::" not in text:
            return self._constant(text, frame)
        return self._qualified(text, frame, node)

    def enumerator(self, enum: Enum, name: str) -> Enumerator:
        """An enumerator with its number, where that is known."""
        key = (enum.name, name)
        if (found := self._enumerators.get(key)) is not None:
            return found
        self._enumerators[key] = Enumerator(enum.name, name)
        number: int | None = -1
        for current, node in enum.enumerators.items():
            if node is not None:
                value = as_number(self.value(node, Frame(enum.file.body(0, 0), self._numbers(enum))))
                number = value
            elif number is not None:
                number += 1
            self._enumerators[enum.name, current] = Enumerator(enum.name, current, number)
        return self._enumerators[key] or Enumerator(enum.name, name)

    def _numbers(self, enum: Enum) -> dict[str, Value]:
        known = ((name, self._enumerators.get((enum.name, name))) for name in enum.enumerators)
        return {name: found for name, found in known if found is not None}

    def _qualified(self, text: str, frame: Frame, node: Syntax | None) -> Value:
        if (extent := _EXTENT.match(text)) and isinstance(shape := frame.lookup(extent[1]), Extents):
            value = shape.extents["MNK".index(extent[2])] if len(shape.extents) == len("MNK") else None
            return UNKNOWN if value is None else value
        if capability := _CAPABILITY.match(text):
            arch = frame.lookup(capability[1])
            found = _ARCH.match(arch.name) if isinstance(arch, TypeName) else None
            return int(found[1]) if found else UNKNOWN
        scope, _, name = text.rpartition("::")
        scope = scope.rpartition("::")[2]
        bound = frame.lookup(scope)
        enum = self.code.enum(bound.name if isinstance(bound, TypeName) else scope)
        if enum is None or name not in enum.enumerators:
            enum = next((e for c in self.code.classes(scope) for e in c.enums if name in e.enumerators), None)
        if enum is None:
            return UNKNOWN
        found_enumerator = self.enumerator(enum, name)
        place = frame.body.location(node.start) if node is not None else None
        return Enumerator(enum.name, name, found_enumerator.number, place)

    def _constant(self, name: str, frame: Frame) -> Value:
        """A constant of the class around."""
        owner: Owner | None = frame.owner
        if owner is None and frame.outer is not None:
            return self._constant(name, frame.outer)
        if owner is None or name not in owner.defined.constants:
            return UNKNOWN
        owner.uses += 1
        if name not in owner.constants:
            owner.constants[name] = UNKNOWN
            around = Frame(owner.defined.body, {}, owner)
            if not owner.defined.body.is_doubtful:
                owner.constants[name] = self.value(owner.defined.constants[name], around)
        return owner.constants[name]

    def member(self, owner: Value, name: str) -> Value:
        """A member of an object: what was assigned, or the one argument that has its type."""
        if isinstance(owner, Items) and name in ("first", "second"):
            index = ("first", "second").index(name)
            return owner.entries[index][0] if index < len(owner) else UNKNOWN
        if not isinstance(owner, Record):
            return UNKNOWN
        assigned = dict(owner.assigned)
        if name in assigned:
            return assigned[name]
        types = {defined.members[name] for defined in self.code.classes(owner.type) if name in defined.members}
        type_ = types.pop().rpartition("::")[2] if len(types) == 1 else ""
        enum = self.code.enum(type_) if type_ else None
        fitting = [one for one in owner.arguments if enum and isinstance(one, Enumerator) and one.enum == enum.name]
        return fitting[0] if len(fitting) == 1 else UNKNOWN
