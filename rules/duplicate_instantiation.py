"""INST001: the same instantiation twice in one module.

## What it does

Finds instantiations that are the same text, of the same launcher, behind the same code: in one source, where nothing
but other instantiations stands between them, or in two sources that begin alike and that one build.ninja compiles.
Those that a guard leaves out do not count.

## Why it matters

An explicit instantiation may be there once in a program. Twice in one source, the compiler refuses it ("duplicate
explicit instantiation"); in two, the linker keeps one of them, and the most expensive part of the build has been done
for nothing. A macro that defines functions defines them twice, which linker or compiler refuse.

## Example

A generated file that was copied in the folder of its module, or a configuration that a generator lists twice.

## What to do

Remove the second one, or correct what generates it.

## References

C++ [temp.spec] and [basic.def.odr].
"""

from __future__ import annotations

from collections.abc import Iterator

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Finding, Instantiation, Kernel, Location, Module, Related
from cutlass_lint.analyzer.sources.contexts import Context, contexts, tightened
from cutlass_lint.analyzer.sources.guards import surely_hold
from cutlass_lint.rules import Rule
from cutlass_lint.rules.several import about_all


def check(graph: KernelGraph) -> Iterator[Finding]:
    """Yield a finding for what is instantiated again; one for all that one source has in common with another."""
    repeated: dict[tuple[str, ...], list[tuple[Kernel, Kernel]]] = {}
    for first, second in _repeated(graph):
        files = first.instantiation.file, second.instantiation.file
        repeated.setdefault(files if files[0] != files[1] else (*files, second.id), []).append((first, second))
    for pairs in repeated.values():
        yield _finding(pairs)


RULE = Rule("INST001", "duplicate-instantiation", "warning", check)


def _repeated(graph: KernelGraph) -> Iterator[tuple[Kernel, Kernel]]:
    """Each kernel that is instantiated again, as the first of it and this one."""
    read: dict[str, dict[Instantiation, Context]] = {}
    linked = {file: build.file for build in graph.surroundings.builds for file in build.sources}
    for kernels in _alike(graph):
        firsts: dict[tuple[str, Context], Kernel] = {}
        for place, kernel in kernels.items():
            source = graph.source(kernel)
            if place.file not in read:
                read[place.file] = contexts(source) if source else {}
            if context := read[place.file].get(place):
                # Without a build that has both, two sources may be of two programs.
                first = firsts.setdefault((linked.get(place.file, place.file), context), kernel)
                if first is not kernel:
                    yield first, kernel


def _alike(graph: KernelGraph) -> Iterator[dict[Instantiation, Kernel]]:
    """Instantiations that are built and have module, launcher and arguments in common, each with one of its kernels."""
    groups: dict[tuple[object, ...], dict[Instantiation, Kernel]] = {}
    for kernel in graph.kernels():
        module, launcher, place = graph.module(kernel), kernel.launcher, kernel.instantiation
        if module and launcher and _is_built(kernel, module):
            group = (module, launcher.file, launcher.line, tuple(map(tightened, place.arguments)))
            groups.setdefault(group, {}).setdefault(place, kernel)
    yield from (kernels for kernels in groups.values() if len(kernels) > 1)


def _is_built(kernel: Kernel, module: Module) -> bool:
    """Whether the guards around an instantiation hold: the front end knows it of those that it sized or refused."""
    return kernel.status in ("sized", "rejected") or surely_hold(kernel.instantiation.guards, module.flags.defines)


def _finding(pairs: list[tuple[Kernel, Kernel]]) -> Finding:
    pairs = sorted(pairs, key=lambda pair: pair[1].instantiation.start_byte)
    first, second = pairs[0]
    place, again = first.instantiation, second.instantiation
    what = f"{len(pairs):,} instantiations are" if pairs[1:] else "the instantiation is"
    where = "this source" if place.file == again.file else f"another source of module {second.module}"
    return about_all(
        RULE,
        [kernel for _first, kernel in pairs],
        f"{what} in {where} already",
        related=[Related(Location(place.file, place.line, place.column), f"{place.launcher} with the same arguments")],
    )
