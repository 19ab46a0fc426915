"""Parse units until every instantiation has either evidence from a parse without an error, or a reason why not."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, takewhile

from msgspec import Struct

from cutlass_lint.analyzer.model import Instantiation, Kernel, Launcher, Location, Related, Source
from cutlass_lint.analyzer.smem.evidence import Evidence, gather
from cutlass_lint.analyzer.smem.frontend import FrontEndError, cause
from cutlass_lint.analyzer.smem.jobs import Diagnostic, Job
from cutlass_lint.analyzer.smem.prefixes import Prefix
from cutlass_lint.analyzer.smem.unit import MAIN, Unit, attribute
from cutlass_lint.analyzer.smem.workers import Parser

_WORTH_HALVING = 24
"""With fewer, what two parses have to do twice is most of their work."""
_UNIT_WEIGHT = 168
_MOST_WEIGHT = 184
"""What the parse of a unit takes of memory, in kernels: 0.9 to 1 GB of the largest, those of SM100."""
_TILE_WEIGHT = 12
"""Memory of what the kernels of one TileShape and ClusterShape have in common, in kernels."""
# DiagnosticSemaKinds.td of clang: err_static_assert_failed, also in its older wording.
_ASSERTION = ("static assertion failed", "static_assert failed")
# cute/config.hpp: CUTE_STATIC_ASSERT_V, whose condition may turn out to have no value at all.
_ASSERTION_MACRO = re.compile(r"expanded from macro '\w*STATIC_ASSERT\w*'")


class Rejection(Struct, frozen=True, tag=True):
    """The headers refuse a kernel, by an assertion of theirs; `chain` is that of the kernel."""

    reason: str
    chain: tuple[Related, ...]


class Failure(Struct, frozen=True):
    """Nothing can be said about a kernel, and why."""

    reason: str


Outcome = Evidence | Rejection | Failure


def units(kernels: Sequence[Kernel], launcher: Launcher, jobs: int) -> Iterator[Unit]:
    """Share out the instantiations of one launcher among units, so that `jobs` parses at once end together.

    `kernels` has one of each. The first kernel of a unit costs as much as ten more, so that there are few; but enough
    to show progress, and for the memory of one parse. What kernels of one TileShape instantiate is much the same:
    they go together.
    """
    rows: dict[int, list[Kernel]] = {}
    previous: Instantiation | None = None
    row = 0
    for kernel in kernels:
        own = kernel.instantiation
        # Diagnostics tell instantiations apart by their lines: those that share one go to different units.
        row = row + 1 if previous and previous.file == own.file and previous.end_line >= own.line else 0
        rows.setdefault(row, []).append(kernel)
        previous = own
    # A class that arguments lead to is instantiated once a unit, for whoever comes first.
    alone = launcher.adapter_beside and not launcher.launch_line
    for members in rows.values():
        for together in ([kernel] for kernel in members) if alone else _shared_out(members, jobs):
            yield Unit(tuple(kernel.instantiation for kernel in together))


def _shared_out(kernels: Sequence[Kernel], jobs: int) -> Iterator[Sequence[Kernel]]:
    """As many parts as there are jobs, or some times as many: those of a TileShape stay together where they can."""
    groups = [list(alike) for _, alike in groupby(sorted(kernels, key=_tile), _tile)]
    weight = len(kernels) + _TILE_WEIGHT * len(groups)
    about = weight / (jobs * math.ceil(weight / (_UNIT_WEIGHT * jobs)))
    part: list[Kernel] = []
    taken = 0
    for group in groups:
        own = len(group) + _TILE_WEIGHT
        if part and (taken + own / 2 > about or taken + own > _MOST_WEIGHT):
            yield part
            part, taken = [], 0
        shares = max(round(own / about), math.ceil(own / _MOST_WEIGHT))
        if shares > 1:
            most = math.ceil(len(group) / shares)
            yield from (group[start : start + most] for start in range(0, len(group), most))
        else:
            part += group
            taken += own
    if part:
        yield part


def _tile(kernel: Kernel) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return kernel.tile or (), kernel.cluster or ()


class Attempt(Struct, frozen=True):
    """What a parse of a unit settled, and the units to parse for the rest of it."""

    settled: Mapping[Instantiation, Outcome]
    again: tuple[Unit, ...] = ()


def attempt(unit: Unit, sources: Mapping[str, Source], prefix: Prefix, parser: Parser) -> Attempt:
    """Parse the instantiations of a unit.

    A parse with an error is not believed: the kernels that the errors belong to are parsed again alone, the others
    again without them. Clang reports an assertion that several kernels share for the first of them only, so that
    the others' numbers would otherwise pass for good.
    """
    try:
        return _attempted(unit, sources, prefix, parser)
    except (FrontEndError, OSError) as error:
        return _failed_or_in_parts(unit, cause(error))


def _attempted(unit: Unit, sources: Mapping[str, Source], prefix: Prefix, parser: Parser) -> Attempt:
    job = Job(
        MAIN,
        {**prefix.hooks.files, **unit.files(sources, prefix.launcher)},
        prefix.arguments,
        prefix.roots,
        watch=(prefix.launcher.file,),
    )
    parsed = parser.parse(job)
    attributed = attribute(unit, parsed)
    errors = {owner: decisive_error(said) for owner, said in attributed.items()}
    refused = {owner: error for owner, error in errors.items() if error}
    if not refused:
        return Attempt(dict(gather(unit, parsed, attributed, prefix.launcher, prefix.hooks)))
    if len(unit.instantiations) == 1:
        (only,) = unit.instantiations
        cause = refused.get(only) or next(iter(refused.values()))
        # Any other error may as well be the front end's, or a stand-in header's that lacks something.
        refusal = only in refused and is_assertion(cause)
        if not refusal:
            return Attempt({only: Failure(describe(cause))})
        return Attempt({only: Rejection(describe(cause), (asserted(cause), *_asked(cause, prefix.launcher)))})
    owners = [owner for owner in refused if owner is not None]
    if not owners:
        return Attempt({}, _halves(unit))
    rest = Unit(tuple(i for i in unit.instantiations if i not in refused))
    # The rest may hide more refusals: so that these cost another parse of fewer, and two can be at it.
    parts = _halves(rest) if len(rest.instantiations) >= _WORTH_HALVING else (rest,)
    return Attempt({}, (*(part for part in parts if part.instantiations), *(Unit((owner,)) for owner in owners)))


def _failed_or_in_parts(unit: Unit, reason: str) -> Attempt:
    """Parse the files of a unit alone, or of one file its instantiations: a hang is waited for three times at most."""
    if len(unit.instantiations) == 1:
        return Attempt({unit.instantiations[0]: Failure(reason)})
    files: dict[str, list[Instantiation]] = {}
    for instantiation in unit.instantiations:
        files.setdefault(instantiation.file, []).append(instantiation)
    parts = list(files.values()) if len(files) > 1 else [[instantiation] for instantiation in unit.instantiations]
    return Attempt({}, tuple(Unit(tuple(part)) for part in parts))


def _halves(unit: Unit) -> tuple[Unit, Unit]:
    middle = len(unit.instantiations) // 2
    return Unit(unit.instantiations[:middle]), Unit(unit.instantiations[middle:])


def decisive_error(diagnostics: Sequence[Diagnostic]) -> Diagnostic | None:
    """The first error; where that is in the condition of an assertion, the assertion that fails next, if one does."""
    errors = [diagnostic for diagnostic in diagnostics if diagnostic.error]
    of_assertions = takewhile(lambda error: is_assertion(error) or _is_in_assertion(error), errors)
    return next(filter(is_assertion, of_assertions), errors[0] if errors else None)


def _is_in_assertion(error: Diagnostic) -> bool:
    return any(_ASSERTION_MACRO.search(note.text) for note in error.notes)


def is_assertion(diagnostic: Diagnostic) -> bool:
    """Whether an error is an assertion that does not hold: a refusal, rather than something missing."""
    return diagnostic.text.startswith(_ASSERTION)


def asserted(diagnostic: Diagnostic) -> Related:
    """The place of an assertion that does not hold, and its text."""
    return Related(Location(diagnostic.file, diagnostic.line), diagnostic.text)


def _asked(refusal: Diagnostic, launcher: Launcher) -> Iterator[Related]:
    """The line of a launcher that asks for what is refused."""
    line = next((note.line for note in refusal.notes if note.file == launcher.file), None)
    if line is not None:
        yield Related(Location(launcher.file, line), "the launcher asks for it")


def describe(diagnostic: Diagnostic) -> str:
    """A diagnostic as one line: its place and its text."""
    return f"{diagnostic.file}:{diagnostic.line}: {diagnostic.text}"
