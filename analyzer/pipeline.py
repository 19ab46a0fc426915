"""One run from paths to a report: every room once, in order."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from cutlass_lint.analyzer.devices import Device
from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import (
    Dispatch,
    Flags,
    Kernel,
    Labels,
    Module,
    Problem,
    Report,
    Root,
    Source,
    Surroundings,
)
from cutlass_lint.analyzer.smem import Settings, resolve
from cutlass_lint.analyzer.sources import read_source
from cutlass_lint.analyzer.sources.dispatch import read_dispatch
from cutlass_lint.analyzer.workspace import InputError, Workspace, check_modules, current_toolkit, discover
from cutlass_lint.analyzer.workspace.units import hand_written
from cutlass_lint.rules import Rule, run_rules

Advance = Callable[[int], None]
"""Told how many more instantiations are settled."""
Progress = Callable[[int], AbstractContextManager[Advance]]
"""Opened with the number of instantiations to settle."""
Labelling = Callable[[Sequence[Kernel]], Labels]
"""Raises workspace.InputError where the labels are of none of the kernels."""


class Request(Struct, frozen=True):
    """What to lint and how.

    `modules` are the names of those to keep, wildcards allowed; all where there are none. `problems` came up while the
    paths were made. `extra` are flags of the user's own, for every module. `rules` are those to run, None for all;
    `labelling` tells which of the kernels work and which fail.
    """

    paths: tuple[Path, ...]
    settings: Settings
    headers: Path | None = None
    device: Device | None = None
    modules: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    extra: Flags = Flags()
    rules: tuple[Rule, ...] | None = None
    labelling: Labelling | None = None


class Inputs(Struct, frozen=True):
    """What a request is about: its modules, each source in one of them only once, and the sources by path."""

    workspaces: tuple[Workspace, ...]
    modules: tuple[Module, ...]
    sources: dict[str, Source]
    problems: tuple[Problem, ...]


def silent(_total: int) -> AbstractContextManager[Advance]:
    """A progress that shows nothing."""
    return nullcontext(lambda _count: None)


def lint(request: Request, progress: Progress = silent) -> Report:
    """Run every room on a request. Raises workspace.InputError where none of its paths is there to be read."""
    return sized(read(request), request.settings, progress, request.rules, request.labelling)


def sized(
    inputs: Inputs,
    settings: Settings,
    progress: Progress = silent,
    rules: Sequence[Rule] | None = None,
    labelling: Labelling | None = None,
) -> Report:
    """Run the rooms behind reading on what was read, with all rules where none are named."""
    total = sum(len(inputs.sources[file].instantiations) for module in inputs.modules for file in module.sources)
    kernels: list[Kernel] = []
    with progress(total) as advance:
        for kernel in resolve(inputs.modules, inputs.sources, settings):
            # The kernels of one instantiation come one after the other; those of sources themselves are not counted.
            new = not kernels or kernels[-1].instantiation != kernel.instantiation
            if new and kernel.instantiation.form != "source":
                advance(1)
            kernels.append(kernel)
    kernels = distinguished(kernels)
    labels = labelling(kernels) if labelling else None
    read_too = tuple(dispatches(inputs)) if _about_dispatch(rules) else ()
    graph = KernelGraph(kernels, replace(surroundings(inputs), labels=labels, dispatches=read_too))
    run = run_rules(graph, rules)
    return Report(
        roots(inputs, kernels), len(inputs.sources), tuple(kernels), run.findings, inputs.problems, run.seconds
    )


def read(request: Request) -> Inputs:
    """Find and read what a request is about, sizing nothing. Raises workspace.InputError as `lint` does."""
    workspaces, problems = _discovered(request)
    modules = _distinct(workspaces)
    files = sorted({file for module in modules for file in module.sources})
    with ThreadPoolExecutor() as pool:
        sources = {source.file: source for source in pool.map(read_source, map(Path, files))}
    found = tuple(sorted({*problems, *_source_problems(sources.values())}))
    return Inputs(tuple(workspaces), tuple(modules), sources, found)


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
    for module in inputs.modules:
        instantiating = {file for file in module.sources if inputs.sources[file].instantiations}
        found = read_dispatch(module, hand_written(module, builds, instantiating), inputs.sources)
        if found is not None:
            yield found


def _about_dispatch(rules: Sequence[Rule] | None) -> bool:
    """Whether any of the rules to run needs to know of dispatch, which takes a while to read."""
    return rules is None or any(rule.code.startswith("DISP") for rule in rules)


def roots(inputs: Inputs, kernels: Sequence[Kernel]) -> tuple[Root, ...]:
    """The scanned roots, each with the launchers that its kernels name."""
    return tuple(_root(workspace, kernels) for workspace in inputs.workspaces)


def _discovered(request: Request) -> tuple[list[Workspace], list[Problem]]:
    """What lies under each path, and a problem for each path that cannot be scanned while others can."""
    workspaces: list[Workspace] = []
    problems = list(request.problems)
    failures: list[InputError] = []
    for path, sources in _together(request.paths):
        try:
            workspace = discover(
                path,
                sources=sources,
                headers=request.headers,
                device=request.device,
                modules=request.modules,
                extra=request.extra,
            )
            workspaces.append(workspace)
        except InputError as error:
            failures.append(error)
            problems.append(Problem(str(path), 0, str(error), "only the other paths were linted"))
    if failures and not workspaces:
        raise failures[0]
    check_modules(request.modules, [name for workspace in workspaces for name in workspace.names])
    return workspaces, problems + [problem for workspace in workspaces for problem in workspace.problems]


def _together(paths: Iterable[Path]) -> Iterator[tuple[Path, Sequence[Path]]]:
    """Yield each path to scan, and the sources to take there: all where none are named.

    Sources that were named one by one are those of the folder that has them all, which sizes them together and tells
    those of one name apart.
    """
    paths = tuple(paths)
    # Neither is_file(), which raises where a folder may not be entered, nor absolute(), which leaves .. as they are.
    files = [path for path in paths if path.suffix == ".cu" and os.path.isfile(path)]  # noqa: PTH113
    together = files if len(files) > 1 else []
    yield from ((path, ()) for path in paths if path not in together)
    if together:
        folders = [os.path.dirname(os.path.abspath(path)) for path in together]  # noqa: PTH100, PTH120
        yield Path(os.path.commonpath(folders)), together


def _distinct(workspaces: Sequence[Workspace]) -> list[Module]:
    """The modules of all workspaces, a source only once where paths overlap."""
    seen: set[tuple[str, str]] = set()
    modules = []
    for module in (module for workspace in workspaces for module in workspace.modules):
        new = tuple(file for file in module.sources if (module.name, file) not in seen)
        seen |= {(module.name, file) for file in new}
        if new:
            modules.append(replace(module, sources=new))
    return modules


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
    inside = {
        kernel.instantiation.launcher
        for kernel in kernels
        if Path(kernel.instantiation.file).is_relative_to(workspace.root.path)
    }
    return replace(workspace.root, launchers=tuple(sorted(inside)))
