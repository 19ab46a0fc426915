"""DISP003: instantiations that no code of their module comes to.

## What it does

Follows the code of a module from the runners that it instantiates, and everything else that names a launcher, to the
launchers with their template arguments, whatever conditions there are on the way. Instantiations that none of these
can mean are told, by tile; so are those of launchers that no code names at all. Those that a condition leaves out of
the build are not, nor are those of which `--no-sizes` leaves that open. Flags, clusters and stages are not compared.
Where a macro or an argument is not understood, nothing is said.

## Why it matters

Each is a kernel that nvcc compiles and that stays in the library, without ever being launched.

## Example

The generator makes N of 192 for Sm100, and no `case` of the dispatcher does.

## What to do

Leave them out of what is generated for this module, or add the case that was meant to lead to them.

## References

C++ standard, "Explicit instantiation": it instantiates whether or not anything uses it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Dispatch, Finding, Idle, Location
from cutlass_lint.rules import Rule
from cutlass_lint.rules.tile_offers import shape


def check(graph: KernelGraph) -> Iterator[Finding]:
    """Yield a finding for the instantiations of each launcher that a module has no use for."""
    left_out = {kernel.instantiation for kernel in graph.kernels() if kernel.status == "disabled" or kernel.is_left_out}
    for dispatch in graph.surroundings.dispatches:
        groups: dict[tuple[str, bool], list[Idle]] = defaultdict(list)
        for idle in dispatch.idle:
            if idle.instantiation not in left_out:
                groups[idle.function, idle.is_named].append(idle)
        for (function, is_named), found in groups.items():
            yield _finding(dispatch, function, found, is_named=is_named)


RULE = Rule("DISP003", "unreached-instantiation", "note", check)


def _finding(dispatch: Dispatch, function: str, found: Sequence[Idle], *, is_named: bool) -> Finding:
    first = min((idle.instantiation for idle in found), key=lambda one: (one.file, one.line))
    some = f"{len(found):,} of {dispatch.total[function]:,}" if is_named else f"{len(found):,}"
    what = f"{some} instantiation{'' if len(found) == 1 else 's'} of {function}"
    why = "no dispatcher leads to their tiles" if is_named else "no code names it"
    return RULE.at(
        Location(first.file, first.line, first.column),
        f"{what} in {dispatch.module}: {why}",
        details=[f"{count:,} of {tile}" for tile, count in sorted(_tiles(found).items())] if is_named else (),
    )


def _tiles(found: Sequence[Idle]) -> Counter[str]:
    return Counter(shape(idle.tile) if idle.tile else "other arguments" for idle in found)
