"""Where a sweep over a launcher starts: the instantiation whose arguments the kernels have that are not varied."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cutlass_lint.analyzer.devices import capability_of, limiting_device
from cutlass_lint.analyzer.fit.parameters import settings_of
from cutlass_lint.analyzer.graph import argument_kind
from cutlass_lint.analyzer.model import Instantiation, Kernel, Launcher, Module, Problem, Source
from cutlass_lint.analyzer.pipeline import Inputs
from cutlass_lint.analyzer.smem.identifiers import identifier
from cutlass_lint.analyzer.sources import cluster_of, find_launcher, name_arguments, tile_of
from cutlass_lint.analyzer.wording import few
from cutlass_lint.analyzer.workspace import InputError
from cutlass_lint.reports import printable

_SHOWN = 6
"""Launchers that a message names."""


def chosen_start(inputs: Inputs, launcher: str, fixed: Sequence[tuple[str, str]]) -> Kernel:
    """The first instantiation of a launcher with the most of the fixed arguments, as a kernel that nobody sized yet.

    Those for the module's own device come before those that it does not build. A part of the launcher's name will do
    where only one has it.

    Raises InputError where nothing instantiates it, or no instantiation has the arguments that it takes.
    """
    name = _launcher_name(inputs, launcher)
    found = list(_instantiations(inputs, name))
    kernels = [_unsized(*place) for place in found]
    usable = [kernel for kernel in kernels if kernel.launcher and kernel.arguments]
    if not usable:
        raise InputError(printable(f"{name}: {kernels[0].reason}"))
    devices = {kernel.id: module.devices for kernel, (module, _, _) in zip(kernels, found, strict=True)}
    return max(usable, key=lambda kernel: (_matching(kernel, fixed), _is_for(kernel.arguments, devices[kernel.id])))


def _launcher_name(inputs: Inputs, text: str) -> str:
    names = dict.fromkeys(i.launcher for source in inputs.sources.values() for i in source.instantiations)
    if text in names:
        return text
    alike = [name for name in names if text.casefold() in name.casefold()]
    if len(alike) == 1:
        return alike[0]
    shown = alike or list(names)
    told = few(shown, _SHOWN) if shown else "no launcher at all"
    problem = (
        f"{text} is in the names of {len(alike)} launchers"
        if alike
        else f"nothing instantiates {text}; what is instantiated"
    )
    raise InputError(printable(f"{problem}: {told}"))


def _instantiations(inputs: Inputs, name: str) -> Iterator[tuple[Module, Source, Instantiation]]:
    for module in inputs.modules:
        for file in module.sources:
            source = inputs.sources[file]
            yield from ((module, source, found) for found in source.instantiations if found.launcher == name)


def _unsized(module: Module, source: Source, instantiation: Instantiation) -> Kernel:
    launcher = find_launcher(instantiation.launcher, source, module.flags.lookup)
    named = name_arguments(launcher, instantiation) if launcher else {}
    arguments = named if isinstance(named, dict) else {}
    device = limiting_device(module.devices)
    return Kernel(
        identifier(module, instantiation),
        module.name,
        instantiation,
        launcher,
        arguments,
        "unknown",
        _why_not(module, launcher, named),
        tile=tile_of(arguments),
        cluster=cluster_of(arguments),
        device=device.name if device else None,
        limit=device.optin_limit if device else None,
    )


def _why_not(module: Module, launcher: Launcher | None, named: Mapping[str, str] | Problem) -> str | None:
    """Why an instantiation can't be sized, where that is known before anything is parsed."""
    if module.problem is not None:
        return f"{module.problem.message}; {module.problem.remedy}"
    if launcher is None:
        return "no header that its instantiations include defines it; name the folder of its headers with --headers"
    return f"{named.message}; {named.remedy}" if isinstance(named, Problem) else None


def _matching(kernel: Kernel, fixed: Sequence[tuple[str, str]]) -> int:
    """How many of the fixed arguments an instantiation has."""
    wanted = settings_of(kernel.launcher, fixed) if kernel.launcher else {}
    return sum(kernel.arguments.get(parameter) == value for parameter, value in wanted.items())


def _is_for(arguments: Mapping[str, str], devices: Sequence[str]) -> bool:
    """Whether an instantiation has an ArchTag of one of the devices, or none."""
    archs = [text for name, text in arguments.items() if argument_kind(name, text) == "arch"]
    return all(capability_of(arch.rpartition("::")[2]) in devices for arch in archs)
