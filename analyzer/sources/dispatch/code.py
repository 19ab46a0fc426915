"""The hand-written code of a module: the files that its sources lead to, and what they define by name."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from cutlass_lint.analyzer.model import Flags
from cutlass_lint.analyzer.remembering import for_a_run
from cutlass_lint.analyzer.sources.dispatch.definitions import Class, Enum, Function, enum_of
from cutlass_lint.analyzer.sources.dispatch.mentions import pasted
from cutlass_lint.analyzer.sources.dispatch.text import CodeFile
from cutlass_lint.analyzer.sources.files import version
from cutlass_lint.analyzer.sources.headers import read_header
from cutlass_lint.analyzer.sources.projects import find_include

if TYPE_CHECKING:
    from cutlass_lint.analyzer.sources.dispatch.conditions import Defined
    from cutlass_lint.analyzer.sources.headers import Header

_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)', re.MULTILINE)
_DEFINE = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)
_EXPLICIT = re.compile(rb"template(?<!extern template)(?<!\wtemplate)\s+(?:class|struct)\s+(?:\w+\s*::\s*)*(\w+)\s*<")
# Macros of the compiler and of libraries, which are defined in headers that are not read.
_FOREIGN = re.compile(r"__|CUDA|CUTLASS_|CUTE_|NV_|_")
# What stands before the name of a function that is defined: a type, or the class of a member.
_BEFORE_FUNCTION = rb"(?:(?<!\breturn)(?<!\belse)[\w>\]]\s+|[&*]\s*|::\s*)"
_MOST_FILES = 2048
_AHEAD = 32


class Unit(Struct, frozen=True):
    """A hand-written source of a module, and how it is compiled."""

    file: str
    flags: Flags


class Code:
    """Everything that a module's hand-written sources are made of, in their include folders.

    `is_complete` is False where a source or a header of theirs could not be read.
    """

    def __init__(self, units: Sequence[Unit]) -> None:
        self.is_complete = True
        self._macros: dict[str, set[tuple[str, ...]]] = {}
        self.files: dict[str, CodeFile] = {}
        self._classes: dict[str, tuple[Class, ...]] = {}
        self._functions: dict[str, tuple[Function, ...]] = {}
        self._members: dict[str, tuple[Function, ...]] = {}
        self._enums: dict[str, Enum | None] = {}
        self._aliases: dict[str, set[str]] = {}
        self._missing: set[str] = set()
        self._resolved: set[str] = set()
        for unit in units:
            self._reach(unit)
        # Headers of libraries are not looked for, but those of folders that others are found in should be there.
        self.is_complete &= not self._missing & self._resolved

    def _reach(self, unit: Unit) -> None:
        waiting = [unit.file]
        while waiting:
            file = waiting.pop()
            known = self._macros.setdefault(file, set())
            if unit.flags.defines in known or len(self.files) > _MOST_FILES:
                continue
            known.add(unit.flags.defines)
            found = version(file)
            header = read_header(found) if found else None
            if header is None:
                self.is_complete = False
                continue
            self.files.setdefault(file, CodeFile(header, self._defined_in(file)))
            for name in _included(header.data):
                # The standard library's headers have no suffix.
                found, reason = find_include(name, file, unit.flags.lookup) if "." in name else (None, None)
                self.is_complete &= reason is None
                target = found[0] if found and not reason else None
                (self._resolved if target else self._missing).update([name.partition("/")[0]] if "/" in name else ())
                if target:
                    waiting.append(os.path.normpath(target))

    def _defined_in(self, file: str) -> Defined:
        """Tells whether a macro is defined in a file, where that is the same however it is compiled."""

        def defined(name: str) -> bool | None:
            given = {name in {define.partition("=")[0] for define in defines} for defines in self._macros[file]}
            if given == {True}:
                return True
            return None if True in given or name in self._defines or _FOREIGN.match(name) else False

        return defined

    @cached_property
    def _defines(self) -> set[str]:
        """The macros that the code itself defines somewhere."""
        return {name for file in self.files.values() for name in _defined(file.header.data)}

    def with_name(self, name: str, before: bytes = b"", behind: bytes = b"") -> Iterator[CodeFile]:
        """The files in which a name stands between two patterns, so that only these need be read."""
        return (self._listed[index] for index in self._index.with_name(name.encode(), before, behind))

    @cached_property
    def _listed(self) -> list[CodeFile]:
        return list(self.files.values())

    @cached_property
    def _index(self) -> _Index:
        return _index(tuple(file.header for file in self._listed))

    def functions(self, name: str) -> tuple[Function, ...]:
        """The functions of a name that have a body, those of classes that are defined outside of these included."""
        if name not in self._functions:
            files = self.with_name(name, before=_BEFORE_FUNCTION, behind=rb"\s*\(")
            bodies = (body for file in files for body in file.definitions(name))
            self._functions[name] = tuple(filter(None, (body.function for body in bodies)))
        return self._functions[name]

    def members(self, owner: str) -> tuple[Function, ...]:
        """The members of a class that are defined outside of it."""
        if owner not in self._members:
            names = {
                definition.name
                for file in self.with_name(owner, behind=rb"\s*(?:<[^;{}()]*>)?\s*::")
                for definition in file.definitions_of(owner)
            }
            functions = (function for name in sorted(names) for function in self.functions(name))
            self._members[owner] = tuple(function for function in functions if function.owner == owner)
        return self._members[owner]

    def classes(self, name: str) -> tuple[Class, ...]:
        """The classes of a name, and the specializations of a class template."""
        if name not in self._classes:
            files = self.with_name(name, before=rb"\b(?:class|struct)\s+(?:\w+\s+)?")
            bodies = (body for file in files for body in file.definitions(name))
            self._classes[name] = tuple(filter(None, (body.defined for body in bodies)))
        return self._classes[name]

    def enum(self, name: str) -> Enum | None:
        """The enumeration of a name, or of one that is an alias of it."""
        if name not in self._enums:
            self._enums[name] = None
            found = (enum_of(file, name) for file in self.with_name(name, before=rb"\benum\s+(?:class\s+|struct\s+)?"))
            enum = next(filter(None, found), None)
            aliases = self.aliases(name) if enum is None else set()
            self._enums[name] = self.enum(min(aliases).rpartition("::")[2]) if len(aliases) == 1 else enum
        return self._enums[name]

    def aliases(self, name: str) -> set[str]:
        """What `using NAME = ...;` says in the compiled code; several where it is not known which one counts."""
        if name not in self._aliases:
            pattern = re.compile(rb"\busing\s+" + re.escape(name.encode()) + rb"\s*=([^;]+);")
            files = self.with_name(name, before=rb"\busing\s+", behind=rb"\s*=")
            found = ((file, match) for file in files for match in pattern.finditer(file.code))
            at_namespace = (match[1] for file, match in found if file.header.is_namespace_scope(match.start()))
            self._aliases[name] = {b" ".join(text.split()).decode("utf-8", "replace") for text in at_namespace}
        return self._aliases[name]

    @cached_property
    def pasted(self) -> list[tuple[str, re.Pattern[str]]]:
        """The names that macros join from pieces, each with the macro's."""
        joining = (file.header.data for file in self.files.values() if b"##" in file.header.data)
        return [found for data in joining for found in pasted(data)]

    @cached_property
    def explicit(self) -> list[tuple[str, bytes]]:
        """The class templates that sources instantiate explicitly, each with what follows their `<`."""
        files = (file for file in self.files.values() if _EXPLICIT.search(file.header.data))
        return [
            (match[1].decode(), file.code[match.end() :]) for file in files for match in _EXPLICIT.finditer(file.code)
        ]


class _Index:
    """Where names stand in some headers, which several modules may be made of."""

    def __init__(self, headers: Sequence[Header]) -> None:
        self._data = [header.data for header in headers]
        self._named: dict[bytes, list[tuple[int, tuple[int, ...]]]] = {}
        self._found: dict[tuple[bytes, bytes, bytes], list[int]] = {}

    def with_name(self, name: bytes, before: bytes, behind: bytes) -> list[int]:
        """Which of them have a name in them between two patterns."""
        key = (name, before, behind)
        if key not in self._found:
            ahead, further = re.compile(before + rb"\Z"), re.compile(rb"(?!\w)" + behind)
            self._found[key] = [
                index
                for index, places in self._all(name)
                if any(
                    further.match(self._data[index], start + len(name))
                    and ahead.search(self._data[index], max(0, start - _AHEAD), start)
                    for start in places
                )
            ]
        return self._found[key]

    def _all(self, name: bytes) -> list[tuple[int, tuple[int, ...]]]:
        """Those that have a name in them, with the offsets where it begins."""
        if name not in self._named:
            found = ((index, _occurrences(data, name)) for index, data in enumerate(self._data))
            self._named[name] = [(index, places) for index, places in found if places]
        return self._named[name]


@for_a_run(64)
def _index(headers: tuple[Header, ...]) -> _Index:
    return _Index(headers)


# Modules have most of their files in common, so that each is looked through once.
@lru_cache(maxsize=4096)
def _included(data: bytes) -> tuple[str, ...]:
    return tuple(name.decode("utf-8", "replace") for name in _INCLUDE.findall(data))


@lru_cache(maxsize=4096)
def _defined(data: bytes) -> frozenset[str]:
    return frozenset(name.decode() for name in _DEFINE.findall(data))


@lru_cache(maxsize=1 << 17)
def _occurrences(data: bytes, name: bytes) -> tuple[int, ...]:
    """The offsets where a name begins."""
    found = []
    offset = data.find(name)
    while offset >= 0:
        if offset == 0 or not (data[offset - 1] in b"_" or data[offset - 1 : offset].isalnum()):
            found.append(offset)
        offset = data.find(name, offset + 1)
    return tuple(found)
