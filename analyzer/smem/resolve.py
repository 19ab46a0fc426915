"""From modules and their sources to kernels: which can be sized, and for each the sizes or the reason why not."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, as_completed
from contextlib import ExitStack
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from cutlass_lint.analyzer.model import Guard, Instantiation, Kernel, Launcher, Module, Problem, Source
from cutlass_lint.analyzer.smem.accounting import account
from cutlass_lint.analyzer.smem.direct import resolve_sources
from cutlass_lint.analyzer.smem.evidence import Evidence
from cutlass_lint.analyzer.smem.frontend import FrontEndError, Prefix, Settings, Workers, precompile
from cutlass_lint.analyzer.smem.identifiers import identifier
from cutlass_lint.analyzer.smem.sized import on_device, sized
from cutlass_lint.analyzer.smem.sizing import Failure, Outcome, Rejection, describe, size
from cutlass_lint.analyzer.smem.variants import variants
from cutlass_lint.analyzer.sources import cluster_of, find_launcher, includes_found, name_arguments, tile_of

Examine = Callable[[Kernel, Evidence, Mapping[str, Source], Prefix, Workers], Kernel]
"""Looks closer at a sized kernel, with what the front end said of it and the means to ask more."""


# Parameters that give a stage count, as in DMA_Stage.
_STAGES = re.compile(r"stage", re.IGNORECASE)


class _Candidate(Struct, frozen=True):
    """A kernel that may be sized: its launcher is known and makes a GemmUniversalAdapter, or launches it by itself."""

    kernel: Kernel
    launcher: Launcher


def resolve(
    modules: Sequence[Module],
    sources: Mapping[str, Source],
    settings: Settings,
    *,
    wanted: Callable[[Instantiation], bool] = lambda _instantiation: True,
    examine: Examine | None = None,
) -> Iterator[Kernel]:
    """Yield every wanted instantiation of the modules as a kernel, in the order in which they are settled.

    Each sized kernel is examined, by default only those that overflow, whose bytes are accounted for.
    """
    with tempfile.TemporaryDirectory(prefix="cutlass-lint-") as folder, Workers(settings) as workers:
        for module in modules:
            yield from _resolve_module(module, sources, wanted, examine, workers, Path(folder))


def _resolve_module(
    module: Module,
    sources: Mapping[str, Source],
    wanted: Callable[[Instantiation], bool],
    examine: Examine | None,
    workers: Workers,
    folder: Path,
) -> Iterator[Kernel]:
    groups: dict[tuple[str, str], list[_Candidate]] = {}
    for file in module.sources:
        source = sources[file]
        for instantiation in filter(wanted, source.instantiations):
            candidate = _classify(module, source, instantiation)
            if isinstance(candidate, Kernel):
                yield candidate
            else:
                groups.setdefault((candidate.launcher.file, candidate.launcher.name), []).append(candidate)
    with ExitStack() as works:
        prefixes = {
            key: workers.submit(
                precompile,
                candidates[0].launcher,
                module,
                Path(works.enter_context(tempfile.TemporaryDirectory(dir=folder))),
                workers,
            )
            for key, candidates in groups.items()
        }
        for key, candidates in groups.items():
            yield from _resolve_group(module, candidates, sources, examine, workers, prefixes[key])
    direct = [file for file in module.sources if not sources[file].instantiations]
    made = resolve_sources(module, direct, workers, folder, account_all=examine is not None)
    yield from (kernel for kernel in made if wanted(kernel.instantiation))


def _classify(module: Module, source: Source, instantiation: Instantiation) -> _Candidate | Kernel:
    kernel = Kernel(identifier(module, instantiation), module.name, instantiation, None, {}, "unknown")
    kernel = on_device(kernel, module)
    launcher = find_launcher(instantiation.launcher, source, module.flags.include_dirs)
    if launcher is not None:
        named = name_arguments(launcher, instantiation)
        if isinstance(named, Problem):
            return replace(kernel, launcher=launcher, reason=f"{named.message}; {named.remedy}")
        arch = named.get("ArchTag_") or named.get("ArchTag")
        tile, cluster = tile_of(named), cluster_of(named)
        kernel = replace(kernel, launcher=launcher, arguments=named, arch=arch, tile=tile, cluster=cluster)
        kernel = on_device(kernel, module)
    if module.problem is not None:
        return replace(kernel, reason=f"{module.problem.message}; {module.problem.remedy}")
    if launcher is None and not includes_found(source, module.flags.include_dirs):
        missing = ", ".join(source.includes)
        return replace(kernel, reason=f"the headers it includes are not found ({missing}); name them with --headers")
    if launcher is None:
        reason = "no header that it includes defines it"
        return replace(kernel, status="not-sized", reason=reason)
    if not launcher.adapter_line and not launcher.launch_line and not launcher.adapter_beside:
        return replace(kernel, status="not-sized", reason=_without_collective(kernel.arguments))
    return _Candidate(kernel, launcher)


def _resolve_group(
    module: Module,
    candidates: Sequence[_Candidate],
    sources: Mapping[str, Source],
    examine: Examine | None,
    workers: Workers,
    precompiled: Future[Prefix],
) -> Iterator[Kernel]:
    kernels = {candidate.kernel.instantiation: candidate.kernel for candidate in candidates}
    try:
        prefix = precompiled.result()
    except FrontEndError as error:
        yield from (replace(kernel, reason=str(error)) for kernel in kernels.values())
        return
    if prefix.error is not None:
        reason = f"its headers do not parse: {describe(prefix.error)}"
        yield from (replace(kernel, reason=reason) for kernel in kernels.values())
        return
    accounts: list[Future[Kernel]] = []
    for instantiation, outcome in size(list(kernels), sources, prefix, workers):
        for kernel in _settle(kernels[instantiation], module, outcome):
            concerned = kernel.status == "sized" if examine else kernel.verdict == "overflow"
            if concerned and isinstance(outcome, Evidence):
                accounts.append(workers.submit(examine or account, kernel, outcome, sources, prefix, workers))
            else:
                yield kernel
    yield from (future.result() for future in as_completed(accounts))


def _settle(kernel: Kernel, module: Module, outcome: Outcome) -> Iterator[Kernel]:
    """The kernels that an instantiation makes, one that stands for them all where none of them is sized."""
    if isinstance(outcome, Failure):
        yield replace(kernel, reason=outcome.reason)
    elif isinstance(outcome, Rejection):
        yield replace(kernel, chain=outcome.chain, status="rejected", reason=outcome.reason)
    elif off := _off_by(kernel, module, outcome):
        yield replace(kernel, chain=outcome.chain, status="disabled", reason=off)
    elif not outcome.kernels:
        yield replace(kernel, status="not-sized", reason=_without_collective(kernel.arguments))
    else:
        launched = [made for made in outcome.kernels if made in outcome.launched]
        for made, variant in zip(launched, variants(launched), strict=True):
            chain = (*outcome.chain, outcome.kernels[made])
            yield sized(replace(kernel, kernel_type=made, variant=variant, chain=chain), module, outcome)


def _off_by(kernel: Kernel, module: Module, evidence: Evidence) -> str | None:
    """What leaves an instantiation out of the module's build."""
    if evidence.skipped:
        return f"{_off(kernel.instantiation.guards)} in module {module.name}"
    if evidence.adapter_skipped and kernel.launcher:
        return f"its launcher leaves it out: {_off(kernel.launcher.adapter_guards)} in module {module.name}"
    beside = kernel.launcher is not None and kernel.launcher.adapter_beside and not kernel.launcher.launch_line
    if not evidence.launched.intersection(evidence.kernels) and (evidence.kernels or not beside):
        return f"its launcher discards it by `if constexpr`, with the defines of module {module.name}"
    return None


def _without_collective(arguments: Mapping[str, str]) -> str:
    """Why a kernel is none of CUTLASS 3.x, with the stage count that it is given, where it is given one."""
    stages = next((f"{name}={value}" for name, value in arguments.items() if _STAGES.search(name)), None)
    known = f"; its stages are given: {stages}" if stages else ""
    return f"its launcher uses no CUTLASS collective (no GemmUniversalAdapter): a kernel of its own{known}"


def _off(guards: Sequence[Guard]) -> str:
    conditions = " and ".join(f"`{guard.condition}`" for guard in guards)
    return f"{conditions} {'do not both hold' if len(guards) == 2 else 'do not all hold' if guards[2:] else 'is off'}"
