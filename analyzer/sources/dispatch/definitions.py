"""Functions, classes and enumerations as the grammar sees them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from cutlass_lint.analyzer.sources.dispatch.tree import Syntax, tree_of

if TYPE_CHECKING:
    from cutlass_lint.analyzer.sources.dispatch.text import Body, CodeFile

_CLASSES = frozenset({"class_specifier", "struct_specifier"})
_WRAPPERS = frozenset({"template_declaration", "declaration", "field_declaration"})


class Parameter(Struct, frozen=True):
    """A parameter of a function or of a template: its name, its type's text and its default, where it has one."""

    name: str
    type: str
    default: Syntax | None = None


class Function(Struct, frozen=True):
    """A function with a body. `owner` is the class that a member defined outside of it names.

    `template` has the parameters of each `template <...>` in front of it: of such a member, the class's first.
    """

    name: str
    owner: str | None
    template: tuple[tuple[Parameter, ...], ...]
    result: str
    parameters: tuple[Parameter, ...]
    block: Syntax
    body: Body


class Enum(Struct, frozen=True):
    """An enumeration: its enumerators, each with the expression of its number, if it has one."""

    name: str
    enumerators: dict[str, Syntax | None]
    file: CodeFile


class Class(Struct, frozen=True):
    """A class: its template's parameters, the types of its members, its constants and what it defines inside.

    `is_primary` is False for a specialization of a class template.
    """

    name: str
    template: tuple[Parameter, ...]
    is_primary: bool
    members: dict[str, str]
    constants: dict[str, Syntax]
    enums: tuple[Enum, ...]
    functions: tuple[Function, ...]
    body: Body


def function_of(body: Body) -> Function | None:
    """The function that a definition is; None where it is none."""
    node, template = _unwrapped(body.root)
    return _function(node, template, body) if node and node.kind == "function_definition" else None


def class_of(body: Body) -> Class | None:
    """The class that a definition is; None where it is none."""
    node, template = _unwrapped(body.root)
    name = node.fields.get("name") if node and node.kind in _CLASSES else None
    inside = node.fields.get("body") if node else None
    if node is None or name is None or inside is None:
        return None
    members: dict[str, str] = {}
    constants: dict[str, Syntax] = {}
    functions = []
    for child in inside.children:
        inner, lists = _unwrapped(child, top=True)
        if inner is None:
            continue
        if inner.kind == "function_definition" and (function := _function(inner, lists, body)):
            functions.append(function)
        elif inner.kind == "field_declaration":
            declarator = inner.fields.get("declarator")
            value = inner.fields.get("default_value")
            if declarator is not None and declarator.kind == "field_identifier":
                members[declarator.text] = inner.spelled("type")
                if value is not None and any(part.text == "constexpr" for part in inner.children):
                    constants[declarator.text] = value
    is_primary = name.kind != "template_type"
    own = name.text if is_primary else name.spelled("name")
    enums = tuple(filter(None, (_enum(part, body.file) for part in inside.descendants())))
    return Class(own, template[-1] if template else (), is_primary, members, constants, enums, tuple(functions), body)


def enum_of(file: CodeFile, name: str) -> Enum | None:
    """The enumeration of a name in a file; None where it defines none."""
    known = file.compiled.enums
    if name not in known:
        known[name] = _enum_of(file, name)
    return known[name]


def _enum_of(file: CodeFile, name: str) -> Enum | None:
    pattern = re.compile(rb"\benum\b(?:\s+(?:class|struct))?\s+" + re.escape(name.encode()) + rb"\b[^;{}]*\{[^{}]*\}")
    match = pattern.search(file.code) if b"enum" in file.header.data else None
    if match is None:
        return None
    return next(filter(None, (_enum(node, file) for node in tree_of(match[0] + b";").descendants())), None)


def _enum(node: Syntax, file: CodeFile) -> Enum | None:
    name = node.spelled("name")
    if node.kind != "enum_specifier" or not name:
        return None
    enumerators = (part for part in node.descendants() if part.kind == "enumerator")
    return Enum(name, {part.spelled("name"): part.fields.get("value") for part in enumerators}, file)


def _function(node: Syntax, template: tuple[tuple[Parameter, ...], ...], body: Body) -> Function | None:
    declarator = node.fields.get("declarator")
    while declarator is not None and declarator.kind != "function_declarator":
        declarator = declarator.fields.get("declarator") or next(iter(declarator.children), None)
    block = node.fields.get("body")
    if declarator is None or block is None:
        return None
    owner, name = None, declarator.fields.get("declarator")
    while name is not None and name.kind == "qualified_identifier":
        scope = name.fields.get("scope")
        owner = (scope.fields.get("name") or scope).text if scope else owner
        name = name.fields.get("name")
    parameters = declarator.fields.get("parameters")
    return Function(
        name.text if name else "",
        owner,
        template,
        node.spelled("type"),
        tuple(_parameter(child) for child in parameters.children) if parameters else (),
        block,
        body,
    )


def _unwrapped(node: Syntax, *, top: bool = False) -> tuple[Syntax | None, tuple[tuple[Parameter, ...], ...]]:
    """What a definition's tree holds below its template heads, and these."""
    template: list[tuple[Parameter, ...]] = []
    current: Syntax | None = node if top else next(iter(node.children), None)
    while current is not None and current.kind in _WRAPPERS:
        if current.kind == "template_declaration":
            parameters = current.fields.get("parameters")
            template.append(tuple(_parameter(child) for child in parameters.children) if parameters else ())
            current = current.children[-1]
        elif (inner := current.fields.get("type")) and inner.kind in _CLASSES:
            current = inner
        else:
            break
    return current, tuple(template)


def _parameter(node: Syntax) -> Parameter:
    name = node.fields.get("declarator") or node.fields.get("name")
    if name is None and node.kind == "type_parameter_declaration":
        name = next(iter(node.children), None)
    while name is not None and name.kind not in ("identifier", "type_identifier"):
        name = name.children[-1] if name.children else None
    default = node.fields.get("default_value") or node.fields.get("default_type")
    declarator = node.fields.get("declarator")
    reference = "&" if declarator is not None and declarator.kind == "reference_declarator" else ""
    constant = "const " if any(child.kind == "type_qualifier" for child in node.children) else ""
    return Parameter(name.text if name else "", f"{constant}{node.spelled('type') or 'typename'}{reference}", default)
