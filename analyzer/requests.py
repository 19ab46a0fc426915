"""What a run is asked, and what lies under the paths that it is asked about."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from cutlass_lint.analyzer.devices import Device
from cutlass_lint.analyzer.model import Flags, Kernel, Labels, Module, Problem
from cutlass_lint.analyzer.remembering import forget
from cutlass_lint.analyzer.smem.frontend import Settings
from cutlass_lint.analyzer.workspace import InputError, Workspace, check_modules, discover

if TYPE_CHECKING:
    from cutlass_lint.rules import Rule

Labelling = Callable[[Sequence[Kernel]], Labels]
"""Raises workspace.InputError where the labels are of none of the kernels."""


class Request(Struct, frozen=True):
    """What to lint and how.

    `modules` are the names of those to keep, wildcards allowed; all where there are none. `problems` came up while the
    paths were made. `extra` are flags of the user's own, for every module. `rules` are those to run, None for all;
    `labelling` tells which of the kernels work and which fail. Without `sizes` no front end is started.
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
    sizes: bool = True


class Found(Struct, frozen=True):
    """What a request is about: what lies under its paths, and the modules, each source in one of them only once."""

    workspaces: tuple[Workspace, ...]
    modules: tuple[Module, ...]
    problems: tuple[Problem, ...]


def find(request: Request) -> Found:
    """Find what a request is about. Raises workspace.InputError where none of its paths is there to be read.

    With this a run begins.
    """
    forget()
    workspaces, problems = _discovered(request)
    return Found(tuple(workspaces), tuple(_distinct(workspaces)), tuple(problems))


def _discovered(request: Request) -> tuple[list[Workspace], list[Problem]]:
    """What lies under each path, and a problem for each path that cannot be scanned while others can."""
    workspaces: list[Workspace] = []
    problems = list(request.problems)
    failures: list[InputError] = []
    # Below each of the folders that are named, all of the sources may have headers.
    folders = tuple(str(path) for path in request.paths if os.path.isdir(path))  # noqa: PTH112 - as below
    extra = replace(request.extra, roots=(*(request.extra.roots or ()), *folders)) if folders[1:] else request.extra
    for path, sources in _together(request.paths):
        try:
            workspace = discover(
                path,
                sources=sources,
                headers=request.headers,
                device=request.device,
                modules=request.modules,
                extra=extra,
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
