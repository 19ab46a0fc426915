"""From sources without instantiation statements to the kernels that they make."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import as_completed
from pathlib import Path

from msgspec.structs import replace

from cutlass_lint.analyzer.model import Kernel, Module
from cutlass_lint.analyzer.smem.accounting import accounted, parse_with_layouts, probe
from cutlass_lint.analyzer.smem.direct.attempts import Attempts, parse
from cutlass_lint.analyzer.smem.direct.evidence import as_asked
from cutlass_lint.analyzer.smem.direct.kernels import Maker, explained
from cutlass_lint.analyzer.smem.direct.prefix import DirectPrefix, precompile
from cutlass_lint.analyzer.smem.evidence import Evidence
from cutlass_lint.analyzer.smem.frontend import FrontEndError, Workers
from cutlass_lint.analyzer.smem.unit import MAIN, unquotable
from cutlass_lint.analyzer.sources.projects import Project, header_of, read_project
from cutlass_lint.analyzer.sources.statements import read_statements


def resolve_sources(
    module: Module, files: Sequence[str], workers: Workers, folder: Path, *, account_all: bool = False
) -> Iterator[Kernel]:
    """Yield the kernels of a module's sources, in the order in which the sources are settled.

    A source that names no `GemmUniversalAdapter`, itself or in its project's headers, has none to size; what it names
    of CUTLASS 2.x is told. Bytes are accounted for where a kernel overflows, or with `account_all` for every sized one.
    """
    settled = [workers.submit(_kernels, module, file, workers, folder, account_all=account_all) for file in files]
    for future in as_completed(settled):
        yield from future.result()


def _kernels(module: Module, file: str, workers: Workers, folder: Path, *, account_all: bool) -> list[Kernel]:
    header = header_of(file)
    project = read_project(file, module.flags.include_dirs)
    if header is None or not (project.adapter_line or project.earlier):
        return []
    maker = Maker(module, project, read_statements(header))
    if not project.adapter_line:
        return list(maker.earlier())
    if module.problem is not None:
        return list(maker.unknown(f"{module.problem.message}; {module.problem.remedy}"))
    if unquotable(file):
        return list(maker.unknown("its path has bytes that an #include cannot have: rename it"))
    try:
        with tempfile.TemporaryDirectory(dir=folder) as own:
            return _parsed(module, project, maker, workers, Path(own), account_all=account_all)
    except FrontEndError as error:
        return list(maker.unknown(str(error)))
    except OSError as error:
        return list(maker.unknown(f"it cannot be read: {error.strerror}"))


def _parsed(
    module: Module, project: Project, maker: Maker, workers: Workers, folder: Path, *, account_all: bool
) -> list[Kernel]:
    prefix = precompile(project, module, folder, workers)
    if prefix.error is not None:
        return list(maker.unknown(explained(prefix.error)))
    attempts = parse(prefix, maker.statements, workers)
    kernels = []
    for kernel, evidence in maker.settled(attempts, prefix.hooks):
        concerned = evidence is not None and (account_all or kernel.verdict == "overflow")
        kernels.append(_accounted(kernel, evidence, attempts, prefix, workers) if concerned and evidence else kernel)
    if [kernel.status for kernel in kernels] == ["rejected"]:
        return [as_asked(kernels[0], attempts.first, prefix.hooks)]
    return kernels


def _accounted(
    kernel: Kernel, evidence: Evidence, attempts: Attempts, prefix: DirectPrefix, workers: Workers
) -> Kernel:
    files = {**prefix.hooks.files, **attempts.files}
    files[MAIN] += probe(kernel, evidence)
    try:
        parsed, dump = parse_with_layouts(files, prefix.arguments, workers)
    except (FrontEndError, OSError) as error:
        return replace(kernel, reason=f"its layout and stage arithmetic are not known: {error}")
    return accounted(kernel, evidence, parsed, dump)
