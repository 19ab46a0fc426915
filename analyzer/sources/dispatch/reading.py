"""A module's dispatch: what its heuristics offer, which cases handle it, and which instantiations that leads to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from msgspec.structs import replace

from cutlass_lint.analyzer.model import Dispatch, Idle, Instantiation, Launcher, Location, Module, Offer, Source
from cutlass_lint.analyzer.sources.arguments import name_arguments, tile_of
from cutlass_lint.analyzer.sources.dispatch.cases import Handling
from cutlass_lint.analyzer.sources.dispatch.code import Code, Unit
from cutlass_lint.analyzer.sources.dispatch.execution import Execution
from cutlass_lint.analyzer.sources.dispatch.frames import Undecided
from cutlass_lint.analyzer.sources.dispatch.instances import Instances, compiled
from cutlass_lint.analyzer.sources.dispatch.leads import Launch, Leading, Leads
from cutlass_lint.analyzer.sources.dispatch.mentions import is_named
from cutlass_lint.analyzer.sources.dispatch.offers import Runner, offered, runners
from cutlass_lint.analyzer.sources.dispatch.reaching import apart, kernel_makers, reaching, unfollowed
from cutlass_lint.analyzer.sources.dispatch.scanned import SMALLEST
from cutlass_lint.analyzer.sources.dispatch.values import Enumerator, Extents, Value
from cutlass_lint.analyzer.sources.launchers import find_launcher

_MNK = 3


def read_dispatch(module: Module, units: Sequence[Unit], sources: Mapping[str, Source]) -> Dispatch | None:
    """Read how a module comes to its instantiations; None where it has none, or not all of its code can be read.

    `units` are the sources of the module that instantiate nothing themselves.
    """
    listed = [sources[file] for file in module.sources if sources[file].instantiations]
    if not listed or not units:
        return None
    found = [
        (instantiation, find_launcher(instantiation.launcher, source, module.flags.include_dirs))
        for source, instantiation in compiled(listed, module.flags.defines)
    ]
    folders = {unit.file.rpartition("/")[0] for unit in units} | ({module.headers.path} if module.headers else set())
    launchers = sorted({launcher.file for _, launcher in found if launcher})
    code = Code([*units, *(Unit(file, module.flags) for file in launchers)], sorted(folders))
    try:
        return _Reader(module, code, found).read() if code.is_complete else None
    except (RecursionError, Undecided):
        return None  # nested deeper, or going on for longer, than anything that people write


class _Reader:
    def __init__(self, module: Module, code: Code, found: Sequence[tuple[Instantiation, Launcher | None]]) -> None:
        self._module = module
        self._code = code
        self._found = found
        self._execution = Execution(code)
        self._instances = Instances(self._execution, found, code.files)
        self._macros = {launcher.name for _, launcher in found if launcher and launcher.form == "macro"}
        self._reaching = reaching(code, apart(code, self._instances.made))
        self._leads = Leads(self._execution, self._reaching)
        self._handling = Handling(code)

    def read(self) -> Dispatch:
        offers: dict[Offer, None] = {}
        reached: set[int] = set()
        for runner, leading in self._runners():
            for launch in leading.launches:
                reached |= self._instances.matching(launch)
            if runner is not None:
                for device in self._module.devices:
                    offers |= dict.fromkeys(self._offers(runner, leading, device))
        total = {function: len(made) for function, made in self._instances.made.items()}
        return Dispatch(self._module.name, tuple(offers), tuple(self._idle(reached)), total)

    def _idle(self, reached: set[int]) -> Iterator[Idle]:
        """The instantiations that no code comes to, where all ways to them were followed."""
        unnamed = {name for name in self._instances.made if not is_named(self._code, name, self._macros)}
        names = (*self._reaching.launchers, *self._reaching.named)
        followed = set() if any(unfollowed(self._code, names, self._macros)) else self._reaching.launchers - unnamed
        for index, (instantiation, launcher) in enumerate(self._found):
            made = self._instances.launchers(index)
            if made and (made <= unnamed or (index not in reached and made <= followed)):
                named = name_arguments(launcher, instantiation) if launcher else {}
                tile = tile_of(named) if isinstance(named, dict) else None
                yield Idle(instantiation, min(made), not made <= unnamed, tile)

    def _runners(self) -> Iterator[tuple[Runner | None, Leading]]:
        """The classes that lead to launchers, each with what it leads to; then the rest of the code."""
        for runner in runners(self._code):
            if runner.defined.name in self._reaching.named:
                yield runner, self._leads.of_class(runner.defined, dict(runner.arguments))
        yield None, self._leads.of_the_rest()
        for defined, arguments in list(self._leads.used.values()):
            runner = Runner(defined, tuple(arguments.items()), tuple(map(_spelled, arguments.values())))
            yield runner, self._leads.of_class(defined, arguments)

    def _offers(self, runner: Runner, leading: Leading, device: str) -> Iterator[Offer]:
        tiles = [tile for tile, certain in offered(self._execution, runner, int(device)) if certain]
        offers = [self._offer(tile, leading, runner, device) for tile in tiles]
        if any(not offer.instantiations for offer in offers):
            # Only where that matters: it takes longer.
            strict = self._strict.of_class(runner.defined, dict(runner.arguments))
            offers = [self._confirmed(tile, offer, strict) for tile, offer in zip(tiles, offers, strict=True)]
        # Where none of an enumeration's tiles leads anywhere, a runner is not meant for the device.
        served = {offer.enum for offer in offers if offer.instantiations}
        yield from (offer for offer in offers if offer.enum in served)

    @cached_property
    def _strict(self) -> Leads:
        """Leads that leave out what does not run, and know of the kernels that code makes itself."""
        launchers = {*self._instances.made, *kernel_makers(self._code)}
        return Leads(self._execution, reaching(self._code, launchers, rb"\s*[<(]"), is_strict=True)

    def _offer(self, tile: Enumerator, leading: Leading, runner: Runner, device: str) -> Offer:
        launches = [launch for launch in leading.launches if launch.case == tile]
        return Offer(
            str(tile),
            tile.place or Location("", 0),
            runner.name,
            device,
            self._handling.of(tile),
            tuple(sorted(set(filter(None, map(_shape, launches))))),
            self._instantiations(launches),
        )

    def _confirmed(self, tile: Enumerator, offer: Offer, strict: Leading) -> Offer:
        """An offer with what is known of where it does not lead."""
        launches = [launch for launch in strict.launches if launch.case == tile]
        is_known = tile in strict.passed and all(launch.launcher in self._instances.made for launch in launches)
        return replace(
            offer,
            instantiations=self._instantiations(launches),
            is_dropped=is_known and not launches,
            is_open=bool(offer.cases) and not is_known,
        )

    def _instantiations(self, launches: Iterable[Launch]) -> tuple[Location, ...]:
        made = (self._found[index][0] for index in {i for one in launches for i in self._instances.matching(one)})
        return tuple(sorted(Location(one.file, one.line, one.column) for one in made))


def _shape(launch: Launch) -> tuple[int, int, int] | None:
    """The tile among a launcher's arguments: a shape, or the three numbers that can be one."""
    for value in launch.arguments:
        if isinstance(value, Extents) and len(value.extents) == _MNK:
            m, n, k = value.extents
            return (m, n, k) if m is not None and n is not None and k is not None else None
    numbers = [value for value in launch.arguments if isinstance(value, int) and value >= SMALLEST]
    return (numbers[0], numbers[1], numbers[2]) if len(numbers) == _MNK else None


def _spelled(value: Value) -> str:
    return getattr(value, "name", None) or (str(value) if isinstance(value, int) else "…")
