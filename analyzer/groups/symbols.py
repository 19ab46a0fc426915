"""Undefined symbols of linkers and loaders: which instantiation here makes them, or what the nearest one makes instead.

Both names come from compilers: that of the log, and those that the front end mangles for the instantiations here. They
are compared argument by argument, each spelled in full, so that no alias or namespace is guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Literal

from msgspec import Struct

from cutlass_lint.analyzer.groups.entries import Style
from cutlass_lint.analyzer.groups.names import Difference, Name, differences, distance, read_name, spaced
from cutlass_lint.analyzer.logs import Entry
from cutlass_lint.analyzer.model import Launcher, Module, Source
from cutlass_lint.analyzer.smem.frontend import Settings
from cutlass_lint.analyzer.smem.symbols import Made, Unmade, symbols
from cutlass_lint.analyzer.sources import find_launcher, includes_found
from cutlass_lint.analyzer.wording import few

Outcome = Literal["instantiated", "other arguments", "not instantiated", "no launcher", "unknown"]
"""instantiated: an instantiation here makes it. other arguments: those here make instances of other arguments.
not instantiated: a launcher of its name is here, of which nothing makes an instance. no launcher: none of its name is
here. unknown: for the `reason`."""

_NAMED = 4
"""Instantiations, and arguments, that one entry names."""


class Instantiator(Struct, frozen=True):
    """An instantiation, by the id that its kernels have, and its module."""

    id: str
    module: str


class Undefined(Struct, frozen=True, tag="undefined-symbol"):
    """A symbol that is undefined by a log, and what is known of it here.

    `places` are the instantiations that make it; where none does, those that come nearest, with the `differences`.
    `left_out` are instantiations of its launcher that the preprocessor leaves out of their module. Where nothing makes
    an instance, `defined` is FILE:LINE of its function template.
    """

    entry: Entry
    name: str
    outcome: Outcome
    places: tuple[Instantiator, ...] = ()
    differences: tuple[Difference, ...] = ()
    left_out: tuple[Instantiator, ...] = ()
    defined: str | None = None
    reason: str | None = None

    def explain(self, style: Style) -> str:
        """The symbol, then what makes it, or what is made instead."""
        lines = [f"line {self.entry.line:,}, undefined symbol: {style.code(self.name)}", self._verdict(style)]
        if self.left_out:
            count = f"{len(self.left_out):,} more of its launcher"
            lines.append(f"a preprocessor condition leaves out {count}: {_places(self.left_out, style)}")
        return "\n".join(lines)

    def _verdict(self, style: Style) -> str:
        nothing = style.strong("not instantiated")
        if self.outcome == "instantiated":
            makes = "makes" if len(self.places) == 1 else "make"
            return (
                f"{style.strong('instantiated')}: {_places(self.places, style)} {makes} it: its object is older than "
                "that, or was left out of the link; look at the module's build"
            )
        if self.outcome == "other arguments":
            return f"{nothing}: the nearest is {_places(self.places, style)}, with {self._differing(style)}"
        if self.outcome == "not instantiated":
            of = (
                f"the function template at {style.code(PurePath(self.defined).name)}"
                if self.defined
                else "its launcher"
            )
            return f"{nothing}: nothing here makes an instance of {of}"
        if self.outcome == "no launcher":
            return "no launcher here has this name"
        return f"{style.strong('unknown')}: {style.plain(self.reason or '')}"

    def _differing(self, style: Style) -> str:
        told = [
            f"{style.code(f'{one.parameter}={spaced(one.here)}')} instead of {style.code(spaced(one.undefined))}"
            f"{'' if one.certain else ', which may be the same'}"
            for one in self.differences
        ]
        return few(told, _NAMED)


def undefined(
    entries: Iterable[Entry], modules: Sequence[Module], sources: Mapping[str, Source], settings: Settings
) -> Iterator[Undefined]:
    """What is known of each symbol that entries name, told of the first entry on each; they come in any order."""
    first: dict[Name | str, Entry] = {}
    for entry in entries:
        symbol = entry.symbol or ""
        first.setdefault(read_name(symbol) or symbol, entry)
    groups: dict[str, list[tuple[Name, Entry]]] = {}
    for name, entry in first.items():
        if isinstance(name, str):
            yield Undefined(entry, name, "unknown", reason="its name cannot be read")
        elif name.arguments is None:
            yield Undefined(entry, name.text, "no launcher")
        else:
            groups.setdefault(name.last, []).append((name, entry))
    problem = next(_problems(modules, sources), None)
    for last, members in groups.items():
        launcher = _defined(last, modules, sources)
        found = symbols(modules, sources, settings, last)
        made = [(one, known) for one in found if isinstance(one, Made) and (known := read_name(one.symbol))]
        instances = [(one, known) for one, known in made if known.last == last]
        unmade = [one for one in found if isinstance(one, Unmade)]
        for name, entry in members:
            if launcher is not None or instances or unmade:
                yield _settled(entry, name, launcher, instances, unmade)
            else:
                yield Undefined(entry, name.text, "unknown" if problem else "no launcher", reason=problem)


def _settled(
    entry: Entry,
    name: Name,
    launcher: Launcher | None,
    instances: Sequence[tuple[Made, Name]],
    unmade: Sequence[Unmade],
) -> Undefined:
    parameters = launcher.parameters if launcher else ()
    apart = [(one, differences(name, known, parameters)) for one, known in instances]
    equal = [one for one, differing in apart if not differing]
    if equal:
        return Undefined(entry, name.text, "instantiated", _instantiators(equal))
    unknown = [one for one in unmade if one.reason]
    if unknown:
        more = f" and {len(unknown) - 1:,} more make" if unknown[1:] else " makes"
        reason = f"what {unknown[0].id}{more} is not known: {unknown[0].reason}"
        return Undefined(entry, name.text, "unknown", reason=reason)
    left_out = _instantiators(unmade)
    if not apart:
        defined = f"{launcher.file}:{launcher.line}" if launcher else None
        return Undefined(entry, name.text, "not instantiated", left_out=left_out, defined=defined)
    open_ = [differing for _, differing in apart if not any(one.certain for one in differing)]
    fewest = min(open_ or (differing for _, differing in apart), key=distance)
    nearest = _instantiators(one for one, differing in apart if differing == fewest)
    if not open_:
        return Undefined(entry, name.text, "other arguments", nearest, fewest, left_out)
    told = ", ".join(f"{one.parameter} ({one.undefined}, here {one.here})" for one in fewest)
    reason = f"{nearest[0].id} makes it but for what cannot be compared: {told}"
    return Undefined(entry, name.text, "unknown", nearest, fewest, left_out, reason=reason)


def _defined(name: str, modules: Iterable[Module], sources: Mapping[str, Source]) -> Launcher | None:
    """The function template of a name that the includes of a source lead to."""
    for module in modules:
        for file in {sources[file].includes: file for file in module.sources}.values():
            launcher = find_launcher(name, sources[file], module.flags.lookup)
            if launcher is not None and launcher.form == "template":
                return launcher
    return None


def _problems(modules: Iterable[Module], sources: Mapping[str, Source]) -> Iterator[str]:
    """Why a function template that is not found may be there all the same."""
    for module in modules:
        if module.problem is not None:
            yield f"{module.problem.message}; {module.problem.remedy}"
        for source in (sources[file] for file in module.sources):
            if not includes_found(source, module.flags.lookup):
                yield f"the headers that {source.file} includes are not found; name them with --headers"


def _instantiators(found: Iterable[Made | Unmade]) -> tuple[Instantiator, ...]:
    return tuple(dict.fromkeys(Instantiator(one.id, one.module) for one in found))


def _places(places: Sequence[Instantiator], style: Style) -> str:
    told = [f"{style.code(PurePath(one.id).name)} in module {style.code(one.module)}" for one in places]
    return few(told, _NAMED)
