"""INST004: a source includes the launcher of another architecture, as its namesake there does.

## What it does

Looks at sources of one name in the folders of two architectures that differ in nothing else, such as
gen_gemm_sm100_cutlass_fp4 and gen_gemm_sm120_cutlass_fp4. Where both take a launcher from the same header, and the
ArchTag of its kernels runs on one of the architectures only, the source in the other's folder has the wrong one. Where
no kernel can be sized, the header's name tells the ArchTag, if other sources of the folder take the launcher from
another header. Kernels whose sizes are left out (`--no-sizes`) are not looked at.

## Why it matters

Both launchers may define macros of the same name, so that the source compiles: to kernels that its device cannot run.

## Example

gen_gemm_sm120_cutlass_fp4/fp4_gemm_cutlass_half_128_128_128.cu includes fp4_gemm_cutlass_template.h, which is for
Sm100, rather than fp4_gemm_cutlass_template_sm120.h.

## What to do

Include the launcher of the source's own architecture, or generate it again: it may have been copied from the other
folder. Sources for Sm103 that include the launchers of Sm100 are right, and are not reported.

## References

flashinfer/jit/gemm/core.py, which writes these folders.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import PurePath

from cutlass_lint.analyzer.devices import runs_on
from cutlass_lint.analyzer.graph import KernelGraph, argument_kind
from cutlass_lint.analyzer.model import Finding, Kernel, Launcher, Location, Related
from cutlass_lint.rules import Rule

_ARCHITECTURE = re.compile(r"(?<![a-z0-9])sm_?(\d{2,3})[af]?(?![0-9])", re.IGNORECASE)


def check(graph: KernelGraph) -> Iterator[Finding]:
    """Yield a finding for each source that has the launcher of its namesake in the folder of another architecture."""
    namesakes: dict[tuple[str, str], dict[str, list[Kernel]]] = {}
    headers: dict[tuple[str, str], set[str]] = {}
    for kernel in graph.kernels():
        if kernel.launcher is None or kernel.status == "disabled" or kernel.is_left_out:
            continue
        path = PurePath(kernel.instantiation.file)
        folder = _ARCHITECTURE.sub("sm", path.parent.name)
        if folder != path.parent.name and not _is_told(kernel):
            namesakes.setdefault((folder, path.name), {}).setdefault(str(path), []).append(kernel)
            headers.setdefault((str(path.parent), kernel.launcher.name), set()).add(_header(kernel.launcher))
    for sources in namesakes.values():
        for file, kernels in sources.items():
            found = (_judged(file, kernels, other, theirs, headers) for other, theirs in sources.items())
            yield from islice(filter(None, found), 1)


RULE = Rule("INST004", "wrong-architecture-header", "error", check)


def _judged(
    file: str, kernels: list[Kernel], other: str, theirs: list[Kernel], headers: dict[tuple[str, str], set[str]]
) -> Finding | None:
    """A finding about a source that has in common with another what only the other's architecture runs.

    `headers` are those that a folder's sources take a launcher from, by folder and name.
    """
    launchers = {(_header(kernel.launcher), kernel.launcher.name) for kernel in theirs if kernel.launcher}
    for kernel in kernels:
        launcher = kernel.launcher
        if launcher is None or (_header(launcher), launcher.name) not in launchers:
            continue
        is_alone = len(headers[str(PurePath(file).parent), launcher.name]) == 1
        tag = kernel.arch if kernel.status == "sized" else None if is_alone else _of(PurePath(launcher.file).name)
        own, foreign = _of(PurePath(file).parent.name), _of(PurePath(other).parent.name)
        if own and tag and runs_on(tag, own) is False and runs_on(tag, foreign):
            return _finding(kernel, launcher, tag, own, theirs[0])
    return None


def _finding(kernel: Kernel, launcher: Launcher, tag: str, own: str, namesake: Kernel) -> Finding:
    place, other = kernel.instantiation, namesake.instantiation
    return RULE.at(
        Location(place.file, place.line, place.column),
        f"{launcher.name} comes from {PurePath(launcher.file).name}, whose kernels for {tag} do not run on {own}: "
        f"this source lies in {PurePath(place.file).parent.name}",
        details=(f"{PurePath(other.file).parent.name} has a source of the same name, which takes it from there too",),
        related=(
            Related(Location(other.file, other.line), "the source of the same name"),
            Related(Location(launcher.file, launcher.line), f"{launcher.name} is defined here"),
        ),
    )


def _is_told(kernel: Kernel) -> bool:
    """Whether an argument, and not the launcher's header, says what architecture a kernel is for."""
    return any(argument_kind(name, text) == "arch" for name, text in kernel.arguments.items())


def _header(launcher: Launcher) -> str:
    """The file of a launcher. Includes such as ../gemm.h lead to one file by several paths."""
    return os.path.normpath(launcher.file)


def _of(name: str) -> str | None:
    """The one architecture that a folder or a file is named after: `Sm100`."""
    names = set(_ARCHITECTURE.findall(name))
    return f"Sm{names.pop()}" if len(names) == 1 else None
