"""Statements of host code, followed one by one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cutlass_lint.analyzer.sources.dispatch.evaluation import CONTAINER, Evaluation, forget
from cutlass_lint.analyzer.sources.dispatch.frames import Frame, Undecided
from cutlass_lint.analyzer.sources.dispatch.type_arguments import type_argument
from cutlass_lint.analyzer.sources.dispatch.values import (
    UNKNOWN,
    Items,
    Record,
    Value,
    as_number,
    certain_items,
)

if TYPE_CHECKING:
    from cutlass_lint.analyzer.sources.dispatch.tree import Syntax

_LEAVING = re.compile(r"(?:\w+::)*(?:\w*THROW\w*|abort|exit|terminate)\s*\(")
_HARMLESS = frozenset({"using_declaration", "static_assert_declaration", "comment", ";", "type_definition"})


class Statements(Evaluation):
    """Follows statements."""

    def branching(self, node: Syntax, frame: Frame) -> bool:
        """Follow a statement that has branches; whether what stands behind it is reached."""
        raise NotImplementedError

    def _block(self, node: Syntax, frame: Frame) -> bool:
        """Follow statements; whether what stands behind them is reached."""
        return all(self._statement(child, frame) for child in node.children)

    def _statement(self, node: Syntax, frame: Frame) -> bool:
        self.spend()
        match node.kind:
            case "compound_statement":
                return self._block(node, frame)
            case "expression_statement":
                return self._expression(node, frame)
            case "declaration":
                self._declaration(node, frame)
            case "alias_declaration":
                meant = node.spelled("type")
                frame.names[node.spelled("name")] = type_argument(self, meant, frame)
            case "return_statement":
                value = self.value(next(iter(node.children), None), frame)
                frame.returned.append(value.copy() if isinstance(value, Items) else value)
                return False
            case "throw_statement":
                return False
            case "break_statement" | "continue_statement":
                return self._leave(node.kind.partition("_")[0], frame)
            case kind if kind not in _HARMLESS:
                return self.branching(node, frame)
        return True

    def _leave(self, kind: str, frame: Frame) -> bool:
        """Keep the state for where the innermost loop, or for `break` the innermost switch, goes on."""
        exits = next((exits for exits in reversed(frame.exits) if kind in exits), None)
        if exits is None:
            raise Undecided
        exits[kind].append(frame.save())
        return False

    def _expression(self, node: Syntax, frame: Frame) -> bool:
        expression = next(iter(node.children), None)
        if expression is None:
            return True
        if expression.kind == "assignment_expression":
            self._assign(expression, frame)
        elif expression.kind == "update_expression":
            self._update(expression, frame)
        elif expression.kind == "call_expression" and _LEAVING.match(expression.text):
            return False
        else:
            self.value(expression, frame)
        return True

    def _assign(self, node: Syntax, frame: Frame) -> None:
        target, value = node.fields.get("left"), self.value(node.fields.get("right"), frame)
        if node.spelled("operator") != "=":
            value = UNKNOWN
        self._store(target, value, frame)

    def _store(self, target: Syntax | None, value: Value, frame: Frame) -> None:
        if target is not None and target.kind == "identifier":
            known = frame.lookup(target.text)
            if isinstance(known, Items) and isinstance(value, Items):
                known.hold_those_of(value.copy())
            else:
                frame.assign(target.text, value)
            return
        owner = target.fields.get("argument") if target is not None else None
        if target is None or target.kind != "field_expression" or owner is None or owner.kind != "identifier":
            raise Undecided
        known = frame.lookup(owner.text)
        if isinstance(known, Record):
            assigned = {**dict(known.assigned), target.spelled("field"): value}
            frame.assign(owner.text, replace(known, assigned=tuple(sorted(assigned.items()))))

    def _update(self, node: Syntax, frame: Frame) -> None:
        argument = node.fields.get("argument")
        number = as_number(self.value(argument, frame))
        step = 1 if "++" in node.text else -1
        self._store(argument, UNKNOWN if number is None else number + step, frame)

    def _declaration(self, node: Syntax, frame: Frame) -> None:
        type_ = node.spelled("type")
        for declarator in node.all("declarator"):
            if declarator.kind == "init_declarator":
                initial = declarator.fields.get("value")
                value = self._initial(type_, declarator, initial, frame)
                named = declarator.fields.get("declarator")
                if initial is not None and named is not None and refers(node, named) and not isinstance(value, Items):
                    # Whatever is done to the one is done to the other.
                    forget([initial], None, frame)
                    value = UNKNOWN
                self._declare(named, value, frame)
            elif declarator.kind == "function_declarator":
                # `Type name(a, b);` looks like a function where its arguments are plain names.
                listed = declarator.fields.get("parameters")
                given = [self.named(part.text, frame, part) for part in listed.children] if listed else []
                self._declare(declarator.fields.get("declarator"), self.made(type_, given), frame)
            else:
                self._declare(declarator, self._empty(type_), frame)

    def _empty(self, type_: str) -> Value:
        """What a variable is before anything is assigned to it, or to its members."""
        if CONTAINER.match(type_):
            return certain_items(())
        return self.made(type_, ()) if self.code.classes(type_.rpartition("::")[2]) else UNKNOWN

    def _initial(self, type_: str, declarator: Syntax, initial: Syntax | None, frame: Frame) -> Value:
        if initial is not None and initial.kind == "argument_list":
            given = [self.value(child, frame) for child in initial.children if child.kind != "comment"]
            if len(given) == 1 and isinstance(given[0], Items):
                return given[0].copy()
            return UNKNOWN if CONTAINER.match(type_) else self.made(type_, given)
        value = self.value(initial, frame)
        named = declarator.fields.get("declarator")
        is_list = CONTAINER.match(type_) or type_ == "auto" or (named is not None and named.kind == "array_declarator")
        if not isinstance(value, Items):
            return value
        if not is_list and initial is not None and initial.kind == "initializer_list":
            return self.made(type_, [one for one, _ in value.entries])
        refers = named is not None and named.kind == "reference_declarator"
        return value if refers else value.copy()

    def _declare(self, declarator: Syntax | None, value: Value, frame: Frame) -> None:
        """Give a declared name its value, or each name of a structured binding its part."""
        while declarator is not None and declarator.kind not in ("identifier", "structured_binding_declarator"):
            parts = [part for part in declarator.children if part.kind != "type_qualifier"]
            declarator = declarator.fields.get("declarator") or (parts[0] if parts else None)
        if declarator is None:
            return
        if declarator.kind == "identifier":
            frame.names[declarator.text] = value
            return
        for index, part in enumerate(declarator.children):
            known = isinstance(value, Items) and value.is_certain and index < len(value)
            frame.names[part.text] = value.entries[index][0] if known and isinstance(value, Items) else UNKNOWN


def refers(declaration: Syntax, declarator: Syntax | None) -> bool:
    """Whether a variable, of a loop too, is a reference through which something else can be changed."""
    is_const = any(part.kind == "type_qualifier" and part.text == "const" for part in declaration.children)
    return declarator is not None and declarator.kind == "reference_declarator" and not is_const
