"""Expressions of host code, evaluated as far as the names in them are known."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cutlass_lint.analyzer.sources.dispatch import containers
from cutlass_lint.analyzer.sources.dispatch.arithmetic import binary, literal, unary
from cutlass_lint.analyzer.sources.dispatch.frames import Frame, Undecided, joined
from cutlass_lint.analyzer.sources.dispatch.names import Names
from cutlass_lint.analyzer.sources.dispatch.type_arguments import bits, type_argument
from cutlass_lint.analyzer.sources.dispatch.values import (
    UNKNOWN,
    Closure,
    Items,
    Record,
    TypeName,
    Value,
    both,
    certain_items,
    either,
    truth,
)
from cutlass_lint.analyzer.sources.launches import split

if TYPE_CHECKING:
    from cutlass_lint.analyzer.sources.dispatch.code import Code
    from cutlass_lint.analyzer.sources.dispatch.definitions import Function
    from cutlass_lint.analyzer.sources.dispatch.tree import Syntax

_STEPS = 400_000
"""Expressions that are followed at a time before nothing is said of what they do: real heuristics take some 20,000."""
CONTAINER = re.compile(r"(?:std::)?(?:vector|set|unordered_set|array|pair|tuple|initializer_list|deque|list)\b")
_CAST = frozenset({"static_cast", "const_cast"})


class Evaluation(Names):
    """Evaluates expressions."""

    def __init__(self, code: Code) -> None:
        super().__init__(code)
        self._steps = 0

    def invoke(self, name: str, given: Sequence[str], arguments: Sequence[Value], frame: Frame) -> Value:
        """Call a function of the code by its name, with the texts of its template arguments."""
        raise NotImplementedError

    def apply(self, closure: Closure, arguments: Sequence[Value]) -> Value:
        """Call a lambda."""
        raise NotImplementedError

    def begin(self) -> None:
        """Allow for as many steps as code takes that is followed for its own sake."""
        self._steps = _STEPS

    def spend(self) -> None:
        """Take one more step. Raises Undecided where there were too many."""
        self._steps -= 1
        if self._steps < 0:
            raise Undecided

    def value(self, node: Syntax | None, frame: Frame) -> Value:
        """What an expression stands for. Raises Undecided where following it takes too long."""
        self.spend()
        if node is None:
            return UNKNOWN
        match node.kind:
            case "number_literal":
                return literal(node.text)
            case "true" | "false":
                return node.kind == "true"
            case "parenthesized_expression" | "condition_clause":
                return self.value(node.children[-1], frame) if node.children else UNKNOWN
            case "identifier" | "qualified_identifier" | "template_function" | "type_identifier":
                return self.named(node.text, frame, node)
            case "unary_expression":
                return unary(node.text[:1], self.value(node.fields.get("argument"), frame))
            case "binary_expression":
                return self._binary(node, frame)
            case "conditional_expression":
                return self._conditional(node, frame)
            case "initializer_list":
                return certain_items(self.value(child, frame) for child in node.children)
            case "compound_literal_expression":
                return self._made(node.spelled("type"), node.fields.get("value"), frame)
            case "cast_expression":
                return self.value(node.fields.get("value"), frame)
            case "field_expression":
                return self._member(node, frame)
            case "subscript_expression":
                return self._subscript(node, frame)
            case "lambda_expression":
                return Closure(node, frame if "&" in node.spelled("captures") else frame.captured())
            case "pointer_expression":
                if node.text.startswith("&"):
                    forget([node], None, frame)  # what is done through pointers is not followed
                return UNKNOWN
            case "call_expression":
                return self._call(node, frame)
            case "sizeof_expression":
                size = bits(type_argument(self, node.text.removeprefix("sizeof").strip(" ()"), frame))
                return UNKNOWN if size is None else max(size // 8, 1)
            case _:
                # Only its parts may do something.
                for part in node.children:
                    self.value(part, frame)
                if node.kind in ("assignment_expression", "update_expression"):
                    forget([node.fields.get("left") or node], None, frame)
                return UNKNOWN

    def _binary(self, node: Syntax, frame: Frame) -> Value:
        sign = node.spelled("operator")
        left = self.value(node.fields.get("left"), frame)
        if sign not in ("&&", "||"):
            return binary(sign, left, self.value(node.fields.get("right"), frame))
        combine, decisive = (both, False) if sign == "&&" else (either, True)
        known = truth(left)
        right_holds = None if known is decisive else truth(self.value(node.fields.get("right"), frame))
        result = known if known is decisive else combine(known, right_holds)
        return UNKNOWN if result is None else result

    def _conditional(self, node: Syntax, frame: Frame) -> Value:
        holds = truth(self.value(node.fields.get("condition"), frame))
        branches = node.fields.get("consequence"), node.fields.get("alternative")
        if holds is not None:
            return self.value(branches[0 if holds else 1], frame)
        return joined([self.value(branch, frame) for branch in branches])

    def _made(self, type_: str, node: Syntax | None, frame: Frame) -> Value:
        """What `Type{...}` makes: a container, or an object; of a shape or another type that is a number, itself."""
        bound = frame.lookup(type_)
        if bound is not None and not isinstance(bound, TypeName) and (node is None or not node.children):
            return bound
        items = self.value(node, frame) if node else certain_items(())
        if not isinstance(items, Items) or CONTAINER.match(type_):
            return items
        return Record(type_.rpartition("::")[2], tuple(value for value, _ in items.entries))

    def made(self, type_: str, arguments: Sequence[Value]) -> Value:
        """What a constructor makes of its arguments."""
        return Record(type_.rpartition("::")[2], tuple(arguments))

    def _member(self, node: Syntax, frame: Frame) -> Value:
        owner = self.value(node.fields.get("argument"), frame)
        name = node.spelled("field")
        return self.member(owner, name)

    def _subscript(self, node: Syntax, frame: Frame) -> Value:
        items = self.value(node.fields.get("argument"), frame)
        indices = node.fields.get("indices")
        index = self.value(indices.children[0], frame) if indices and indices.children else UNKNOWN
        return containers.item(items, index)

    def _call(self, node: Syntax, frame: Frame) -> Value:
        callee, listed = node.fields.get("function"), node.fields.get("arguments")
        if callee is None or listed is None:
            return UNKNOWN
        arguments = [child for child in listed.children if child.kind != "comment"]
        if callee.kind == "field_expression":
            owner = self.value(callee.fields.get("argument"), frame)
            if isinstance(owner, Items):
                return containers.method(self, owner, callee.spelled("field"), arguments, frame)
            forget([callee], None, frame)
            return self._changed(arguments, frame)
        text = callee.text
        name = text.partition("<")[0].rpartition("::")[2].strip()
        bound = frame.lookup(name)
        if isinstance(bound, Closure):
            result = self.apply(bound, [self.value(argument, frame) for argument in arguments])
            forget(arguments, [parameter.text for parameter in bound.parameters], frame)
            return result
        if name in _CAST or text in ("int", "bool", "size_t", "int64_t"):
            return self.value(arguments[0], frame) if len(arguments) == 1 else UNKNOWN
        if name in containers.ALGORITHMS:
            return containers.algorithm(self, name, text, arguments, frame)
        if CONTAINER.match(text.removeprefix("std::")):
            return certain_items(self.value(argument, frame) for argument in arguments)
        given = split(text.partition("<")[2].rpartition(">")[0]) if "<" in text else ()
        if functions := (*self.inside(name, frame), *self.code.functions(name)):
            values = [self.value(argument, frame) for argument in arguments]
            result = self.invoke(name, given, values, frame)
            for function in functions:
                forget(arguments, [parameter.type for parameter in function.parameters], frame)
            return result
        if self.code.classes(name):
            return self.made(name, [self.value(argument, frame) for argument in arguments])
        return self._changed(arguments, frame)

    def inside(self, name: str, frame: Frame) -> list[Function]:
        """The functions of a name that the class around defines in itself."""
        return [one for one in (frame.around.defined.functions if frame.around else ()) if one.name == name]

    def _changed(self, arguments: Sequence[Syntax], frame: Frame) -> Value:
        """Call what is not known: it may change all that it is given. Raises Undecided where that is a lambda."""
        values = [self.value(argument, frame) for argument in arguments]
        if any(isinstance(value, Closure) for value in values):
            raise Undecided
        containers.forget(values)
        forget(arguments, None, frame)
        return UNKNOWN


def forget(arguments: Sequence[Syntax], parameters: Sequence[str] | None, frame: Frame) -> None:
    """Take note that a call may have changed what it takes by reference; `parameters` are None where it isn't known."""
    for index, argument in enumerate(arguments):
        taken = "&" if parameters is None else parameters[index] if index < len(parameters) else ""
        variable: Syntax | None = argument
        # From `one.member`, `list[0]` or `list.begin()` to the variable.
        while variable is not None and variable.kind != "identifier":
            variable = variable.fields.get("argument") or variable.fields.get("function")
        if variable is None or "&" not in taken or "const" in taken.split():
            continue
        known = frame.lookup(variable.text)
        if isinstance(known, Items) and parameters is None:
            containers.forget([known])
        elif not isinstance(known, Items | Closure | None):
            frame.assign(variable.text, UNKNOWN)
