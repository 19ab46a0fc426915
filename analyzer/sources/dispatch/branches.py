"""Branches and loops of host code: where a condition is not known, every branch is taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cutlass_lint.analyzer.sources.dispatch.frames import Frame, State, Undecided
from cutlass_lint.analyzer.sources.dispatch.statements import Statements, refers
from cutlass_lint.analyzer.sources.dispatch.values import (
    Items,
    Value,
    equal,
    truth,
)

if TYPE_CHECKING:
    from cutlass_lint.analyzer.sources.dispatch.tree import Syntax

_ROUNDS = 256


class Branches(Statements):
    """Follows conditions, switches and loops."""

    def branching(self, node: Syntax, frame: Frame) -> bool:
        """Follow a statement that has branches; whether what stands behind it is reached."""
        match node.kind:
            case "if_statement":
                return self._if(node, frame)
            case "for_range_loop":
                return self._range(node, frame)
            case "for_statement":
                return self._for(node, frame)
            case "switch_statement":
                return self._switch(node, frame)
            case _:
                raise Undecided

    def _if(self, node: Syntax, frame: Frame) -> bool:
        holds = truth(self.value(node.fields.get("condition"), frame))
        other = node.fields.get("alternative")
        branches = [node.fields.get("consequence"), next(iter(other.children), None) if other else None]
        if holds is not None:
            branch = branches[0 if holds else 1]
            return branch is None or self._statement(branch, frame)
        return self._either(branches, frame)

    def _either(self, branches: Sequence[Syntax | None], frame: Frame) -> bool:
        """Take each branch from here, and go on with what those that reach their end agree on."""
        before, ends = frame.save(), []
        for branch in branches:
            frame.load(before)
            if branch is None:
                ends.append(before)
            elif self._statement(branch, frame):
                ends.append(frame.save())
        if ends:
            frame.merge(ends)
        return bool(ends)

    def _range(self, node: Syntax, frame: Frame) -> bool:
        items = self.value(node.fields.get("right"), frame)
        declarator, body = node.fields.get("declarator"), node.fields.get("body")
        if not isinstance(items, Items) or items.is_open or body is None:
            raise Undecided
        broken: list[State] = []
        for value, certain in items.entries:
            before = None if certain else frame.save()
            declared = Frame(frame.body, {})
            self._declare(declarator, value, declared)
            frame.names |= declared.names
            reached, left = self._round(body, frame)
            if refers(node, declarator):
                ends = [frame.save(), *left] if reached else left
                if not all(_keeps(end, declared.names) for end in ends):
                    raise Undecided
            broken += left
            if before is not None:
                frame.merge([before, frame.save()] if reached else [before])
                reached = True
            if not reached:
                return self._behind(broken, frame, reached=False)
        return self._behind(broken, frame, reached=True)

    def _round(self, body: Syntax, frame: Frame) -> tuple[bool, list[State]]:
        """Follow the body of a loop once: whether its end is reached, and the states in which the loop is left."""
        exits: dict[str, list[State]] = {"break": [], "continue": []}
        frame.exits.append(exits)
        reached = self._statement(body, frame)
        frame.exits.pop()
        return self._behind(exits["continue"], frame, reached=reached), exits["break"]

    def _behind(self, left: Sequence[State], frame: Frame, *, reached: bool) -> bool:
        """Go on from where a loop or its body was left, and from here where that is reached."""
        if left:
            frame.merge([*([frame.save()] if reached else []), *left])
        return reached or bool(left)

    def _for(self, node: Syntax, frame: Frame) -> bool:
        start, body = node.fields.get("initializer"), node.fields.get("body")
        update = node.fields.get("update")
        if start is not None and start.kind == "declaration":
            self._declaration(start, frame)
        broken: list[State] = []
        for _ in range(_ROUNDS):
            holds = truth(self.value(node.fields.get("condition"), frame))
            if holds is False:
                return self._behind(broken, frame, reached=True)
            if holds is None or body is None or update is None or update.kind != "update_expression":
                raise Undecided
            reached, left = self._round(body, frame)
            broken += left
            if not reached:
                return self._behind(broken, frame, reached=False)
            self._update(update, frame)
        raise Undecided

    def _switch(self, node: Syntax, frame: Frame) -> bool:
        subject = self.value(node.fields.get("condition"), frame)
        body = node.fields.get("body")
        cases = [child for child in body.children if child.kind == "case_statement"] if body is not None else []
        answers = [self._matches(case, subject, frame) for case in cases]
        chosen = [index for index, answer in enumerate(answers) if answer is not False]
        default = [index for index, case in enumerate(cases) if case.fields.get("value") is None]
        if True in answers:
            chosen = chosen[: chosen.index(answers.index(True)) + 1]
        else:
            chosen += default
        before, ends = frame.save(), []
        # Where no case need match and there is no default, what stands behind is reached as things are.
        if True not in answers and not default:
            ends.append(before)
        for index in dict.fromkeys(chosen):
            frame.load(before)
            exits: dict[str, list[State]] = {"break": []}
            frame.exits.append(exits)
            reached = all(self._case(case, frame) for case in cases[index:])
            frame.exits.pop()
            ends += [*([frame.save()] if reached else []), *exits["break"]]
        if ends:
            frame.merge(ends)
        return bool(ends)

    def _matches(self, case: Syntax, subject: Value, frame: Frame) -> bool | None:
        label = case.fields.get("value")
        return equal(self.value(label, frame), subject) if label is not None else False

    def _case(self, case: Syntax, frame: Frame) -> bool:
        label = case.fields.get("value")
        inside = [child for child in case.children if child is not label]
        return all(self._statement(child, frame) for child in inside)


def _keeps(state: State, names: Mapping[str, Value]) -> bool:
    """Whether variables are what they were."""
    return all(name in state[0] and state[0][name][0] == value for name, value in names.items())
