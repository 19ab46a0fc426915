"""DISP001: a heuristic offers a tile that no dispatch case handles.

## What it does

Follows the functions that list candidates for an autotuner, with the types that each runner is instantiated for, the
module's macros and the device, and looks for a `case`, or any other place outside of such functions, that names the
tile. A tile that a condition offers only perhaps, or that the heuristic itself takes out again, is not counted.

## Why it matters

The autotuner tries the tile, which falls through to the `default:` of the dispatcher's switch: it throws
"Unsupported tile shape config ...", or runs another tile than the one that is timed. Each try costs time at the start,
and a line in the log that looks like a failing kernel.

## Example

A list has `CutlassTileConfigSM120::CtaShape128x128x256B`, the switch over `tile_config_sm120` only
`SHAPE_CASE(120, 128, 128, 64)` and `SHAPE_CASE(120, 128, 128, 128)`.

## What to do

Add the case, with an instantiation for it, or take the tile out of the list.

## References

https://github.com/flashinfer-ai/flashinfer/pull/4008
"""

from __future__ import annotations

from collections.abc import Iterator

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Finding, Location, Related
from cutlass_lint.rules import Rule
from cutlass_lint.rules.tile_offers import devices, offers, runners


def check(graph: KernelGraph) -> Iterator[Finding]:
    """Yield a finding for each place that offers a tile which nothing handles."""
    for tile, location, found in offers(graph, lambda offer: not offer.cases):
        yield RULE.at(
            location,
            f"{tile} is offered on {devices(found)}, but no dispatch case handles it",
            details=(f"offered for {runners(found)}",),
            related=[Related(place, f"a case of {found[0].enum}") for place in _handled(graph, found[0].enum)],
        )


RULE = Rule("DISP001", "tile-without-case", "warning", check)


def _handled(graph: KernelGraph, enum: str) -> list[Location]:
    """The first place that handles a tile of the same enumeration."""
    all_offers = (offer for dispatch in graph.surroundings.dispatches for offer in dispatch.offers)
    return sorted({place for offer in all_offers if offer.enum == enum for place in offer.cases})[:1]
