"""The grammatical half of reading C++: tree-sitter on one statement at a time.

Each statement is parsed on its own and with its literals, comments and directives already blanked, so that no macro
call or error elsewhere in the file can change what it says. Offsets are those of the bytes passed in.
"""

from __future__ import annotations

from functools import cache
from itertools import takewhile
from typing import TYPE_CHECKING

import tree_sitter_cpp
from msgspec import Struct
from tree_sitter import Language, Node, Parser

if TYPE_CHECKING:
    from collections.abc import Iterator

_HAS_DEFAULT = frozenset({"optional_parameter_declaration", "optional_type_parameter_declaration"})
# They need no argument either.
_IS_PACK = frozenset({"variadic_parameter_declaration", "variadic_type_parameter_declaration"})
_CLASSES = frozenset({"class_specifier", "struct_specifier", "union_specifier"})
_NOT_DECLARATORS = frozenset({"parameter_list", "template_argument_list", "template_parameter_list", *_CLASSES})


class Instantiated(Struct, frozen=True):
    """The function template that an explicit instantiation names: unqualified, with the spans of its arguments."""

    name: str
    arguments: tuple[tuple[int, int], ...]


class Declared(Struct, frozen=True):
    """A declared name with its template parameters; `defaults` trailing ones may be left out.

    `parameters` is None where the declaration is no template, and empty where it is a full specialization. A pack is
    named `Ts...`, a parameter without a name by its position: `#2`.
    """

    name: str
    is_function: bool
    parameters: tuple[str, ...] | None
    defaults: int = 0


def instantiated(statement: bytes) -> Instantiated | None:
    """Return what `template RET name<args>(...);` instantiates; None where it is not understood."""
    root = _parser().parse(statement).root_node
    named = [_named(node) for node in _function_declarators(root)]
    best = next((node for node in named if node and node.type == "template_function"), named[-1] if named else None)
    if best is None:
        return None
    if best.type != "template_function":
        return Instantiated(_text(best), ())
    name, arguments = best.child_by_field_name("name"), best.child_by_field_name("arguments")
    if name is None or arguments is None or arguments.has_error:
        return None
    return Instantiated(_text(name), tuple((node.start_byte, node.end_byte) for node in _items(arguments)))


def declared(header: bytes) -> Declared | None:
    """Return what a definition declares, from its text before the body; None unless a class or function."""
    root = _parser().parse(header + b"{};").root_node
    template = next(_descendants(root, "template_declaration"), None)
    parameters, defaults = _parameters(template.child_by_field_name("parameters")) if template else (None, 0)
    functions = [_named(node) for node in _function_declarators(template or root)]
    if functions and (name := functions[-1]):
        return Declared(_text(name.child_by_field_name("name") or name), True, parameters, defaults)
    specifier = next((node for kind in sorted(_CLASSES) for node in _descendants(template or root, kind)), None)
    name = specifier.child_by_field_name("name") if specifier else None
    if name is None:
        return None
    return Declared(_text(name.child_by_field_name("name") or name), False, parameters, defaults)


def parsed(statement: bytes) -> Node:
    """Return the root of a statement's tree, for what no function here tells."""
    return _parser().parse(statement).root_node


@cache
def _parser() -> Parser:
    return Parser(Language(tree_sitter_cpp.language()))


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")


def _descendants(root: Node, kind: str) -> Iterator[Node]:
    """Nodes of a kind in document order, not looking into parameter lists, argument lists or classes."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.type == kind:
            yield node
        if node.type not in _NOT_DECLARATORS:
            waiting += reversed(node.named_children)


def _function_declarators(root: Node) -> Iterator[Node]:
    return _descendants(root, "function_declarator")


def _named(declarator: Node) -> Node | None:
    """Return the node with a declarator's own name: qualifiers are stripped, template arguments kept."""
    node = declarator.child_by_field_name("declarator")
    while node is not None and node.type == "qualified_identifier":
        node = node.child_by_field_name("name")
    return node


def _items(angle_list: Node) -> list[Node]:
    return [node for node in angle_list.named_children if node.type != "comment"]


def _parameters(angle_list: Node | None) -> tuple[tuple[str, ...], int]:
    items = _items(angle_list) if angle_list else []
    names = tuple(
        (_parameter_name(node) or f"#{position}") + ("..." if node.type in _IS_PACK else "")
        for position, node in enumerate(items, 1)
    )
    return names, sum(1 for _ in takewhile(_may_be_omitted, reversed(items)))


def _may_be_omitted(parameter: Node) -> bool:
    if parameter.type == "template_template_parameter_declaration":
        return parameter.named_children[-1].type in _HAS_DEFAULT | _IS_PACK
    return parameter.type in _HAS_DEFAULT | _IS_PACK


def _parameter_name(parameter: Node) -> str | None:
    """Return the name that a template parameter declares; None where it has none."""
    match parameter.type:
        case "template_template_parameter_declaration":
            return _parameter_name(parameter.named_children[-1])
        case "type_parameter_declaration" | "variadic_type_parameter_declaration":
            name = parameter.named_children[-1] if parameter.named_children else None
        case "optional_type_parameter_declaration":
            name = parameter.child_by_field_name("name")
        case _:
            # Either may be wrapped: `int* P`, `int... Ns`.
            name = parameter.child_by_field_name("declarator")
            while name is not None and name.type != "identifier":
                name = name.named_children[-1] if name.named_children else None
    return _text(name) if name is not None else None
