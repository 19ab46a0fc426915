"""The names through which a module's code comes to its launchers, found without following any of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from cutlass_lint.analyzer.sources.dispatch.mentions import is_pasted

if TYPE_CHECKING:
    from cutlass_lint.analyzer.sources.dispatch.code import Code
    from cutlass_lint.analyzer.sources.dispatch.text import CodeFile
    from cutlass_lint.analyzer.sources.headers import Definition

# A kernel that is made or launched on the spot, of which no instantiation need be in a source of its own.
_OWN_KERNEL = re.compile(rb"\b(?:device::\w+|GemmUniversalAdapter|GemmGrouped)\s*<|<<<")


class Reaching(Struct, frozen=True):
    """Launchers, and the names of the function templates and classes that lead to them.

    `explicit` are the class templates that are instantiated explicitly: what uses these leads no further back.
    """

    launchers: frozenset[str]
    named: frozenset[str]
    explicit: frozenset[str]


def reaching(code: Code, launchers: Iterable[str], behind: bytes = rb"\s*<") -> Reaching:
    """Find the names that lead to launchers, through calls with template arguments, or others `behind` which stands."""
    targets = frozenset(launchers)
    explicit = frozenset(name for name, _ in code.explicit)
    named: set[str] = set()
    waiting = sorted(targets)
    while waiting:
        name = waiting.pop()
        for file in code.with_name(name, behind=behind):
            for definition in _holding(file, _leading(file, name, behind), file.header.text.shape):
                further = file.owner(definition) or definition.name
                if further not in named and further not in targets:
                    named.add(further)
                    if further not in explicit:
                        waiting.append(further)
    return Reaching(targets, frozenset(named), explicit)


def apart(code: Code, launchers: Iterable[str]) -> Iterator[str]:
    """Those launchers beside which no code makes a kernel of its own: what leads to the others leads to more."""
    for name in launchers:
        mention = _mention(name)
        files = code.with_name(name, behind=rb"\s*<")
        around = ((file, definition) for file in files for definition in _holding(file, mention, file.code))
        if not any(_OWN_KERNEL.search(file.code, one.body, one.end) for file, one in around):
            yield name


def kernel_makers(code: Code) -> Iterator[str]:
    """The functions and classes that make or launch kernels themselves."""
    for file in code.files.values():
        if _has_own_kernel(file.header.data):
            for definition in _holding(file, _OWN_KERNEL, file.code):
                yield file.owner(definition) or definition.name


@lru_cache(maxsize=4096)
def _has_own_kernel(data: bytes) -> bool:
    return _OWN_KERNEL.search(data) is not None


def unfollowed(code: Code, names: Iterable[str], instantiating: Collection[str]) -> Iterator[str]:
    """Those names that stand in macros which are expanded elsewhere, or not seen to be: what leads there is not known.

    `instantiating` are the macros that sources instantiate with, which lead nowhere.
    """
    files = (file for name in instantiating for file in code.with_name(name, before=rb"\bdefine[ \t]+"))
    apart_ = {name for file in files for name in file.expands(instantiating)}
    for name in names:
        if is_pasted(code, name, {*instantiating, *apart_}):
            yield name
        pattern = re.compile(rb"\b" + re.escape(name.encode()) + rb"\b")
        for file in code.with_name(name):
            holding = set(file.macros_holding(pattern)) - apart_
            if holding - file.expanded or any(_is_called(code, file, macro) for macro in holding):
                yield name
                break


def _is_called(code: Code, file: CodeFile, macro: str) -> bool:
    """Whether another file calls a macro, or defines one of its name."""
    return any(other is not file for other in code.with_name(macro, behind=rb"\s*\("))


def _leading(file: CodeFile, name: str, behind: bytes) -> re.Pattern[bytes]:
    """A call of a function template, or of a macro of the file that makes one."""
    mention = _mention(name, behind)
    patterns, macros = mention.pattern, set(file.macros_holding(mention))
    while macros:
        called = rb"\b(?:" + b"|".join(sorted(re.escape(macro.encode()) for macro in macros)) + rb")\s*\("
        further = set(file.macros_holding(re.compile(called))) | macros
        if further == macros:
            patterns += b"|" + called
            break
        macros = further
    return re.compile(patterns)


def _mention(name: str, behind: bytes = rb"\s*<") -> re.Pattern[bytes]:
    literal = re.escape(name.encode())
    # A pattern that begins with a literal is searched for several times faster than one that begins with \b.
    return re.compile(literal + rb"(?<=\b" + literal + rb")" + behind)


def _holding(file: CodeFile, pattern: re.Pattern[bytes], text: bytes) -> Iterator[Definition]:
    """The functions and classes whose bodies hold a pattern in a rendering of the file."""
    for definition in (one for definitions in file.header.definitions.values() for one in definitions):
        if definition.form != "macro" and pattern.search(text, definition.body, definition.end):
            yield definition
