"""The preprocessor's view of a file: its directives alone, each on its own line, with all code left out.

Parsed instead of the files of a project, skeletons include the same libraries in the same order under the same macros,
but declare nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cutlass_lint.analyzer.sources.preprocessor import BRANCHING, OPENING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from cutlass_lint.analyzer.sources.headers import Header
    from cutlass_lint.analyzer.sources.preprocessor import Directive

_MACROS = frozenset({"define", "undef"})
_CONDITIONS = OPENING | BRANCHING | {"endif"}
_PRAGMA = re.compile(rb"\s*(?:once|push_macro|pop_macro)\b")
_NAME = re.compile(rb"\s*([A-Za-z_]\w*)")


def skeleton(header: Header, include: Callable[[str], str | None], end: int | None = None) -> str:
    """A file's conditions, macros and includes, up to an offset or all of them.

    `include` answers what stands in place of an included name, brackets or quotes and all; None leaves it out.
    """
    lines: list[str] = []
    for directive in header.preprocessor.directives:
        text = _kept(header, directive, include)
        if text is not None and (end is None or directive.start < end):
            lines += [""] * (header.text.line(directive.start) - 1 - len(lines))
            lines.append(text)
    return "\n".join((*lines, ""))


def macro_names(header: Header) -> Iterator[str]:
    """The names of the macros that a file defines or removes, include guards among them."""
    for directive in header.preprocessor.directives:
        match = _NAME.match(header.text.code, directive.rest) if directive.name in _MACROS else None
        if match:
            yield match[1].decode()


def aside(names: Iterable[str]) -> tuple[str, str]:
    """Directives that put macros aside, and those that restore them behind what defines them again."""
    ordered = sorted(set(names))
    put, restored = ("".join(f'#pragma {word}_macro("{name}")\n' for name in ordered) for word in ("push", "pop"))
    return put, restored


def _kept(header: Header, directive: Directive, include: Callable[[str], str | None]) -> str | None:
    code = header.text.code
    whole = code[directive.start : directive.end].decode("utf-8", "surrogateescape").strip()
    if directive.name in _CONDITIONS or directive.name in _MACROS:
        return whole
    if directive.name == "pragma" and _PRAGMA.match(code, directive.rest):
        return whole
    name = header.preprocessor.included(directive)
    replacement = include(name) if name is not None else None
    return f"#include {replacement}" if replacement else None
