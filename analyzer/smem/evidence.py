"""What the front end said about one instantiation: its kernel type, the sizes, the schedules, where it was asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from cutlass_lint.analyzer.model import Instantiation, Launcher, Location, Related, Schedule, Sizes
from cutlass_lint.analyzer.smem.unit import Attributed, Unit
from cutlass_lint.analyzer.smem.worker import Diagnostic, Parsed

# Positions in the parameter lists that overlay/hooks.h declares.
_KERNEL_SCHEDULE = 12
_STAGE_COUNT = 11
_EPILOGUE_SCHEDULE = 13
# overlay/launched.h: what a launch by <<<...>>> is turned into.
_LAUNCH = "launch"
# gemm_universal_adapter.h of the overlay: what stands for a type that a kernel does not have.
_NONE = "cutlass_lint::none"


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
    """A use of a mainloop builder: its name and arguments as the front end prints them, and the launcher's line."""

    template: str
    arguments: tuple[str, ...]
    location: Location

    @property
    def schedule(self) -> str:
        """The KernelSchedule asked for."""
        return self.arguments[_KERNEL_SCHEDULE]

    @property
    def stage_count(self) -> str:
        """The StageCount type asked for."""
        return self.arguments[_STAGE_COUNT]


class Evidence(Struct, frozen=True):
    """Everything a clean parse said about one instantiation.

    `kernels` are the distinct kernel types that it names in an adapter or launches, with the place where it does,
    `numbers` theirs. `chain` are the places of the builders. `skipped` tells whether the preprocessor skips the
    instantiation, `adapter_skipped` whether it skips the launcher's adapter.
    """

    kernels: Mapping[str, Related]
    numbers: Mapping[str, Numbers]
    launched: frozenset[str]
    builders: tuple[Builder, ...]
    epilogue_schedules: tuple[str, ...]
    chain: tuple[Related, ...]
    skipped: bool
    adapter_skipped: bool

    def schedule(self, kernel: str) -> Schedule:
        """The schedules asked for, where the instantiation's builders agree, and the one resolved for a kernel."""
        resolved = self.numbers[kernel].schedule if kernel in self.numbers else None
        return Schedule(
            _only({builder.schedule for builder in self.builders}),
            _only(self.epilogue_schedules),
            _only((resolved,) if resolved else ()),
        )


def gather(unit: Unit, parsed: Parsed, attributed: Attributed, launcher: Launcher) -> dict[Instantiation, Evidence]:
    """The evidence on each instantiation of a unit that was parsed without an error."""
    numbers: dict[str, Numbers] = {}
    for diagnostic in parsed.diagnostics:
        if diagnostic.subject == "kernel":
            kernel, found = _numbers(_template(diagnostic)[1])
            numbers[kernel] = found
    launched = frozenset(_template(d)[1][0] for d in parsed.diagnostics if d.subject == "launched")
    return {
        instantiation: _evidence(instantiation, attributed.get(instantiation, []), numbers, launched, parsed, launcher)
        for instantiation in unit.instantiations
    }


def _evidence(
    instantiation: Instantiation,
    diagnostics: Sequence[Diagnostic],
    numbers: Mapping[str, Numbers],
    launched: frozenset[str],
    parsed: Parsed,
    launcher: Launcher,
) -> Evidence:
    kernels: dict[str, Related] = {}
    builders: dict[Builder, None] = {}
    epilogues: list[str] = []
    chain: dict[Related, None] = {}
    for diagnostic in diagnostics:
        place = _launcher_place(diagnostic, instantiation)
        if diagnostic.subject == "adapter":
            name, arguments = _template(diagnostic)
            said = "launches the kernel" if name == _LAUNCH else "makes a GemmUniversalAdapter of the kernel"
            kernels.setdefault(arguments[0], Related(place, f"the launcher {said}"))
        elif diagnostic.subject == "mainloop":
            name, arguments = _template(diagnostic)
            builders[Builder(name, arguments, place)] = None
            chain[Related(place, f"{name} makes the CollectiveMainloop")] = None
        elif diagnostic.subject == "epilogue":
            name, arguments = _template(diagnostic)
            epilogues.append(arguments[_EPILOGUE_SCHEDULE])
            chain[Related(place, f"{name} makes a CollectiveEpilogue")] = None
    first_uses = {related.message: related for related in reversed(chain)}
    return Evidence(
        kernels,
        numbers,
        launched,
        tuple(builders),
        tuple(epilogues),
        tuple(sorted(first_uses.values(), key=lambda related: related.location)),
        parsed.is_skipped(instantiation.file, instantiation.line),
        parsed.is_skipped(launcher.file, launcher.adapter_line or launcher.launch_line),
    )


def _template(diagnostic: Diagnostic) -> tuple[str, tuple[str, ...]]:
    """The name and the arguments of the template that a warning of ours is about."""
    name, bracket, rest = diagnostic.text.partition("<")
    return name, split_arguments(rest.removesuffix(">")) if bracket else ()


def _launcher_place(diagnostic: Diagnostic, instantiation: Instantiation) -> Location:
    """The line of the launcher that a diagnostic is about: where it is, or the macro line it was expanded from."""
    if diagnostic.file != instantiation.file:
        return Location(diagnostic.file, diagnostic.line)
    for note in diagnostic.notes:
        if "expanded from macro" in note.text:
            return Location(note.file, note.line)
    return Location(diagnostic.file, diagnostic.line)


def _numbers(arguments: tuple[str, ...]) -> tuple[str, Numbers]:
    *counts, arch, schedule, kernel = arguments
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


def split_arguments(text: str) -> tuple[str, ...]:
    """Split printed template arguments at their top-level commas."""
    pieces: list[str] = []
    depth = start = 0
    for position, character in enumerate(text):
        if character in "<([{":
            depth += 1
        elif character in ">)]}":
            depth -= 1
        elif character == "," and depth == 0:
            pieces.append(text[start:position].strip())
            start = position + 1
    return (*pieces, text[start:].strip())


def _unqualified(name: str) -> str:
    return name.rpartition("::")[2]


def _only(values: Sequence[str] | set[str]) -> str | None:
    distinct = set(values)
    if len(distinct) != 1:
        return None
    name = distinct.pop()
    head, bracket, rest = name.partition("<")
    return _unqualified(head) + bracket + rest
