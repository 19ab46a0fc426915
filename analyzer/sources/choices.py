"""Conditional types and values in an expression: what each asks, and which text it stands for once that is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from cutlass_lint.analyzer.sources.grammar import parsed

if TYPE_CHECKING:
    from tree_sitter import Node

# std::conditional_t, cute::conditional_t, cutlass::platform::conditional<...>::type and their like.
_CONDITIONALS = frozenset({b"conditional_t", b"conditional"})
_ARGUMENTS = 3
_WRAPPERS = {"alias": (b"using X = ", b";"), "constant": (b"constexpr auto X = ", b";")}

Decide = Callable[[str], bool | None]
"""Answers whether a condition holds, None where that is not known."""


class Choice(Struct, frozen=True):
    """A conditional in an expression: the texts of its condition and of both its branches."""

    condition: str
    then: str
    otherwise: str

    def branch(self, holds: bool) -> str:
        """The branch that is taken."""
        return self.then if holds else self.otherwise


class _Found(Struct, frozen=True):
    """A choice and the bytes of the expression that it takes up."""

    choice: Choice
    start: int
    end: int


def conditions(expression: str, kind: str) -> Iterator[str]:
    """Yield every condition in the text of an alias ("alias") or of a constant ("constant"), both branches included."""
    for found in _outermost(expression, kind):
        yield found.choice.condition
        yield from conditions(found.choice.then, kind)
        yield from conditions(found.choice.otherwise, kind)


def taken(expression: str, kind: str, decide: Decide) -> tuple[str, list[tuple[Choice, bool | None]]]:
    """The expression with each conditional replaced by the branch it takes, and the decisions on the way there.

    A conditional that is not decided stays as it is.
    """
    text = expression.encode()
    pieces: list[bytes] = []
    decisions: list[tuple[Choice, bool | None]] = []
    last = 0
    for found in _outermost(expression, kind):
        holds = decide(found.choice.condition)
        decisions.append((found.choice, holds))
        if holds is None:
            continue
        branch, inner = taken(found.choice.branch(holds), kind, decide)
        decisions += inner
        pieces += (text[last : found.start], branch.encode())
        last = found.end
    return b"".join((*pieces, text[last:])).decode(), decisions


def _outermost(expression: str, kind: str) -> Iterator[_Found]:
    before, after = _WRAPPERS[kind]
    root = parsed(before + expression.encode() + after)
    waiting = [root]
    while waiting:
        node = waiting.pop()
        found = _choice(node)
        if found is None:
            waiting += reversed(node.named_children)
        else:
            start, end = node.start_byte - len(before), node.end_byte - len(before)
            yield _Found(found, start, end)


def _choice(node: Node) -> Choice | None:
    """The choice that a node is; None where it is none, or the grammar is not sure of it."""
    if node.has_error:
        return None
    if node.type == "conditional_expression":
        parts = [node.child_by_field_name(name) for name in ("condition", "consequence", "alternative")]
    else:
        parts = _template_arguments(node)
    texts = [(part.text or b"").decode() for part in parts if part is not None]
    return Choice(*texts) if len(texts) == _ARGUMENTS else None


def _template_arguments(node: Node) -> list[Node | None]:
    """The arguments of a `conditional_t<...>` or `conditional<...>::type`, qualified or not."""
    if node.type == "dependent_type" and len(node.named_children) == 1:
        node = node.named_children[0]
    is_member = False
    while node.type == "qualified_identifier":
        name, scope = node.child_by_field_name("name"), node.child_by_field_name("scope")
        if name is None:
            return []
        if name.type != "template_type" and name.text == b"type" and scope is not None:
            is_member, node = True, scope
        else:
            node = name
    if node.type != "template_type":
        return []
    name, arguments = node.child_by_field_name("name"), node.child_by_field_name("arguments")
    if name is None or arguments is None or name.text not in _CONDITIONALS:
        return []
    if is_member != (name.text == b"conditional"):
        return []
    return [child for child in arguments.named_children if child.type != "comment"]
