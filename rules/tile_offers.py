"""What the rules about tiles that heuristics offer have in common."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

from cutlass_lint.analyzer.devices import DEVICES
from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Location, Offer, Related
from cutlass_lint.analyzer.wording import few


def offers(graph: KernelGraph, wanted: Callable[[Offer], bool]) -> Iterator[tuple[str, Location, list[Offer]]]:
    """Yield each tile at a place where a heuristic names it, with the offers of it that are wanted."""
    found: dict[tuple[Location, str], list[Offer]] = defaultdict(list)
    for dispatch in graph.surroundings.dispatches:
        for offer in filter(wanted, dispatch.offers):
            found[offer.location, offer.tile].append(offer)
    for (location, tile), offers_ in sorted(found.items()):
        yield tile, location, offers_


def devices(offers_: Iterable[Offer]) -> str:
    """The devices on which tiles are offered."""
    return ", ".join(DEVICES[device].name for device in dict.fromkeys(offer.device for offer in offers_))


def runners(offers_: Iterable[Offer]) -> str:
    """The first few runners that tiles are offered for, and how many more there are."""
    return few(list(dict.fromkeys(offer.runner for offer in offers_)))


def shape(extents: Sequence[int]) -> str:
    """A tile as it is spoken of."""
    return "×".join(map(str, extents))


def cases(offers_: Iterable[Offer], message: str) -> list[Related]:
    """The places that handle tiles."""
    return [Related(place, message) for place in sorted({place for offer in offers_ for place in offer.cases})]
