"""DISP002: a heuristic offers a tile of which no source instantiates a kernel for these types.

## What it does

Follows each tile that a heuristic offers through the dispatchers, from the `case` that names it to the launchers with
their template arguments, and looks for an instantiation that may be meant. Where a dispatcher takes the last number of
`CtaShape128x128x64B` for bytes, K is 64 elements of FP8 and 128 of FP4. Tiles that may also lead to a kernel that code
makes by itself are not counted, nor those of a runner of which no tile leads anywhere.

## Why it matters

Where a condition of the dispatcher drops the tile, the tactic throws "Unsupported tile ..." whenever it is tried. Where
none does, the launcher is an undefined symbol, and the module cannot be loaded.

## Example

`CutlassTileConfigSM120::CtaShape128x128x64B` is offered for FP8 activations too. It is dispatched as 128×128×64, of
which the generator makes none: K of 64 is only enough for FP4.

## What to do

Offer the tile only for the types that it is instantiated for, or have the generator make it.

## References

https://github.com/flashinfer-ai/flashinfer/pull/4008
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Finding, Offer
from cutlass_lint.rules import Rule
from cutlass_lint.rules.tile_offers import cases, devices, offers, runners, shape


def check(graph: KernelGraph) -> Iterator[Finding]:
    """Yield a finding for each place that offers a tile which leads to no instantiation for some types."""
    for tile, location, found in offers(graph, _leads_nowhere):
        yield RULE.at(
            location,
            f"{tile} is offered on {devices(found)} for types of which no source instantiates it",
            details=_details(found),
            related=cases(found, "dispatched here"),
        )


RULE = Rule("DISP002", "tile-without-kernel", "warning", check)


def _leads_nowhere(offer: Offer) -> bool:
    return bool(offer.cases) and not offer.is_open and not offer.instantiations


def _details(found: Sequence[Offer]) -> Iterator[str]:
    for shapes, is_dropped in dict.fromkeys((offer.shapes, offer.is_dropped) for offer in found):
        same = [offer for offer in found if (offer.shapes, offer.is_dropped) == (shapes, is_dropped)]
        tiles = f" as {', '.join(map(shape, shapes))}" if shapes else ""
        outcome = "a condition on the way drops it" if is_dropped else "none is instantiated"
        yield f"for {runners(same)}{tiles}: {outcome}"
