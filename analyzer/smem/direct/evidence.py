"""The kernels that a parse of a source found: each distinct type once, with the place that asks for it first."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from cutlass_lint.analyzer.model import Kernel, Location, Related, Schedule
from cutlass_lint.analyzer.smem.evidence import Builder, Evidence, Numbers, builder, made_by, numbers_of, template
from cutlass_lint.analyzer.smem.jobs import Parsed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cutlass_lint.analyzer.smem.direct.places import Place, Said
    from cutlass_lint.analyzer.smem.hooks import Hooks
    from cutlass_lint.analyzer.smem.jobs import Diagnostic
    from cutlass_lint.analyzer.sources.statements import Statement, Statements

_BUILDERS = ("mainloop", "epilogue")
_MADE = "makes a GemmUniversalAdapter of the kernel"
_SHAPE = re.compile(r"tuple<cute::C<(\d+)>, cute::C<(\d+)>, cute::C<(\d+)>>")


class Found(Struct, frozen=True):
    """A kernel type that a source makes an adapter of, and where it first does."""

    type: str
    place: Place | None
    made: Related


def kernels(said: Sequence[Said]) -> dict[str, Found]:
    """The kernel types that are handed to an adapter, in the order in which the front end came to them."""
    found: dict[str, Found] = {}
    for diagnostic, place in said:
        if diagnostic.subject == "adapter":
            type_ = template(diagnostic)[1][0]
            made = Related(Location(diagnostic.file, diagnostic.line, max(diagnostic.column, 1)), _MADE)
            found.setdefault(type_, Found(type_, place, made))
    return found


def gather(
    said: Sequence[Said], found: Mapping[str, Found], hooks: Hooks, statements: Statements
) -> dict[str, Evidence]:
    """The evidence on each kernel type that a parse without an error measured; those of the 2.x API are not.

    Builders do not say for which kernel they work: they count where one statement asks for both, and for no other
    kernel, or where there is no other.
    """
    numbers = numbers_of(Parsed(tuple(diagnostic for diagnostic, _ in said)))
    asking = {type_: _statement(kernel.place, statements) for type_, kernel in found.items()}
    builders = [
        (_statement(place, statements), diagnostic) for diagnostic, place in said if diagnostic.subject in _BUILDERS
    ]
    evidence = {}
    for type_ in (type_ for type_ in found if type_ in numbers):
        others = [asked for other, asked in asking.items() if other != type_]
        used = [d for asked, d in builders if not others or (asked == asking[type_] and asked not in others)]
        evidence[type_] = _evidence(found[type_], used, hooks, numbers)
    return evidence


def _statement(place: Place | None, statements: Statements) -> Statement | Place | None:
    return (statements.at(place.line, place.column) if place and place.exact else None) or place


def _evidence(kernel: Found, used: Sequence[Diagnostic], hooks: Hooks, numbers: Mapping[str, Numbers]) -> Evidence:
    made = {diagnostic.text: (diagnostic.subject, builder(diagnostic, hooks)) for diagnostic in used}
    chain = (made_by(builder(d, hooks), d.subject, Location(d.file, d.line)) for d in reversed(used))
    first = {related.message: related for related in chain}
    return Evidence(
        kernels={kernel.type: kernel.made},
        numbers=numbers,
        launched=frozenset((kernel.type,)),
        builders=tuple(one for subject, one in made.values() if subject == "mainloop"),
        epilogues=tuple(one for subject, one in made.values() if subject == "epilogue"),
        chain=tuple(sorted((*first.values(), kernel.made), key=lambda related: related.location)),
        skipped=False,
        adapter_skipped=False,
    )


def as_asked(kernel: Kernel, said: Sequence[Said], hooks: Hooks) -> Kernel:
    """The only kernel of a source, with the ArchTag, shapes and schedules that all its builders are asked for."""
    used = [builder(diagnostic, hooks) for diagnostic, _ in said if diagnostic.subject in _BUILDERS]
    return replace(
        kernel,
        arch=_agreed(used, "ArchTag"),
        tile=_extents(_agreed(used, "TileShape")),
        cluster=_extents(_agreed(used, "ClusterShape")),
        schedule=Schedule(_agreed(used, "KernelSchedule"), _agreed(used, "EpilogueSchedule")),
    )


def _agreed(builders: Iterable[Builder], start: str) -> str | None:
    """The argument for the parameters whose name begins so, unqualified; None where builders differ in it."""
    values = {value for used in builders for name, value in used.arguments.items() if name.startswith(start)}
    head, bracket, rest = values.pop().partition("<") if len(values) == 1 else ("", "", "")
    return f"{head.rpartition('::')[2]}{bracket}{rest}" or None


def _extents(shape: str | None) -> tuple[int, ...] | None:
    match = _SHAPE.fullmatch(shape or "")
    return tuple(map(int, match.groups())) if match else None
