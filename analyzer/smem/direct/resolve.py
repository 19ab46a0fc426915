"""From sources without instantiation statements to the kernels that they make."""

from __future__ import annotations

import tempfile
from pathlib import Path

from msgspec.structs import replace

from cutlass_lint.analyzer.cache.digests import digest_of, text_of
from cutlass_lint.analyzer.cache.identity import tool
from cutlass_lint.analyzer.model import Kernel, Module
from cutlass_lint.analyzer.smem.accounting import accounted, check, parse_with_layouts, unaccounted
from cutlass_lint.analyzer.smem.direct.attempts import Attempts, parse
from cutlass_lint.analyzer.smem.direct.evidence import as_asked
from cutlass_lint.analyzer.smem.direct.kernels import Maker, explained
from cutlass_lint.analyzer.smem.direct.places import Place
from cutlass_lint.analyzer.smem.direct.prefix import DirectPrefix, precompile
from cutlass_lint.analyzer.smem.evidence import Evidence
from cutlass_lint.analyzer.smem.frontend import FrontEndError, arguments, cause, readable
from cutlass_lint.analyzer.smem.outcomes import decoded
from cutlass_lint.analyzer.smem.reading import keep
from cutlass_lint.analyzer.smem.unit import unquotable
from cutlass_lint.analyzer.smem.workers import Parser, Recorder, Workers
from cutlass_lint.analyzer.sources.projects import Project, header_of, read_project
from cutlass_lint.analyzer.sources.statements import read_statements
from cutlass_lint.analyzer.temporary import temporary_folder


def kernels_of_source(module: Module, file: str, workers: Workers, *, account_all: bool = False) -> list[Kernel]:
    """The kernels of a source.

    One that names no `GemmUniversalAdapter`, itself or in its project's headers, has none to size; what it names of
    CUTLASS 2.x is told. Bytes are accounted for where a kernel overflows, or with `account_all` for every sized one.
    """
    header = header_of(file)
    project = read_project(file, module.flags.lookup)
    refused = [one for one in project.barred if one.waits or not project.adapter_line]
    if header is None or not (project.adapter_line or project.earlier or refused):
        return []
    # Statements are places in the text that they are read of, whatever the file is by now.
    project = replace(project, parts=(replace(project.parts[0], digest=header.digest), *project.parts[1:]))
    maker = Maker(module, project, read_statements(header))
    if refused:
        place = Place(refused[0].line, 1, exact=False)
        return [*maker.unknown(refused[0].reason, [place]), *maker.earlier()]
    if not project.adapter_line:
        return list(maker.earlier())
    if module.problem is not None:
        return list(maker.unknown(f"{module.problem.message}; {module.problem.remedy}"))
    if unquotable(file):
        return list(maker.unknown("its path has bytes that an #include cannot have: rename it"))
    key = _key(module, project, workers, account_all=account_all)
    known: list[Kernel] | None = decoded(workers.cache.get(key, readable(module.flags, workers.settings)), list[Kernel])
    if known is not None:
        return known
    recorder = Recorder(workers)
    try:
        with tempfile.TemporaryDirectory(dir=temporary_folder()) as own:
            prefix = precompile(project, module, Path(own), recorder)
            kernels = _parsed(prefix, maker, recorder, account_all=account_all)
            lacks = any(kernel.status == "unknown" or (kernel.sizes and kernel.reason) for kernel in kernels)
            if not recorder.has_failed and not lacks:
                read = {file: digest for file, digest in recorder.read.items() if not file.startswith(f"{own}/")}
                keep(workers.cache, {key: kernels}, read, recorder.given, prefix)
            else:
                workers.cache.is_complete = False
            return kernels
    except (FrontEndError, OSError) as error:
        return list(maker.unknown(cause(error)))


def _key(module: Module, project: Project, workers: Workers, *, account_all: bool) -> bytes:
    """What stands for the question of the kernels of a project's source: all of its text is part of it."""
    asked = (arguments(module.flags, workers.settings), replace(module, sources=()), project, account_all)
    return digest_of(tool(), b"source", text_of(asked))


def _parsed(prefix: DirectPrefix, maker: Maker, parser: Parser, *, account_all: bool) -> list[Kernel]:
    if prefix.error is not None:
        return list(maker.unknown(explained(prefix.error)))
    attempts = parse(prefix, maker.statements, parser)
    kernels = []
    for kernel, evidence in maker.settled(attempts, prefix.hooks):
        concerned = evidence is not None and (account_all or kernel.verdict == "overflow")
        kernels.append(_accounted(kernel, evidence, attempts, prefix, parser) if concerned and evidence else kernel)
    if [kernel.status for kernel in kernels] == ["rejected"]:
        return [as_asked(kernels[0], attempts.first, prefix.hooks)]
    return kernels


def _accounted(kernel: Kernel, evidence: Evidence, attempts: Attempts, prefix: DirectPrefix, parser: Parser) -> Kernel:
    files = {**prefix.hooks.files, **attempts.files}
    try:
        parsed, (probe,) = parse_with_layouts(files, [(kernel, evidence)], prefix, parser)
        check(parsed)
    except (FrontEndError, OSError) as error:
        return unaccounted(kernel, cause(error))
    return accounted(kernel, evidence, parsed, probe)
