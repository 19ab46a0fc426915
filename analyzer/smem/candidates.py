"""Which instantiations can be sized, and the reason why the others cannot, without asking the front end."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from cutlass_lint.analyzer.model import LEFT_OUT, Instantiation, Kernel, Launcher, Lookup, Module, Problem, Source
from cutlass_lint.analyzer.smem.identifiers import identifier
from cutlass_lint.analyzer.smem.sized import on_device
from cutlass_lint.analyzer.sources import cluster_of, find_launcher, includes_found, name_arguments, tile_of
from cutlass_lint.analyzer.sources.launchers import endless
from cutlass_lint.analyzer.sources.reach import reach

# Parameters that give a stage count, as in DMA_Stage.
_STAGES = re.compile(r"stage", re.IGNORECASE)


class Candidate(Struct, frozen=True):
    """A kernel that may be sized: its launcher is known and makes a GemmUniversalAdapter, or launches it by itself."""

    kernel: Kernel
    launcher: Launcher


def unsized(modules: Sequence[Module], sources: Mapping[str, Source]) -> Iterator[Kernel]:
    """Yield every instantiation of the modules as a kernel, none of them sized: no front end is asked.

    Sources that make kernels themselves have no instantiation and yield none.
    """
    for module in modules:
        for source in (sources[file] for file in module.sources):
            for instantiation in source.instantiations:
                found = classify(module, source, instantiation)
                if not isinstance(found, Kernel):
                    found = replace(found.kernel, status="not-sized", reason=LEFT_OUT)
                yield found


def classify(module: Module, source: Source, instantiation: Instantiation) -> Candidate | Kernel:
    """What an instantiation is as far as its text, its launcher and its module tell."""
    kernel = Kernel(identifier(module, instantiation), module.name, instantiation, None, {}, "unknown")
    launcher = find_launcher(instantiation.launcher, source, module.flags.lookup)
    if launcher is not None:
        named = name_arguments(launcher, instantiation)
        if isinstance(named, Problem):
            kernel = replace(kernel, launcher=launcher, reason=f"{named.message}; {named.remedy}")
            return on_device(kernel, module)
        arch = named.get("ArchTag_") or named.get("ArchTag")
        tile, cluster = tile_of(named), cluster_of(named)
        kernel = replace(kernel, launcher=launcher, arguments=named, arch=arch, tile=tile, cluster=cluster)
    kernel = on_device(kernel, module)
    if module.problem is not None:
        return replace(kernel, reason=f"{module.problem.message}; {module.problem.remedy}")
    refused = _refused(source, launcher, module.flags.lookup)
    if refused is not None:
        return replace(kernel, reason=refused)
    if launcher is None and not includes_found(source, module.flags.lookup):
        missing = ", ".join(source.includes)
        return replace(kernel, reason=f"the headers it includes are not found ({missing}); name them with --headers")
    if launcher is None:
        reason = "no header that it includes defines it"
        return replace(kernel, status="not-sized", reason=reason)
    if not launcher.adapter_line and not launcher.launch_line and not launcher.adapter_beside:
        return replace(kernel, status="not-sized", reason=without_collective(kernel.arguments))
    return Candidate(kernel, launcher)


def _refused(source: Source, launcher: Launcher | None, lookup: Lookup) -> str | None:
    """Why what is included is not read: all that may hold the launcher, or what the front end would wait for."""
    if launcher is None:
        return reach(source, lookup).barred
    for file, includes in ((source.file, source.includes), (launcher.file, launcher.includes)):
        if reason := endless(os.path.dirname(file), includes, lookup.include_dirs):  # noqa: PTH120 - as text
            return f"{file} {reason}"
    return None


def without_collective(arguments: Mapping[str, str]) -> str:
    """Why a kernel is none of CUTLASS 3.x, with the stage count that it is given, where it is given one."""
    stages = next((f"{name}={value}" for name, value in arguments.items() if _STAGES.search(name)), None)
    known = f"; its stages are given: {stages}" if stages else ""
    return f"its launcher uses no CUTLASS collective (no GemmUniversalAdapter): a kernel of its own{known}"
