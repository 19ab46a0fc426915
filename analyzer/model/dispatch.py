"""What a module's heuristics offer and its dispatchers come to."""

from __future__ import annotations

from msgspec import Struct

from cutlass_lint.analyzer.model.places import Location
from cutlass_lint.analyzer.model.sources import Instantiation


class Offer(Struct, frozen=True):
    """A tile that a heuristic offers to an autotuner for a runner, and what comes of it.

    `tile` is the enumerator, such as `CutlassTileConfigSM120::CtaShape128x64x128B`, `location` where the heuristic
    names it, `runner` the class template with its arguments that the offer is for. `shapes` are the CTA tiles in
    elements that the dispatchers make of it, `instantiations` those of the module that they may lead to.
    """

    tile: str
    location: Location
    runner: str
    device: str
    """The compute capability on which it is offered, as in `Module`."""
    cases: tuple[Location, ...] = ()
    """The places in the module's code that handle a tile of this name: `case`s of dispatchers, as a rule."""
    shapes: tuple[tuple[int, int, int], ...] = ()
    instantiations: tuple[Location, ...] = ()
    is_dropped: bool = False
    """Whether conditions on the way to the launchers are known not to hold for the runner's types."""
    is_open: bool = False
    """Whether it may also lead to kernels that no source instantiates by itself."""

    @property
    def enum(self) -> str:
        """The enumeration."""
        return self.tile.partition("::")[0]


class Idle(Struct, frozen=True):
    """An instantiation that is compiled into a module of which no code comes to it.

    `function` is the function template that it makes. `is_named` tells whether any code names that, with other
    arguments then; `tile` is the CTA tile, where its arguments spell one.
    """

    instantiation: Instantiation
    function: str
    is_named: bool
    tile: tuple[int, ...] | None = None


class Dispatch(Struct, frozen=True):
    """How the hand-written code of a module comes to the instantiations of its generated sources.

    `offers` are those that are made whenever the runner is offered anything at all, `total` is how many instantiations
    there are of each function template.
    """

    module: str
    offers: tuple[Offer, ...] = ()
    idle: tuple[Idle, ...] = ()
    total: dict[str, int] = {}
