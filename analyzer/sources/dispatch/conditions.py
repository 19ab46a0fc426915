"""Which branches of a file's `#if`s are compiled: decided by the macros that are known, the rest is in doubt."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from cutlass_lint.analyzer.sources.dispatch.tree import Syntax, tree_of
from cutlass_lint.analyzer.sources.dispatch.values import both, either, inverse
from cutlass_lint.analyzer.sources.preprocessor import BRANCHING, OPENING, Preprocessor

if TYPE_CHECKING:
    from cutlass_lint.analyzer.sources.preprocessor import Directive

Defined = Callable[[str], bool | None]
"""Whether a macro is defined, None where that is not known."""

_DEFINED = re.compile(r"\bdefined\s+(\w+)")
_GUARD = re.compile(rb"\s*(\w+)")


def holds(condition: str, defined: Defined) -> bool | None:
    """Whether a preprocessor condition holds, None where that is not known."""
    spelled = _DEFINED.sub(r"defined(\1)", condition)
    root = tree_of(f"auto _ = {spelled};".encode())
    initial = root.children[0].fields.get("declarator") if root.children else None
    value = initial.fields.get("value") if initial and not root.has_error else None
    return _holds(value, defined) if value else None


def compiled(preprocessor: Preprocessor, defined: Defined) -> tuple[bytes, list[tuple[int, int]]]:
    """A file's code with directives and the branches that are left out blanked, and the spans that are in doubt."""
    shape = bytearray(preprocessor.open)
    doubtful: list[tuple[int, int]] = []
    opened: list[tuple[bool | None, bool | None]] = []
    state: bool | None = True
    last = 0

    def close(end: int) -> None:
        if state is False:
            shape[last:end] = re.sub(rb"[^\n]", b" ", shape[last:end])
        elif state is None:
            doubtful.append((last, end))

    directives = preprocessor.directives
    for index, directive in enumerate(directives):
        if directive.name not in OPENING and directive.name not in BRANCHING and directive.name != "endif":
            continue
        close(directive.start)
        last = directive.end
        if directive.name in OPENING:
            following = directives[index + 1] if index + 1 < len(directives) else None
            condition = _condition(preprocessor, directive, following, defined)
            opened.append((state, condition))
            state = both(state, condition)
        elif opened and directive.name == "endif":
            state = opened.pop()[0]
        elif opened:
            outer, taken = opened[-1]
            condition = directive.name == "else" or _condition(preprocessor, directive, None, defined)
            state = both(outer, both(inverse(taken), condition))
            opened[-1] = (outer, either(taken, condition))
    close(len(shape))
    return bytes(shape), doubtful


def _condition(
    preprocessor: Preprocessor, directive: Directive, following: Directive | None, defined: Defined
) -> bool | None:
    text = preprocessor.text.folded(directive.rest, directive.end)
    if directive.name.endswith("def"):
        known = defined(text)
        if directive.name.endswith("ndef"):
            return True if following and _defines(preprocessor, following, text) else inverse(known)
        return known
    return holds(text, defined)


def _defines(preprocessor: Preprocessor, directive: Directive, name: str) -> bool:
    """Whether a directive defines a macro: the first one behind an `#ifndef` makes it an include guard."""
    match = _GUARD.match(preprocessor.text.shape, directive.rest, directive.end)
    return directive.name == "define" and match is not None and match[1].decode() == name


def _holds(node: Syntax, defined: Defined) -> bool | None:
    parts, operator = node.children, node.fields.get("operator")
    match node.kind, operator.text if operator else "":
        case "parenthesized_expression", _:
            return _holds(parts[0], defined) if len(parts) == 1 else None
        case "number_literal" | "true" | "false", _:
            return node.text not in ("0", "false")
        case "unary_expression", "!":
            return inverse(_holds(parts[0], defined))
        case "binary_expression", "&&":
            return both(_holds(parts[0], defined), _holds(parts[1], defined))
        case "binary_expression", "||":
            return either(_holds(parts[0], defined), _holds(parts[1], defined))
        case "call_expression", _ if node.text.startswith("defined"):
            return defined(node.text.removeprefix("defined").strip(" ()"))
        case "identifier", _:
            # A macro that is not defined counts as 0; what one that is stands for is not read.
            return False if defined(node.text) is False else None
        case _:
            return None
