"""The declarations behind the kernels of a launcher: which names an expression uses, and what they stand for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cutlass_lint.analyzer.model import Launcher
from cutlass_lint.analyzer.sources.declarations import Block, Body, Declared, Use, closing_angle
from cutlass_lint.analyzer.sources.headers import Definition, Header
from cutlass_lint.analyzer.sources.launches import launches_in

_NAME = re.compile(r"(?P<qualifier>::\s*|\.\s*|->\s*)?\b(?P<name>[A-Za-z_]\w*)")
_QUALIFIED = re.compile(r"[\w>)\]]\s*\Z")
_MEMBER = re.compile(rb"\s*::\s*(?:template\s+)?([A-Za-z_]\w*)")


class Chain:
    """The declarations of a launcher, of the helpers in its header that it names, and of the header's namespaces."""

    def __init__(self, header: Header, launcher: Definition) -> None:
        self.header = header
        self.launcher = launcher
        definitions = header.with_helpers(launcher)
        self.bodies = tuple(Body(header, definition) for definition in definitions)
        self._by_name: dict[str, list[Declared]] = {}
        for body in (*self.bodies, Body(header)):
            for declared in body.declared():
                # What a class template is given is told where it is named.
                if declared.expression or body.definition is None or body.definition.form:
                    self._by_name.setdefault(declared.name, []).append(declared)
        self._helpers = {definition.name for definition in definitions}

    def roots(self) -> tuple[Use, ...]:
        """The kernels that are given to an adapter, then those that are launched by `<<<...>>>`."""
        return (*(use for body in self.bodies for use in body.adapters()), *self._launches())

    def sizes(self) -> tuple[Use, ...]:
        """The `sizeof(...)` expressions over a SharedStorage."""
        return tuple(use for body in self.bodies for use in body.sizes())

    def conditions(self, offset: int) -> list[Block]:
        """The blocks around an offset that an `if constexpr` guards, outermost first."""
        blocks = (block for body in self.bodies for block in body.blocks if body.span.holds(offset))
        return [block for block in blocks if block.condition is not None and block.span.holds(offset)]

    def uses(self, expression: str, offset: int) -> Iterator[tuple[Declared, ...]]:
        """Yield what each name of an expression at an offset stands for, then the members that it takes of helpers.

        There may be several declarations of a name, in branches of the preprocessor or in specializations of a class.
        """
        for name in dict.fromkeys(_names(expression)):
            if found := self.lookup(name, offset):
                yield found
        for name in dict.fromkeys(_names(expression, qualified=True)):
            if found := self._members(name, expression):
                yield found

    def lookup(self, name: str, offset: int) -> tuple[Declared, ...]:
        """The declarations of a name that are visible at an offset: those of the innermost block that has any."""
        visible = [
            declared
            for declared in self._by_name.get(name, ())
            if declared.start < offset and declared.scope.holds(offset)
        ]
        innermost = max((declared.scope.start for declared in visible), default=0)
        return tuple(declared for declared in visible if declared.scope.start == innermost)

    def is_stable(self, expression: str, start: int, mark: int) -> bool:
        """Whether each name of an expression at one offset still stands for the same at another, further on."""
        return all(self.lookup(name, start) == self.lookup(name, mark) for name in _names(expression))

    def parameters(self, expression: str, offset: int) -> list[str]:
        """The parameters of the launcher that an expression at an offset names, where the launcher is a macro."""
        if self.launcher.form != "macro" or not self.launcher.body <= offset < self.launcher.end:
            return []
        return [name for name in dict.fromkeys(_names(expression, qualified=True)) if name in self.launcher.parameters]

    def name(self, declared: Declared) -> str:
        """A name in full: that of a helper class stands before its member's."""
        definition = next((body.definition for body in self.bodies if body.owner == declared.owner), None)
        in_class = definition is not None and definition.form is None
        return f"{definition.name}::{declared.name}" if definition and in_class else declared.name

    def passed(self, parameter: Declared) -> tuple[str, int] | None:
        """What a parameter of a function template stands for where its one caller in the chain is, and that place.

        None for the launcher's own parameters, and where there are several callers.
        """
        callee = next((body.definition for body in self.bodies if body.owner == parameter.owner), None)
        if parameter.expression or callee is None or callee is self.launcher or callee.form != "template":
            return None
        calls = [call for body in self.bodies if body.owner != parameter.owner for call in body.calls(callee.name)]
        position = callee.parameters.index(parameter.name)
        if len(calls) != 1 or len(calls[0][1]) <= position:
            return None
        return calls[0][1][position], calls[0][0]

    def _launches(self) -> Iterator[Use]:
        for launch in launches_in(self.header.text):
            for body in self.bodies:
                mark = body.mark(launch.end) if launch.states_bytes and body.span.holds(launch.start) else None
                if mark is not None and body.owner is not None:
                    yield Use(launch.kernel, launch.start, mark, body.owner)

    def _members(self, name: str, expression: str) -> tuple[Declared, ...]:
        """The declarations of the member that an expression takes of a helper: `Type` of `Selector<...>::Type`."""
        member = _member(expression, name) if name in self._helpers else None
        if member is None:
            return ()
        owners = {body.owner for body in self.bodies if body.definition and body.definition.name == name}
        return tuple(declared for declared in self._by_name.get(member, ()) if declared.owner in owners)


def _names(expression: str, *, qualified: bool = False) -> Iterator[str]:
    """The names that an expression looks up: the first part of each qualified one, or every part."""
    for match in _NAME.finditer(expression):
        # A leading `::` qualifies with nothing.
        if qualified or not match["qualifier"] or not _QUALIFIED.search(expression, 0, match.start()):
            yield match["name"]


def _member(expression: str, name: str) -> str | None:
    text = expression.encode()
    for match in re.finditer(rb"\b" + re.escape(name.encode()) + rb"\s*<", text):
        closing = closing_angle(text, match.end(), len(text))
        found = _MEMBER.match(text, closing + 1) if closing is not None else None
        if found:
            return found[1].decode()
    return None


def chain_of(launcher: Launcher, data: bytes) -> Chain | None:
    """The chain of a launcher in its file's bytes; None where it is not defined there."""
    header = Header(launcher.file, data)
    for definition in header.definitions.get(launcher.name, ()):
        if header.text.line(definition.start) == launcher.line:
            return Chain(header, definition)
    return None
