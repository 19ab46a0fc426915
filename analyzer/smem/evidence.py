"""What the front end said about one instantiation: its kernel type, the sizes, the schedules, where it was asked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from cutlass_lint.analyzer.model import Instantiation, Launcher, Location, Related, Schedule, Sizes
from cutlass_lint.analyzer.smem.hooks import Hooks
from cutlass_lint.analyzer.smem.jobs import Diagnostic, Parsed
from cutlass_lint.analyzer.smem.unit import Attributed, Unit, forged

# How the parameters of CUTLASS's builders are called, in every release so far: StageCountType, KernelScheduleType, ...
_STAGE_COUNT = "StageCount"
_KERNEL_SCHEDULE = "KernelSchedule"
_EPILOGUE_SCHEDULE = "EpilogueSchedule"
_MADE = {"mainloop": "makes the CollectiveMainloop", "epilogue": "makes a CollectiveEpilogue"}
"""What the use of a builder does, by its subject: the end of its message in a kernel's chain."""
# overlay/launched.h: what a launch by <<<...>>> is turned into.
_LAUNCH = "launch"
# gemm_universal_adapter.h of the overlay: what stands for a type that a kernel does not have.
_NONE = "cutlass_lint::none"
_ARGUMENTS = 14
"""Those of cutlass_lint::kernel: eleven numbers, an ArchTag, a schedule and the kernel."""
_MARKS = re.compile(r"[<>(){}\[\],]")
_COUNT = re.compile(r"-?\d{1,19}")


class Numbers(Struct, frozen=True):
    """What `cutlass_lint::kernel<...>` printed about a kernel type, None where the type does not say.

    Extents are elements or CTAs, 0 where known at run time only.
    """

    sizes: Sizes
    stages: int | None
    threads: int | None
    tile: tuple[int, ...] | None
    cluster: tuple[int, ...] | None
    arch: str | None
    schedule: str | None


class Builder(Struct, frozen=True):
    """A use of a builder: its name and arguments as the front end prints them, by the names of its parameters."""

    template: str
    arguments: Mapping[str, str]

    @property
    def kernel_schedule(self) -> str | None:
        """The KernelSchedule asked of a mainloop builder."""
        return self._named(_KERNEL_SCHEDULE)

    @property
    def epilogue_schedule(self) -> str | None:
        """The EpilogueSchedule asked of an epilogue builder."""
        return self._named(_EPILOGUE_SCHEDULE)

    @property
    def stage_count(self) -> str | None:
        """The StageCount type asked of a mainloop builder."""
        return self._named(_STAGE_COUNT)

    def _named(self, start: str) -> str | None:
        return next((value for name, value in self.arguments.items() if name.startswith(start)), None)


class Evidence(Struct, frozen=True, tag=True):
    """Everything a clean parse said about one instantiation.

    `kernels` are the distinct kernel types that it names in an adapter or launches, with the place where it does,
    `numbers` theirs. `chain` are the places of the builders. `skipped` tells whether the preprocessor skips the
    instantiation, `adapter_skipped` whether it skips the launcher's adapter.
    """

    kernels: Mapping[str, Related]
    numbers: Mapping[str, Numbers]
    launched: frozenset[str]
    builders: tuple[Builder, ...]
    epilogues: tuple[Builder, ...]
    chain: tuple[Related, ...]
    skipped: bool
    adapter_skipped: bool

    @property
    def stage_count(self) -> str | None:
        """The StageCount type asked for, where the instantiation's builders agree."""
        return _only(builder.stage_count for builder in self.builders)

    def schedule(self, kernel: str) -> Schedule:
        """The schedules asked for, where the instantiation's builders agree, and the one resolved for a kernel."""
        resolved = self.numbers[kernel].schedule if kernel in self.numbers else None
        return Schedule(
            _only(builder.kernel_schedule for builder in self.builders),
            _only(builder.epilogue_schedule for builder in self.epilogues),
            _only((resolved,) if resolved else ()),
        )


def gather(
    unit: Unit, parsed: Parsed, attributed: Attributed, launcher: Launcher, hooks: Hooks
) -> dict[Instantiation, Evidence]:
    """The evidence on each instantiation of a unit that was parsed without an error: of its own kernels only."""
    numbers = numbers_of(parsed)
    launched = frozenset(template(d)[1][0] for d in parsed.diagnostics if d.subject == "launched")
    return {
        instantiation: _evidence(
            instantiation, attributed.get(instantiation, []), numbers, launched, parsed, launcher, hooks
        )
        for instantiation in unit.instantiations
    }


def _evidence(
    instantiation: Instantiation,
    diagnostics: Sequence[Diagnostic],
    numbers: Mapping[str, Numbers],
    launched: frozenset[str],
    parsed: Parsed,
    launcher: Launcher,
    hooks: Hooks,
) -> Evidence:
    kernels: dict[str, Related] = {}
    builders: dict[str, dict[str, Builder]] = {"mainloop": {}, "epilogue": {}}
    chain: dict[Related, None] = {}
    for diagnostic in diagnostics:
        place = _launcher_place(diagnostic, instantiation)
        if diagnostic.subject == "adapter":
            name, arguments = template(diagnostic)
            said = "launches the kernel" if name == _LAUNCH else "makes a GemmUniversalAdapter of the kernel"
            kernels.setdefault(arguments[0], Related(place, f"the launcher {said}"))
        elif diagnostic.subject in builders:
            used = builder(diagnostic, hooks)
            builders[diagnostic.subject][diagnostic.text] = used
            chain[made_by(used, diagnostic.subject, place)] = None
    first_uses = {related.message: related for related in reversed(chain)}
    return Evidence(
        kernels,
        {kernel: numbers[kernel] for kernel in kernels if kernel in numbers},
        launched.intersection(kernels),
        tuple(builders["mainloop"].values()),
        tuple(builders["epilogue"].values()),
        tuple(sorted(first_uses.values(), key=lambda related: related.location)),
        parsed.is_skipped(instantiation.file, instantiation.line),
        parsed.is_skipped(launcher.file, launcher.adapter_line or launcher.launch_line),
    )


def numbers_of(parsed: Parsed) -> dict[str, Numbers]:
    """The numbers of each kernel type that a parse measured. Raises FrontEndError as `template` does."""
    return dict(_numbers(diagnostic) for diagnostic in parsed.diagnostics if diagnostic.subject == "kernel")


def builder(diagnostic: Diagnostic, hooks: Hooks) -> Builder:
    """The builder whose use drew a warning of ours."""
    name, arguments = template(diagnostic)
    names = hooks.parameters.get((diagnostic.subject, _unqualified(name)), ())
    return Builder(name, dict(zip(names, arguments, strict=False)))


def made_by(used: Builder, subject: str, place: Location) -> Related:
    """What the use of a builder makes."""
    makes: Literal["mainloop", "epilogue"] = "mainloop" if subject == "mainloop" else "epilogue"
    return Related(place, f"{used.template} {_MADE[makes]}", makes)


def template(diagnostic: Diagnostic) -> tuple[str, tuple[str, ...]]:
    """The name and the arguments of the template that a warning of ours is about.

    Raises FrontEndError where it is about none.
    """
    name, bracket, rest = diagnostic.text.partition("<")
    if not bracket:
        raise forged(diagnostic)
    return name, split_arguments(rest.removesuffix(">"))


def _launcher_place(diagnostic: Diagnostic, instantiation: Instantiation) -> Location:
    """The line of the launcher that a diagnostic is about: where it is, or the macro line it was expanded from."""
    if diagnostic.file != instantiation.file:
        return Location(diagnostic.file, diagnostic.line)
    for note in diagnostic.notes:
        if "expanded from macro" in note.text:
            return Location(note.file, note.line)
    return Location(diagnostic.file, diagnostic.line)


def _numbers(diagnostic: Diagnostic) -> tuple[str, Numbers]:
    arguments = template(diagnostic)[1]
    *counts, arch, schedule, kernel = arguments if len(arguments) == _ARGUMENTS else ("", "", "", "")
    if not all(map(_COUNT.fullmatch, counts)):
        raise forged(diagnostic)
    kernel_bytes, mainloop, epilogue, stages, threads, *extents = (_known(int(count)) for count in counts)
    found = Numbers(
        Sizes(epilogue=epilogue, mainloop=mainloop, kernel=kernel_bytes or 0),
        stages,
        threads,
        _extents(extents[:3]),
        _extents(extents[3:]),
        None if arch == _NONE else _unqualified(arch),
        None if schedule == _NONE else schedule,
    )
    return kernel, found


def _known(count: int) -> int | None:
    """A number as our headers print it: -1 where a type has none."""
    return None if count < 0 else count


def _extents(numbers: Sequence[int | None]) -> tuple[int, ...] | None:
    known = tuple(number for number in numbers if number is not None)
    return known if len(known) == len(numbers) else None


# A kernel's type is printed some ten times over.
@lru_cache(maxsize=256)
def split_arguments(text: str) -> tuple[str, ...]:
    """Split printed template arguments at their top-level commas."""
    pieces: list[str] = []
    depth = start = 0
    for mark in _MARKS.finditer(text):
        character = mark[0]
        if character in "<([{":
            depth += 1
        elif character in ">)]}":
            depth -= 1
        elif depth == 0:
            pieces.append(text[start : mark.start()].strip())
            start = mark.end()
    return (*pieces, text[start:].strip())


def _unqualified(name: str) -> str:
    return name.rpartition("::")[2]


def _only(values: Iterable[str | None]) -> str | None:
    distinct = set(values)
    name = distinct.pop() if len(distinct) == 1 else None
    if name is None:
        return None
    head, bracket, rest = name.partition("<")
    return _unqualified(head) + bracket + rest
