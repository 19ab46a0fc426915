"""DISP004: a heuristic offers a tile that leads to kernels which do not fit.

## What it does

Takes the tiles that a heuristic offers for certain, the instantiations that its dispatchers lead to, whatever other
conditions there are on the way, and the exact sizes of these.

## Why it matters

A filter of tiles by hand, in the heuristic or the dispatcher, says that the tile is supported, and for some of its
kernels that is not so: an autotuner that tries these gets "Error Internal" from `initialize`.

## Example

On Sm120, `CtaShape128x256x64B` leads to eight kernels of 128×256×128. Two do not fit: those with FUSION=FINALIZE and
SWAP_AB=false.

## What to do

Offer the tile only together with the arguments that fit, or make the others fit; SMEM001 has each kernel's bytes.

## References

cutlass/gemm/device/gemm_universal_adapter.h, `initialize`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from cutlass_lint.analyzer.devices import DEVICES
from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Finding, Kernel, Location, Related
from cutlass_lint.rules import Rule
from cutlass_lint.rules.tile_offers import cases, devices, offers

_NAMED = 4


def check(graph: KernelGraph) -> Iterator[Finding]:
    """Yield a finding for each place that offers a tile of which some kernel overflows."""
    at: dict[tuple[Location, str | None], list[Kernel]] = defaultdict(list)
    for kernel in graph.kernels():
        if kernel.status == "sized":
            place = kernel.instantiation
            at[Location(place.file, place.line, place.column), kernel.device].append(kernel)
    for tile, location, found in offers(graph, lambda offer: bool(offer.instantiations)):
        places = sorted({(place, DEVICES[offer.device].name) for offer in found for place in offer.instantiations})
        kernels = [kernel for place in places for kernel in at[place]]
        too_large = [kernel for kernel in kernels if kernel.verdict == "overflow"]
        if too_large:
            yield RULE.at(
                location,
                f"{tile} is offered on {devices(found)}, but {_fit(len(too_large), len(kernels))}",
                details=list(_details(too_large)),
                related=[*cases(found, "dispatched here"), *_related(too_large)],
            )


RULE = Rule("DISP004", "offered-tile-overflow", "warning", check)


def _fit(count: int, total: int) -> str:
    if total == 1:
        return "its kernel does not fit"
    verb = "does" if count == 1 else "do"
    return f"none of its {total} kernels fits" if count == total else f"{count} of its {total} kernels {verb} not fit"


def _details(kernels: Sequence[Kernel]) -> Iterator[str]:
    for kernel in kernels[:_NAMED]:
        if kernel.sizes and kernel.limit is not None:
            yield f"{kernel.id}: {kernel.sizes.kernel:,} > {kernel.limit:,} bytes"
    if len(kernels) > _NAMED:
        yield f"and {len(kernels) - _NAMED} more"


def _related(kernels: Sequence[Kernel]) -> list[Related]:
    places = dict.fromkeys((kernel.instantiation.file, kernel.instantiation.line) for kernel in kernels)
    return [Related(Location(file, line), "does not fit") for file, line in places]
