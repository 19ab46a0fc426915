"""What the overlay's headers print: a diagnostic a line, its notes below it behind `>`, and below `====` a dump."""

from __future__ import annotations

from msgspec.structs import replace

from cutlass_lint.analyzer.model import Flags, Launcher, Location, Module
from cutlass_lint.analyzer.smem.accounting import Probe, accounted
from cutlass_lint.analyzer.smem.evidence import gather
from cutlass_lint.analyzer.smem.frontend import FrontEndError
from cutlass_lint.analyzer.smem.hooks import Hooks
from cutlass_lint.analyzer.smem.jobs import Declared, Diagnostic, Note, Parsed
from cutlass_lint.analyzer.smem.settling import settle
from cutlass_lint.analyzer.smem.sizing import decisive_error, describe
from cutlass_lint.analyzer.smem.unit import MAIN, Unit, attribute
from fuzzing.scratch import is_one_line, kernels

_SUBJECTS = ("", "kernel", "launched", "adapter", "mainloop", "epilogue", "end", "budget", "refit")
_SOURCE, _HEADER = kernels()[0].instantiation.file, "/launcher.inl"
_FILES = {"s": _SOURCE, "h": _HEADER, "m": MAIN}
_UNIT = Unit(tuple(kernel.instantiation for kernel in kernels()))
_LAUNCHER = Launcher("INSTANTIATE_MOE_GEMM", "macro", _HEADER, 1, ("N_",), adapter_line=7)
_HOOKS = Hooks({}, {("mainloop", "CollectiveBuilder"): ("ArchTag", "StageCountType", "KernelScheduleType")})
_MODULE = Module("/cache", "fused_moe_120", (_SOURCE,), Flags(), ("120",), None)
_DECLARED = {2: Declared(Location("/a.h", 1)), 3: Declared(owner=Location("/a.h", 2))}


def target(data: bytes) -> None:
    """What is printed becomes kernels with the numbers that were printed, or is refused in one line."""
    said, _, dump = data.decode("utf-8", "replace").partition("\n====\n")
    parsed = Parsed(tuple(_diagnostics(said)), {_SOURCE: ((9, 9),)}, _DECLARED, layouts=dump)
    try:
        attributed = attribute(_UNIT, parsed)
        assert sum(map(len, attributed.values())) + said_ends(parsed) == len(parsed.diagnostics)
        errors = list(filter(None, map(decisive_error, attributed.values())))
        assert bool(errors) == any(diagnostic.error for diagnostic in parsed.diagnostics)
        if errors:
            assert all(map(is_one_line, map(describe, errors)))
            return
        found = gather(_UNIT, parsed, attributed, _LAUNCHER, _HOOKS)
    except FrontEndError as error:
        assert is_one_line(str(error))
        return
    for kernel in kernels():
        evidence = found[kernel.instantiation]
        unsized = replace(kernel, status="unknown", sizes=None, stages=None, verdict=None)
        for made in settle(unsized, _MODULE, evidence):
            assert made.sizes is None or str(made.sizes.kernel) in said
            closer = accounted(made, evidence, parsed, Probe(range(9, 12), (2, 3)))
            assert closer.layout is None or (made.sizes and closer.layout.size == made.sizes.kernel)


def said_ends(parsed: Parsed) -> int:
    """How many diagnostics only mark the end of an instantiation."""
    return sum(diagnostic.subject == "end" for diagnostic in parsed.diagnostics)


def _diagnostics(text: str) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    for line in filter(None, text.split("\n")):
        *subject, file, number, said = ("", "", "", *line.lstrip(">").split("|", 3 - line.startswith(">")))[-4:]
        place = _FILES.get(file, file), int(number) if number.isdecimal() and len(number) < 9 else 1
        if line.startswith(">") and found:
            last = found[-1]
            notes = (*last.notes, Note(*place, said))
            found[-1] = Diagnostic(last.subject, last.fatal, last.file, last.line, last.text, notes)
        elif subject[-1] in _SUBJECTS:
            found.append(Diagnostic(subject[-1], fatal=False, file=place[0], line=place[1], text=said, notes=()))
    return found
