"""What sources instantiate: for each instantiation the function templates that it makes, with their arguments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from cutlass_lint.analyzer.model import Instantiation, Launcher, Source
from cutlass_lint.analyzer.sources.arguments import name_arguments
from cutlass_lint.analyzer.sources.declarations import closing_angle
from cutlass_lint.analyzer.sources.dispatch.conditions import holds
from cutlass_lint.analyzer.sources.dispatch.frames import Frame
from cutlass_lint.analyzer.sources.dispatch.text import Body, CodeFile
from cutlass_lint.analyzer.sources.dispatch.type_arguments import type_argument
from cutlass_lint.analyzer.sources.dispatch.values import Extents, TypeName, Value, equal
from cutlass_lint.analyzer.sources.launches import split

if TYPE_CHECKING:
    from cutlass_lint.analyzer.sources.dispatch.evaluation import Evaluation
    from cutlass_lint.analyzer.sources.dispatch.leads import Launch
    from cutlass_lint.analyzer.sources.headers import Header

# An explicit instantiation or specialization of a function template, up to the `<` of its arguments.
_MADE = re.compile(rb"\btemplate\b(?:\s*<\s*>)?(?!\s*(?:<|class\b|struct\b))[\w\s:*&]*?\b(\w+)\s*<")
_CALL = re.compile(rb"\s*\(")
_NAME = re.compile(r"\b[A-Za-z_]\w*\b")


class _Made(Struct, frozen=True):
    """The arguments of a function template, and which instantiation makes it of them."""

    arguments: tuple[Value, ...]
    index: int


class _Template(Struct, frozen=True):
    """A function template that a macro makes, and its arguments: their texts, and the parameters that each names."""

    launcher: str
    arguments: tuple[tuple[str, tuple[str, ...]], ...]


class Instances:
    """The instantiations of a module that are compiled, by the function templates that they make (`made`)."""

    def __init__(
        self, evaluation: Evaluation, found: Iterable[tuple[Instantiation, Launcher | None]], files: dict[str, CodeFile]
    ) -> None:
        self.made: dict[str, list[_Made]] = {}
        self._launchers: list[set[str]] = []
        self._matching: dict[tuple[str, tuple[Value, ...]], set[int]] = {}
        self._evaluation = evaluation
        self._files = files
        self._templates: dict[tuple[str, int], tuple[_Template, ...]] = {}
        self._values: dict[str, Value] = {}
        self._arguments: dict[tuple[str, tuple[str, ...]], Value] = {}
        self._told: dict[tuple[str, int], bool] = {}
        self._index: dict[tuple[str, tuple[int, ...]], dict[tuple[Value, ...], list[_Made]]] = {}
        evaluation.begin()
        for index, (instantiation, launcher) in enumerate(found):
            self._launchers.append(set())
            for name, arguments in self._make(instantiation, launcher):
                self.made.setdefault(name, []).append(_Made(arguments, index))
                self._launchers[index].add(name)
        self._alike = _alike(value.name for value in self._values.values() if isinstance(value, TypeName))

    def launchers(self, index: int) -> set[str]:
        """The function templates that an instantiation makes, by its place; none where that is not known."""
        return self._launchers[index]

    def matching(self, launch: Launch) -> set[int]:
        """The places of those that a launch may lead to: what is not known of either matches anything."""
        key = (launch.launcher, launch.arguments)
        if key not in self._matching:
            positions = tuple(
                index
                for index, value in enumerate(launch.arguments)
                if self._is_known(value) and self._is_told(launch.launcher, index)
            )
            at = tuple(self._key(launch.arguments[index]) for index in positions)
            found = self._indexed(launch.launcher, positions).get(at, ())
            self._matching[key] = {one.index for one in found if _matches(launch.arguments, one.arguments)}
        return self._matching[key]

    def _is_told(self, launcher: str, position: int) -> bool:
        """Whether an argument is known of all instantiations."""
        if (launcher, position) not in self._told:
            made = self.made.get(launcher, ())
            told = all(position < len(one.arguments) and self._is_known(one.arguments[position]) for one in made)
            self._told[launcher, position] = told
        return self._told[launcher, position]

    def _indexed(self, launcher: str, positions: tuple[int, ...]) -> dict[tuple[Value, ...], list[_Made]]:
        """The instantiations by their arguments at some positions."""
        if (launcher, positions) not in self._index:
            index: dict[tuple[Value, ...], list[_Made]] = {}
            for one in self.made.get(launcher, ()):
                index.setdefault(tuple(self._key(one.arguments[position]) for position in positions), []).append(one)
            self._index[launcher, positions] = index
        return self._index[launcher, positions]

    def _is_known(self, value: Value) -> bool:
        if isinstance(value, Extents):
            return None not in value.extents
        is_clear = isinstance(value, TypeName) and ("|" not in value.name or value.name in self._alike)
        return is_clear or isinstance(value, int)

    def _key(self, value: Value) -> Value:
        """A value, the same for types that may be one."""
        return TypeName(self._alike.get(value.name, value.name)) if isinstance(value, TypeName) else value

    def _make(self, instantiation: Instantiation, launcher: Launcher | None) -> Iterator[tuple[str, tuple[Value, ...]]]:
        if instantiation.form == "template":
            values = tuple(self._value(text) for text in instantiation.arguments)
            yield instantiation.launcher, values
            return
        named = name_arguments(launcher, instantiation) if launcher is not None else None
        if launcher is None or not isinstance(named, dict):
            return
        for template in self._made_by(launcher):
            yield template.launcher, tuple(self._argument(text, names, named) for text, names in template.arguments)

    def _argument(self, text: str, names: tuple[str, ...], named: dict[str, str]) -> Value:
        key = (text, tuple(named.get(name, "") for name in names))
        if key not in self._arguments:
            self._arguments[key] = self._value(_NAME.sub(lambda match: named.get(match[0], match[0]), text))
        return self._arguments[key]

    def _made_by(self, launcher: Launcher) -> tuple[_Template, ...]:
        key = (launcher.file, launcher.line)
        if key not in self._templates:
            file = self._files.get(launcher.file)
            self._templates[key] = _templates(launcher, file.header) if file else ()
        return self._templates[key]

    def _value(self, text: str) -> Value:
        if text not in self._values:
            file = next(iter(self._files.values()))
            frame = Frame(Body(file, b"", [], is_doubtful=False), {})
            self._values[text] = type_argument(self._evaluation, text, frame)
        return self._values[text]


def _alike(names: Iterable[str]) -> dict[str, str]:
    """One name for all types that may be the same: that of those that one of several is, as an alias may say."""
    sets: list[set[str]] = []
    for name in sorted(names):
        if "|" in name:
            joined = {name, *name.split("|")}
            joined.update(*(one for one in sets if one & joined))
            sets = [*(one for one in sets if not one & joined), joined]
    return {name: min(joined) for joined in sets for name in joined}


def compiled(sources: Iterable[Source], defined: Sequence[str]) -> Iterator[tuple[Source, Instantiation]]:
    """The instantiations that the preprocessor does not leave out, with macros that are given as `NAME` or `NAME=1`."""
    names = {define.partition("=")[0] for define in defined}
    for source in sources:
        for instantiation in source.instantiations:
            if all(holds(guard.condition, names.__contains__) is not False for guard in instantiation.guards):
                yield source, instantiation


@lru_cache(maxsize=256)
def _templates(launcher: Launcher, header: Header) -> tuple[_Template, ...]:
    """The function templates that a macro makes."""
    return tuple(_expanded(launcher, CodeFile(header, lambda _macro: None)))


def _expanded(launcher: Launcher, file: CodeFile) -> Iterator[_Template]:
    header = file.header
    for macro in header.preprocessor.macros():
        if macro.name != launcher.name or header.text.line(macro.start) != launcher.line:
            continue
        text = file.macro_text(macro, (parameter.encode() for parameter in macro.parameters))
        for match in _MADE.finditer(text):
            closing = closing_angle(text, match.end(), len(text))
            if closing is not None and _CALL.match(text, closing + 1):
                inside = " ".join(text[match.end() : closing].decode("utf-8", "replace").split())
                names = ((part, set(_NAME.findall(part))) for part in split(inside))
                yield _Template(
                    match[1].decode(),
                    tuple((part, tuple(name for name in macro.parameters if name in used)) for part, used in names),
                )


def _matches(wanted: Sequence[Value], given: Sequence[Value]) -> bool:
    return all(_may_be(left, right) for left, right in zip(wanted, given, strict=False))


def _may_be(left: Value, right: Value) -> bool:
    if isinstance(left, Extents) and isinstance(right, Extents):
        pairs = zip(left.extents, right.extents, strict=False)
        return len(left.extents) == len(right.extents) and all(None in pair or pair[0] == pair[1] for pair in pairs)
    return equal(left, right) is not False
