"""A module's dispatch: what its heuristics offer, which cases handle it, and which instantiations that leads to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from cutlass_lint.analyzer.model import Dispatch, Flags, Idle, Instantiation, Launcher, Location, Module, Offer, Source
from cutlass_lint.analyzer.sources.arguments import name_arguments, tile_of
from cutlass_lint.analyzer.sources.dispatch.code import Code, Unit
from cutlass_lint.analyzer.sources.dispatch.execution import Execution
from cutlass_lint.analyzer.sources.dispatch.frames import Undecided
from cutlass_lint.analyzer.sources.dispatch.instances import Instances, compiled
from cutlass_lint.analyzer.sources.dispatch.leads import Launch, Leading
from cutlass_lint.analyzer.sources.dispatch.offers import Runner
from cutlass_lint.analyzer.sources.dispatch.scanned import SMALLEST
from cutlass_lint.analyzer.sources.dispatch.values import Enumerator, Extents
from cutlass_lint.analyzer.sources.dispatch.ways import Shared, Way
from cutlass_lint.analyzer.sources.launchers import find_launcher

_MNK = 3


def read_dispatch(
    module: Module, units: Sequence[Unit], sources: Mapping[str, Source], shared: Shared | None = None
) -> Dispatch | None:
    """Read how a module comes to its instantiations; None where it has none, or not all of its code can be read.

    `units` are the sources of the module that instantiate nothing themselves, `shared` is what was read of others.
    """
    listed = [sources[file] for file in module.sources if sources[file].instantiations]
    if not listed or not units:
        return None
    found = [
        (instantiation, find_launcher(instantiation.launcher, source, module.flags.lookup))
        for source, instantiation in compiled(listed, module.flags.defines)
    ]
    folders = {unit.file.rpartition("/")[0] for unit in units} | ({module.headers.path} if module.headers else set())
    prefixes = tuple(f"{folder.rstrip('/')}/" for folder in folders)
    launchers = sorted({launcher.file for _, launcher in found if launcher})
    every = (*units, *(Unit(file, module.flags) for file in launchers))
    shared = shared or Shared()
    code = shared.code(tuple(_below(unit, prefixes) for unit in every))
    try:
        return _Reader(module, code, found, shared).read() if code.is_complete else None
    except (RecursionError, Undecided):
        return None  # nested deeper, or going on for longer, than anything that people write


def _below(unit: Unit, prefixes: tuple[str, ...]) -> Unit:
    """A source with only those of its include folders that are below some."""
    folders = (folder for folder in unit.flags.include_dirs if f"{folder}/".startswith(prefixes))
    return Unit(unit.file, Flags(unit.flags.defines, tuple(folders), roots=unit.flags.roots))


class _Reader:
    def __init__(
        self, module: Module, code: Code, found: Sequence[tuple[Instantiation, Launcher | None]], shared: Shared
    ) -> None:
        self._module = module
        self._found = found
        self._instances = Instances(Execution(code), found, code.files)
        macros = frozenset(launcher.name for _, launcher in found if launcher and launcher.form == "macro")
        self._ways = shared.ways(code, frozenset(self._instances.made), macros)

    def read(self) -> Dispatch:
        offers: dict[Offer, None] = {}
        reached: set[int] = set()
        for way in self._ways.all:
            for launch in way.leading.launches:
                reached |= self._instances.matching(launch)
            if way.runner is not None:
                for device in self._module.devices:
                    offers |= dict.fromkeys(self._offers(way, way.runner, device))
        total = {function: len(made) for function, made in self._instances.made.items()}
        return Dispatch(self._module.name, tuple(offers), tuple(self._idle(reached)), total)

    def _idle(self, reached: set[int]) -> Iterator[Idle]:
        """The instantiations that no code comes to, where all ways to them were followed."""
        unnamed, followed = self._ways.unnamed, self._ways.followed
        for index, (instantiation, launcher) in enumerate(self._found):
            made = self._instances.launchers(index)
            if made and (made <= unnamed or (index not in reached and made <= followed)):
                named = name_arguments(launcher, instantiation) if launcher else {}
                tile = tile_of(named) if isinstance(named, dict) else None
                yield Idle(instantiation, min(made), not made <= unnamed, tile)

    def _offers(self, way: Way, runner: Runner, device: str) -> Iterator[Offer]:
        tiles = self._ways.offered(runner, int(device))
        offers = [self._offer(tile, way.leading, runner, device) for tile in tiles]
        if any(not offer.instantiations for offer in offers):
            # Only where that matters: it takes longer.
            offers = [self._confirmed(tile, offer, way.strict) for tile, offer in zip(tiles, offers, strict=True)]
        # Where none of an enumeration's tiles leads anywhere, a runner is not meant for the device.
        served = {offer.enum for offer in offers if offer.instantiations}
        yield from (offer for offer in offers if offer.enum in served)

    def _offer(self, tile: Enumerator, leading: Leading, runner: Runner, device: str) -> Offer:
        launches = [launch for launch in leading.launches if launch.case == tile]
        return Offer(
            str(tile),
            tile.place or Location("", 0),
            runner.name,
            device,
            self._ways.handling.of(tile),
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
