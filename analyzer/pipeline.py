"""One run from paths to a report: every room once, in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from threading import Event

from msgspec import Struct
from msgspec.structs import replace

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import (
    Dispatch,
    Instantiation,
    Kernel,
    Module,
    Problem,
    Report,
    Root,
    Source,
    Surroundings,
)
from cutlass_lint.analyzer.requests import Found, Labelling, Request, find
from cutlass_lint.analyzer.smem.candidates import unsized
from cutlass_lint.analyzer.smem.frontend import Settings
from cutlass_lint.analyzer.sources import read_source
from cutlass_lint.analyzer.sources.dispatch import Shared, read_dispatch
from cutlass_lint.analyzer.workspace import Workspace, current_toolkit
from cutlass_lint.analyzer.workspace.units import hand_written
from cutlass_lint.rules import Rule, run_rules

Advance = Callable[[int], None]
"""Told how many more instantiations are settled."""
Progress = Callable[[int], AbstractContextManager[Advance]]
"""Opened with the number of instantiations to settle."""


class Inputs(Struct, frozen=True):
    """What a request is about: its modules, each source in one of them only once, and the sources by path."""

    workspaces: tuple[Workspace, ...]
    modules: tuple[Module, ...]
    sources: dict[str, Source]
    problems: tuple[Problem, ...]


def silent(_total: int) -> AbstractContextManager[Advance]:
    """A progress that shows nothing."""
    return nullcontext(lambda _count: None)


def lint(request: Request, progress: Progress = silent, found: Found | None = None) -> Report:
    """Run every room on a request, of which something may have been found already.

    Raises workspace.InputError where none of its paths is there to be read.
    """
    inputs = read_found(found or find(request))
    return sized(inputs, request.settings, progress, request.rules, request.labelling, sizes=request.sizes)


def sized(
    inputs: Inputs,
    settings: Settings,
    progress: Progress = silent,
    rules: Sequence[Rule] | None = None,
    labelling: Labelling | None = None,
    *,
    sizes: bool = True,
) -> Report:
    """Run the rooms behind reading on what was read, with all rules where none are named."""
    with ThreadPoolExecutor(1) as beside:
        begun = Event()
        read_too = beside.submit(_dispatches, inputs, rules, begun)
        try:
            kernels = distinguished(
                _settled(inputs, settings, progress, begun) if sizes else unsized(inputs.modules, inputs.sources)
            )
        finally:
            begun.set()
        labels = labelling(kernels) if labelling else None
        about = replace(surroundings(inputs), labels=labels, dispatches=read_too.result())
    run = run_rules(KernelGraph(kernels, about), rules)
    return Report(
        roots(inputs, kernels), len(inputs.sources), tuple(kernels), run.findings, inputs.problems, run.seconds
    )


def _dispatches(inputs: Inputs, rules: Sequence[Rule] | None, begun: Event) -> tuple[Dispatch, ...]:
    """Dispatch, read from when on another process is busy with the first headers: until then it would only delay it."""
    begun.wait()
    return tuple(dispatches(inputs)) if _about_dispatch(rules) else ()


def _settled(inputs: Inputs, settings: Settings, progress: Progress, begun: Event) -> Iterator[Kernel]:
    from cutlass_lint.analyzer.smem.resolve import resolve  # the front end, which a run without sizes need not load

    total = sum(len(inputs.sources[file].instantiations) for module in inputs.modules for file in module.sources)
    seen: set[Instantiation] = set()
    with progress(total) as advance:
        for kernel in resolve(inputs.modules, inputs.sources, settings, begun=begun.set):
            # An instantiation may make several kernels; those of sources themselves are not counted.
            if kernel.instantiation not in seen and kernel.instantiation.form != "source":
                advance(1)
            seen.add(kernel.instantiation)
            yield kernel


def read(request: Request) -> Inputs:
    """Find and read what a request is about, sizing nothing. Raises workspace.InputError as `lint` does."""
    return read_found(find(request))


def read_found(found: Found) -> Inputs:
    """Read what was found."""
    files = sorted({file for module in found.modules for file in module.sources})
    sources = {source.file: source for source in map(read_source, map(Path, files))}
    problems = tuple(sorted({*found.problems, *_source_problems(sources.values())}))
    return Inputs(found.workspaces, found.modules, sources, problems)


def surroundings(inputs: Inputs) -> Surroundings:
    """What rules may look at beside the kernels, each build and lock once where paths overlap."""
    builds = {build.file: build for workspace in inputs.workspaces for build in workspace.builds}
    locks = {lock.file: lock for workspace in inputs.workspaces for lock in workspace.locks}
    return Surroundings(
        inputs.modules,
        tuple(inputs.sources.values()),
        tuple(builds.values()),
        tuple(locks.values()),
        current_toolkit() if builds else None,
    )


def dispatches(inputs: Inputs) -> Iterator[Dispatch]:
    """How modules come to their instantiations, as far as that can be read."""
    builds = tuple(build for workspace in inputs.workspaces for build in workspace.builds)
    shared = Shared()
    for module in inputs.modules:
        instantiating = {file for file in module.sources if inputs.sources[file].instantiations}
        found = read_dispatch(module, hand_written(module, builds, instantiating), inputs.sources, shared)
        if found is not None:
            yield found


def _about_dispatch(rules: Sequence[Rule] | None) -> bool:
    """Whether any of the rules to run needs to know of dispatch, which takes a while to read."""
    return rules is None or any(rule.code.startswith("DISP") for rule in rules)


def roots(inputs: Inputs, kernels: Sequence[Kernel]) -> tuple[Root, ...]:
    """The scanned roots, each with the launchers that its kernels name."""
    return tuple(_root(workspace, kernels) for workspace in inputs.workspaces)


def distinguished(kernels: Iterable[Kernel]) -> list[Kernel]:
    """Kernels by place; ids that several would share, on one line or of one source in several modules, numbered."""
    seen: Counter[str] = Counter()
    distinct = []
    for kernel in sorted(kernels, key=_place):
        seen[kernel.id] += 1
        count = seen[kernel.id]
        distinct.append(replace(kernel, id=f"{kernel.id}#{count}") if count > 1 else kernel)
    return distinct


def _place(kernel: Kernel) -> tuple[str, int, int, str, str]:
    """What orders kernels. They are settled in any order, so that those of one instantiation need one of their own."""
    place = kernel.instantiation
    return (place.file, place.line, place.column, kernel.module, kernel.variant or "")


def _source_problems(sources: Iterable[Source]) -> set[Problem]:
    return {problem for source in sources for problem in source.problems}


def _root(workspace: Workspace, kernels: Sequence[Kernel]) -> Root:
    named = {(kernel.instantiation.file, kernel.instantiation.launcher) for kernel in kernels}
    inside = {launcher for file, launcher in named if Path(file).is_relative_to(workspace.root.path)}
    return replace(workspace.root, launchers=tuple(sorted(inside)))
