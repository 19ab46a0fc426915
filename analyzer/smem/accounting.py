"""Where the bytes of one kernel go: its layout, the arithmetic of its stage count, and what a larger carveout makes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from cutlass_lint.analyzer.model import Kernel, Location, Refit, Source, StageBudget
from cutlass_lint.analyzer.smem.evidence import Builder, Evidence
from cutlass_lint.analyzer.smem.frontend import OVERLAY, FrontEndError
from cutlass_lint.analyzer.smem.jobs import Declared, Diagnostic, Job, Note, Parsed
from cutlass_lint.analyzer.smem.layout import ARGUMENTS, LayoutError, read_layout
from cutlass_lint.analyzer.smem.prefixes import Prefix
from cutlass_lint.analyzer.smem.reading import Parsing
from cutlass_lint.analyzer.smem.sizing import describe
from cutlass_lint.analyzer.smem.unit import MAIN, Unit
from cutlass_lint.analyzer.smem.workers import Parser

_CARVEOUT = re.compile(r"\bStageCountAutoCarveout<(\d{1,19})>$")
_BUDGET = re.compile(r"stage_budget<(-?\d{1,19}), (-?\d{1,19})>")
_REFIT = re.compile(r"refit<(\d{1,19}), (\d{1,19}), (\d{1,19})(?:LL)?>")
# A stage costs the builder no more than this many bytes above its share of the mainloop storage: barriers, rounding.
_STAGE_OVERHEAD = 4096
# With fewer, a builder refuses or the arithmetic says nothing of a stage.
_LEAST_STAGES = 2
_ALIASES = ("using Kernel =", "using Storage =")


class Probe(Struct, frozen=True):
    """What a unit ends with to measure one kernel: its lines there, and those that alias the kernel and its storage."""

    lines: range
    aliases: tuple[int, ...] = ()


def account(
    found: Sequence[tuple[Kernel, Evidence]], sources: Mapping[str, Source], prefix: Prefix, parser: Parser
) -> list[Kernel]:
    """Sized kernels with all that `accounted` finds, None where the front end can't tell; `reason` then says why.

    Needs one more parse of all that have a stage count. Raises FrontEndError where it gives nothing, or where it has an
    error, which may be any of several kernels'; OSError where a source can't be read.
    """
    asked = [one for one in found if one[0].stages is not None and one[0].sizes and one[0].sizes.mainloop is not None]
    if not asked:
        return [kernel for kernel, _ in found]
    unit = Unit(tuple(dict.fromkeys(kernel.instantiation for kernel, _ in asked)))
    files = {**prefix.hooks.files, **unit.files(sources, prefix.launcher)}
    parsed, probes = parse_with_layouts(files, asked, prefix, parser)
    check(parsed)
    if len(asked) > 1 and any(diagnostic.error for diagnostic in parsed.diagnostics):
        raise FrontEndError("an error of one of several kernels")
    probe_of = {id(one): probe for one, probe in zip(asked, probes, strict=True)}
    return [accounted(*one, parsed, probe_of[id(one)]) if id(one) in probe_of else one[0] for one in found]


def parse_with_layouts(
    files: dict[str, bytes], asked: Sequence[tuple[Kernel, Evidence]], parsing: Parsing, parser: Parser
) -> tuple[Parsed, tuple[Probe, ...]]:
    """Parse with a probe of each kernel and dump the layouts of records. Raises FrontEndError and OSError."""
    main, probes = probed(files[MAIN], asked)
    job = Job(
        MAIN,
        {**files, MAIN: main},
        (*parsing.arguments, *ARGUMENTS),
        parsing.roots,
        layouts=True,
        aliases=tuple(line for probe in probes for line in probe.aliases),
    )
    return parser.parse(job), probes


def check(parsed: Parsed) -> None:
    """Raise FrontEndError where a parse with probes has an error that is not theirs: there was none without them."""
    for diagnostic in parsed.diagnostics:
        if diagnostic.error and not is_probe(diagnostic):
            raise FrontEndError(describe(diagnostic))


def is_probe(diagnostic: Diagnostic) -> bool:
    """Whether a diagnostic is about what the main file itself asks, which is the stage budget."""
    return MAIN in (diagnostic.file, *(note.file for note in diagnostic.notes))


def probed(main: bytes, asked: Sequence[tuple[Kernel, Evidence]]) -> tuple[bytes, tuple[Probe, ...]]:
    """A unit with what measures each kernel's stage budget, and of one that overflows what would fit.

    What can't be measured is left out. An error in a later part leaves the earlier ones as they are.
    """
    lines = [*main.decode("utf-8", "surrogateescape").split("\n"), f'#include "{OVERLAY / "stage_budget.h"}"']
    probes = []
    for number, (kernel, evidence) in enumerate(asked):
        first = len(lines) + 1
        text = _probe(kernel, evidence)
        lines += [f"namespace cutlass_lint_probe_{number} {{", *text, "}"]
        aliases = [first + 1 + text.index(line) for line in text if line.startswith(_ALIASES)]
        probes.append(Probe(range(first, len(lines) + 1), tuple(aliases)))
    return "\n".join((*lines, "")).encode("utf-8", "surrogateescape"), tuple(probes)


def _probe(kernel: Kernel, evidence: Evidence) -> list[str]:
    sizes, stages, carveout = kernel.sizes, kernel.stages, _carveout(evidence.builders)
    if sizes is None or sizes.mainloop is None or stages is None:
        return []
    text = []
    if carveout is not None and stages >= _LEAST_STAGES:
        text += _budget_probe(evidence.builders[0], carveout, sizes.mainloop, stages)
    refits = bool(text) and stages > _LEAST_STAGES
    if kernel.verdict == "overflow":
        text += [f"using Kernel = {kernel.kernel_type};", "using Storage = typename Kernel::SharedStorage;"]
        text += _refit_probe(carveout or 0, sizes.kernel, stages, kernel.limit or 0) if refits else []
    return text


def unaccounted(kernel: Kernel, reason: str) -> Kernel:
    """A sized kernel whose bytes could not be told apart, and why not."""
    return replace(kernel, reason=f"its layout and stage arithmetic are not known: {reason}")


def accounted(kernel: Kernel, evidence: Evidence, parsed: Parsed, probe: Probe) -> Kernel:
    """A sized kernel with what a parse with its probe and a dump tell of it.

    These are its layout and its stage budget, and of one that overflows where its class is defined and its refit.
    """
    sizes = kernel.sizes
    if sizes is None:
        return kernel
    kernel = replace(
        kernel, classes=_classes([parsed.declared[line] for line in probe.aliases if line in parsed.declared])
    )
    said = [diagnostic for diagnostic in parsed.diagnostics if _is_about(diagnostic, probe)]
    try:
        layout = read_layout(parsed.layouts, kernel.kernel_type)
    except LayoutError as error:
        return unaccounted(kernel, str(error))
    if layout.size != sizes.kernel:
        return replace(kernel, reason=f"its layout is not known: one of {layout.size:,} bytes was found")
    kernel = replace(kernel, layout=layout)
    carveout, bounds = _carveout(evidence.builders), _bounds(said)
    if carveout is None or bounds is None or sizes.mainloop is None:
        return kernel
    stages = kernel.stages or 0
    step = _step(sizes.mainloop, stages)
    if bounds[0] == carveout + step - 1:
        least = f"the builder takes {stages} stages with {step:,} bytes less, too: it never takes fewer"
        return replace(kernel, reason=least)
    # An assertion is told once, and may refuse the kernel that was laid out here.
    refit = None if any(diagnostic.error for diagnostic in parsed.diagnostics) else _refit(said)
    return replace(kernel, budget=_budget(*bounds, carveout, step, stages), refit=refit)


def _carveout(builders: tuple[Builder, ...]) -> int | None:
    """The carveout of the one mainloop builder, None where there are several or the stage count is given."""
    if len(builders) != 1:
        return None
    match = _CARVEOUT.search(builders[0].stage_count or "")
    return int(match[1]) if match else None


def _is_about(diagnostic: Diagnostic, probe: Probe) -> bool:
    """Whether a probe's own lines ask for what is said."""
    said: tuple[Diagnostic | Note, ...] = (diagnostic, *diagnostic.notes)
    return any(place.file == MAIN and place.line in probe.lines for place in said)


def _budget_probe(builder: Builder, carveout: int, mainloop: int, stages: int) -> list[str]:
    asked = "cutlass::gemm::collective::StageCountAutoCarveout<Carveout>"
    arguments = ", ".join(asked if value == builder.stage_count else value for value in builder.arguments.values())
    name = f"cutlass::gemm::collective::{builder.template.rpartition('::')[2]}"
    largest = "cutlass_lint::largest_carveout<Builder"
    step = _step(mainloop, stages)
    return [
        f"template <int Carveout> using Builder = {name}<{arguments}>;",
        f"constexpr int these = {largest}, {stages}, {carveout}, {carveout + step}>();",
        f"constexpr int more = {largest}, {stages + 1}, {carveout - step}, these>();",
        "cutlass_lint::stage_budget<these, more> answer;",
    ]


def _refit_probe(carveout: int, kernel_bytes: int, stages: int, limit: int) -> list[str]:
    asked = f"Kernel, Builder, these + 1, these - more, {stages - 1}, {_LEAST_STAGES}, {limit}"
    return [
        f"static_assert(sizeof(Storage) == {kernel_bytes});",
        f"static_assert(__is_same(typename Kernel::CollectiveMainloop, typename Builder<{carveout}>::CollectiveOp));",
        f"decltype(cutlass_lint::refitted<{asked}>()) refit;",
    ]


def _step(mainloop: int, stages: int) -> int:
    """More bytes than a stage costs the builder."""
    return mainloop // stages + _STAGE_OVERHEAD


def _bounds(said: Sequence[Diagnostic]) -> tuple[int, int] | None:
    """The largest carveouts that leave the kernel's stages, and one more."""
    found = [match for match in (_BUDGET.search(d.text) for d in said if d.subject == "budget") if match]
    return (int(found[0][1]), int(found[0][2])) if len(found) == 1 else None


def _budget(these: int, more: int, carveout: int, step: int, stages: int) -> StageBudget | None:
    """The arithmetic between two bounds; None where there is no regular step between them."""
    if more == carveout - step:
        return None
    stage_bytes = these - more
    budget = StageBudget(these + stages * stage_bytes, carveout, stage_bytes, stages)
    return budget if int(budget.quotient) == stages else None


def _classes(declared: Sequence[Declared]) -> tuple[Location, ...]:
    """The classes of the kernel, as the aliases of the probe tell them; none where these do not."""
    if not declared:
        return ()
    kernel, storage = declared
    return tuple(dict.fromkeys((storage.owner, kernel.place))) if storage.owner and kernel.place else ()


def _refit(said: Sequence[Diagnostic]) -> Refit | None:
    found = [match for match in (_REFIT.search(d.text) for d in said if d.subject == "refit") if match]
    return Refit(*map(int, found[0].groups())) if len(found) == 1 else None
