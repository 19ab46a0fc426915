"""The symbols that instantiations make, as the front end mangles them: what a linker finds in their objects.

An explicit instantiation, `template void f<half>(int);`, makes the function that an explicit specialization of the same
template arguments, `template <> void f<half>(int);`, declares: the latter needs no body, and libclang shows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import as_completed

from msgspec import Struct

from cutlass_lint.analyzer.model import Instantiation, Launcher, Module, Source
from cutlass_lint.analyzer.smem.frontend import FrontEndError, Settings, cause
from cutlass_lint.analyzer.smem.identifiers import identifier
from cutlass_lint.analyzer.smem.jobs import Job, Parsed
from cutlass_lint.analyzer.smem.prefixes import keep_prefix, precompile
from cutlass_lint.analyzer.smem.sizing import describe
from cutlass_lint.analyzer.smem.unit import MAIN, Unit
from cutlass_lint.analyzer.smem.workers import Workers
from cutlass_lint.analyzer.sources import find_launcher
from cutlass_lint.analyzer.sources.openings import opening
from cutlass_lint.analyzer.sources.projects import header_of
from cutlass_lint.analyzer.sources.surroundings import surroundings

_EXPLICIT = re.compile(rb"((?:^|[;{}\\)])\s*)template(?=\s+(?!class\b|struct\b|union\b)[A-Za-z_:])", re.MULTILINE)
"""Where a function is instantiated: behind the end of a line, statement or block, unlike in `x.template f<T>()`."""


class Made(Struct, frozen=True):
    """An instantiation, by the id that its kernels have, and a function that it makes, by its mangled name."""

    id: str
    module: str
    instantiation: Instantiation
    symbol: str


class Unmade(Struct, frozen=True):
    """An instantiation of which no function is known, and why; None where the preprocessor leaves it out."""

    id: str
    module: str
    instantiation: Instantiation
    reason: str | None


def symbols(
    modules: Sequence[Module], sources: Mapping[str, Source], settings: Settings, name: str
) -> list[Made | Unmade]:
    """What instantiations make whose launcher has an unqualified name, or is a macro in a file that mentions it."""
    found: list[Made | Unmade] = []
    with Workers(settings) as workers:
        pending = [
            workers.submit(_of_launcher, module, launcher, instantiations, sources, workers)
            for module, launcher, instantiations in _groups(modules, sources, name)
        ]
        for future in as_completed(pending):
            found += future.result()
    return sorted(found, key=lambda one: (one.instantiation.file, one.instantiation.line, one.module))


def _groups(
    modules: Sequence[Module], sources: Mapping[str, Source], wanted: str
) -> Iterator[tuple[Module, Launcher | None, list[Instantiation]]]:
    for module in modules:
        groups: dict[tuple[str, str, bytes], tuple[Launcher | None, list[Instantiation]]] = {}
        for source in (sources[file] for file in module.sources):
            around = surroundings(source)
            for instantiation in source.instantiations:
                launcher = find_launcher(instantiation.launcher, source, module.flags.lookup)
                key = (launcher.file if launcher else "", instantiation.launcher, around)
                groups.setdefault(key, (launcher, []))[1].append(instantiation)
        for (_, name, _), (launcher, instantiations) in groups.items():
            if name == wanted or (launcher and launcher.form == "macro" and _mentions(launcher.file, wanted)):
                yield module, launcher, instantiations


def _mentions(file: str, name: str) -> bool:
    header = header_of(file)
    return header is not None and re.search(rb"\b%s\b" % re.escape(name.encode()), header.data) is not None


def _of_launcher(
    module: Module,
    launcher: Launcher | None,
    instantiations: Sequence[Instantiation],
    sources: Mapping[str, Source],
    workers: Workers,
) -> list[Made | Unmade]:
    if module.problem is not None or launcher is None:
        reason = module.problem.message if module.problem else "no header that it includes defines its launcher"
        return [Unmade(identifier(module, one), module.name, one, reason) for one in instantiations]
    try:
        parsed = _parsed(Unit(tuple(instantiations)), launcher, module, sources, workers)
    except (FrontEndError, OSError) as error:
        return [Unmade(identifier(module, one), module.name, one, cause(error)) for one in instantiations]
    return [answer for one in instantiations for answer in _answers(module, one, parsed)]


def _parsed(unit: Unit, launcher: Launcher, module: Module, sources: Mapping[str, Source], workers: Workers) -> Parsed:
    """Parse instantiations as the declarations of what they make. Raises FrontEndError and OSError."""
    first = sources[unit.instantiations[0].file]
    prefix = precompile([launcher], opening(first, launcher, module.flags.lookup), module, workers)
    keep_prefix(prefix, workers.cache)
    if prefix.error is not None:
        raise FrontEndError(f"its headers do not parse: {describe(prefix.error)}")
    files = unit.files(sources, launcher)
    declaring = {file: _EXPLICIT.sub(rb"\1template <>", text) for file, text in files.items()}
    wanted = tuple({one.file: None for one in unit.instantiations})
    shown = {**prefix.hooks.files, **declaring}
    parsed = workers.parse(Job(MAIN, shown, prefix.arguments, prefix.roots, specialized_in=wanted))
    if parsed.is_refused:
        raise FrontEndError(describe(parsed.diagnostics[0]))
    return parsed


def _answers(module: Module, instantiation: Instantiation, parsed: Parsed) -> Iterator[Made | Unmade]:
    id_ = identifier(module, instantiation)
    lines = range(instantiation.line, instantiation.end_line + 1)
    here = [one for one in parsed.specialized if one.place.file == instantiation.file and one.place.line in lines]
    yield from (Made(id_, module.name, instantiation, one.symbol) for one in here)
    if here:
        return
    if parsed.is_skipped(instantiation.file, instantiation.line):
        yield Unmade(id_, module.name, instantiation, None)
        return
    errors = (
        diagnostic
        for diagnostic in parsed.diagnostics
        if diagnostic.error and diagnostic.file == instantiation.file and diagnostic.line in lines
    )
    error = next(errors, None)
    reason = describe(error) if error else "the front end shows no function that it makes"
    yield Unmade(id_, module.name, instantiation, reason)
