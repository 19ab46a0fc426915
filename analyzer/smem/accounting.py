"""Where the bytes of one kernel go: its layout, the arithmetic of its stage count, and what a larger carveout makes."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from cutlass_lint.analyzer.model import Kernel, Location, Refit, Source, StageBudget
from cutlass_lint.analyzer.smem.evidence import Builder, Evidence
from cutlass_lint.analyzer.smem.frontend import OVERLAY, FrontEndError, Prefix, Workers
from cutlass_lint.analyzer.smem.layout import ARGUMENTS, LayoutError, read_layout
from cutlass_lint.analyzer.smem.unit import MAIN, Unit
from cutlass_lint.analyzer.smem.worker import Job, Parsed

_CARVEOUT = re.compile(r"\bStageCountAutoCarveout<(\d+)>$")
_BUDGET = re.compile(r"stage_budget<(-?\d+), (-?\d+)>")
_REFIT = re.compile(r"refit<(\d+), (\d+), (\d+)(?:LL)?>")
# A stage costs the builder no more than this many bytes above its share of the mainloop storage: barriers, rounding.
_STAGE_OVERHEAD = 4096
# With fewer, a builder refuses or the arithmetic says nothing of a stage.
_LEAST_STAGES = 2
_KERNEL = b"\nusing Kernel = "


def account(
    kernel: Kernel, evidence: Evidence, sources: Mapping[str, Source], prefix: Prefix, workers: Workers
) -> Kernel:
    """A sized kernel with all that `accounted` finds, None where the front end can't tell; `reason` then says why.

    Needs a parse of its own, of this kernel alone.
    """
    if kernel.sizes is None or kernel.sizes.mainloop is None or kernel.stages is None:
        return kernel
    try:
        files = {**prefix.hooks.files, **Unit((kernel.instantiation,)).files(sources, prefix.launcher)}
        files[MAIN] += probe(kernel, evidence)
        parsed, dump = parse_with_layouts(files, prefix.arguments, workers)
    except (FrontEndError, OSError) as error:
        return replace(kernel, reason=f"its layout and stage arithmetic are not known: {error}")
    return accounted(kernel, evidence, parsed, dump)


def parse_with_layouts(files: dict[str, bytes], arguments: Sequence[str], workers: Workers) -> tuple[Parsed, str]:
    """Parse and also return the dump of record layouts. Raises FrontEndError and OSError."""
    before, alias, _ = files[MAIN].partition(_KERNEL)
    line = before.count(b"\n") + 2
    with tempfile.TemporaryDirectory(prefix="cutlass-lint-") as folder:
        output = Path(folder) / "layouts"
        job = Job(
            MAIN,
            files,
            (*arguments, *ARGUMENTS),
            output=str(output),
            aliases=(line, line + 1) if alias else (),
        )
        return workers.parse(job), output.read_text(encoding="utf-8", errors="replace")


def probe(kernel: Kernel, evidence: Evidence) -> bytes:
    """What a unit must end with to measure the kernel's stage budget, and of one that overflows what would fit.

    What can't be measured is left out. An error in a later part leaves the earlier ones as they are.
    """
    sizes, stages, carveout = kernel.sizes, kernel.stages, _carveout(evidence.builders)
    if sizes is None or sizes.mainloop is None or stages is None:
        return b""
    text = ""
    if carveout is not None and stages >= _LEAST_STAGES:
        text += _budget_probe(evidence.builders[0], carveout, sizes.mainloop, stages)
    refits = bool(text) and stages > _LEAST_STAGES
    if kernel.verdict == "overflow":
        text += f"{_KERNEL.decode()}{kernel.kernel_type};\nusing Storage = typename Kernel::SharedStorage;\n"
        text += _refit_probe(carveout or 0, sizes.kernel, stages, kernel.limit or 0) if refits else ""
    header = OVERLAY / "stage_budget.h"
    return f'\n#include "{header}"\nnamespace cutlass_lint_probe {{{text}}}\n'.encode() if text else b""


def accounted(kernel: Kernel, evidence: Evidence, parsed: Parsed, dump: str) -> Kernel:
    """A sized kernel with what a parse with its probe and a dump tell of it.

    These are its layout and its stage budget, and of one that overflows where its class is defined and its refit.
    """
    sizes = kernel.sizes
    if sizes is None:
        return kernel
    kernel = replace(kernel, classes=_classes(parsed))
    try:
        layout = read_layout(dump, kernel.kernel_type)
    except LayoutError as error:
        return replace(kernel, reason=f"its layout and stage arithmetic are not known: {error}")
    if layout.size != sizes.kernel:
        return replace(kernel, reason=f"its layout is not known: one of {layout.size:,} bytes was found")
    kernel = replace(kernel, layout=layout)
    carveout, bounds = _carveout(evidence.builders), _bounds(parsed)
    if carveout is None or bounds is None or sizes.mainloop is None:
        return kernel
    stages = kernel.stages or 0
    step = _step(sizes.mainloop, stages)
    if bounds[0] == carveout + step - 1:
        least = f"the builder takes {stages} stages with {step:,} bytes less, too: it never takes fewer"
        return replace(kernel, reason=least)
    return replace(kernel, budget=_budget(*bounds, carveout, step, stages), refit=_refit(parsed))


def _carveout(builders: tuple[Builder, ...]) -> int | None:
    """The carveout of the one mainloop builder, None where there are several or the stage count is given."""
    if len(builders) != 1:
        return None
    match = _CARVEOUT.search(builders[0].stage_count or "")
    return int(match[1]) if match else None


def _budget_probe(builder: Builder, carveout: int, mainloop: int, stages: int) -> str:
    asked = "cutlass::gemm::collective::StageCountAutoCarveout<Carveout>"
    arguments = (asked if value == builder.stage_count else value for value in builder.arguments.values())
    step = _step(mainloop, stages)
    return f"""
template <int Carveout>
using Builder = cutlass::gemm::collective::{builder.template.rpartition("::")[2]}<{", ".join(arguments)}>;
constexpr int these = cutlass_lint::largest_carveout<Builder, {stages}, {carveout}, {carveout + step}>();
constexpr int more = cutlass_lint::largest_carveout<Builder, {stages + 1}, {carveout - step}, these>();
cutlass_lint::stage_budget<these, more> answer;
"""


def _refit_probe(carveout: int, kernel_bytes: int, stages: int, limit: int) -> str:
    asked = f"Kernel, Builder, these + 1, these - more, {stages - 1}, {_LEAST_STAGES}, {limit}"
    return f"""
static_assert(sizeof(Storage) == {kernel_bytes});
static_assert(__is_same(typename Kernel::CollectiveMainloop, typename Builder<{carveout}>::CollectiveOp));
decltype(cutlass_lint::refitted<{asked}>()) refit;
"""


def _step(mainloop: int, stages: int) -> int:
    """More bytes than a stage costs the builder."""
    return mainloop // stages + _STAGE_OVERHEAD


def _bounds(parsed: Parsed) -> tuple[int, int] | None:
    """The largest carveouts that leave the kernel's stages, and one more."""
    found = [match for match in (_BUDGET.search(d.text) for d in parsed.diagnostics if d.subject == "budget") if match]
    return (int(found[0][1]), int(found[0][2])) if len(found) == 1 else None


def _budget(these: int, more: int, carveout: int, step: int, stages: int) -> StageBudget | None:
    """The arithmetic between two bounds; None where there is no regular step between them."""
    if more == carveout - step:
        return None
    stage_bytes = these - more
    budget = StageBudget(these + stages * stage_bytes, carveout, stage_bytes, stages)
    return budget if int(budget.quotient) == stages else None


def _classes(parsed: Parsed) -> tuple[Location, ...]:
    """The classes of the kernel, as the aliases of the probe tell them; none where these do not."""
    if not parsed.declared:
        return ()
    kernel, storage = parsed.declared
    return tuple(dict.fromkeys((storage.owner, kernel.place))) if storage.owner and kernel.place else ()


def _refit(parsed: Parsed) -> Refit | None:
    """None with an error anywhere: an assertion is told once, and may refuse the kernel that was laid out here."""
    found = [match for match in (_REFIT.search(d.text) for d in parsed.diagnostics if d.subject == "refit") if match]
    if len(found) != 1 or any(diagnostic.error for diagnostic in parsed.diagnostics):
        return None
    return Refit(*map(int, found[0].groups()))
