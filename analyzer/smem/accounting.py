"""Where the bytes of one kernel go: its layout, and the arithmetic that its stage count came from."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from cutlass_lint.analyzer.model import Kernel, Source, StageBudget
from cutlass_lint.analyzer.smem.evidence import Builder, Evidence
from cutlass_lint.analyzer.smem.frontend import OVERLAY, FrontEndError, Prefix, Workers
from cutlass_lint.analyzer.smem.layout import ARGUMENTS, LayoutError, read_layout
from cutlass_lint.analyzer.smem.unit import MAIN, Unit
from cutlass_lint.analyzer.smem.worker import Job, Parsed

_CARVEOUT = re.compile(r"\bStageCountAutoCarveout<(\d+)>$")
_BUDGET = re.compile(r"stage_budget<(-?\d+), (-?\d+)>")
# A stage costs the builder no more than this many bytes above its share of the mainloop storage: barriers, rounding.
_STAGE_OVERHEAD = 4096
# With fewer, a builder refuses or the arithmetic says nothing of a stage.
_LEAST_STAGES = 2


def account(
    kernel: Kernel, evidence: Evidence, sources: Mapping[str, Source], prefix: Prefix, workers: Workers
) -> Kernel:
    """A sized kernel with its layout and stage budget, None where the front end can't tell; `reason` then says why.

    Needs a parse of its own, of this kernel alone.
    """
    if kernel.sizes is None or kernel.sizes.mainloop is None or kernel.stages is None:
        return kernel
    try:
        files = {**prefix.hooks.files, **Unit((kernel.instantiation,)).files(sources, prefix.launcher)}
        files[MAIN] += budget_probe(kernel, evidence)
        parsed, dump = parse_with_layouts(files, prefix.arguments, workers)
    except (FrontEndError, OSError) as error:
        return replace(kernel, reason=f"its layout and stage arithmetic are not known: {error}")
    return accounted(kernel, evidence, parsed, dump)


def parse_with_layouts(files: dict[str, bytes], arguments: Sequence[str], workers: Workers) -> tuple[Parsed, str]:
    """Parse and also return the dump of record layouts. Raises FrontEndError and OSError."""
    with tempfile.TemporaryDirectory(prefix="cutlass-lint-") as folder:
        output = Path(folder) / "layouts"
        parsed = workers.parse(Job(MAIN, files, (*arguments, *ARGUMENTS), output=str(output)))
        return parsed, output.read_text(encoding="utf-8", errors="replace")


def budget_probe(kernel: Kernel, evidence: Evidence) -> bytes:
    """What a unit must end with to measure the kernel's stage budget; nothing where there is none to measure."""
    carveout = _carveout(evidence.builders)
    if (
        carveout is None
        or kernel.sizes is None
        or kernel.sizes.mainloop is None
        or (kernel.stages or 0) < _LEAST_STAGES
    ):
        return b""
    return _budget_probe(evidence.builders[0], carveout, kernel.sizes.mainloop, kernel.stages or 0).encode()


def accounted(kernel: Kernel, evidence: Evidence, parsed: Parsed, dump: str) -> Kernel:
    """A sized kernel with its layout and stage budget, as a parse with its probe and a dump tells them."""
    if kernel.sizes is None:
        return kernel
    try:
        layout = read_layout(dump, kernel.kernel_type)
    except LayoutError as error:
        return replace(kernel, reason=f"its layout and stage arithmetic are not known: {error}")
    if layout.size != kernel.sizes.kernel:
        return replace(kernel, reason=f"its layout is not known: one of {layout.size:,} bytes was found")
    kernel = replace(kernel, layout=layout)
    carveout, bounds = _carveout(evidence.builders), _bounds(parsed)
    if carveout is None or bounds is None or kernel.sizes is None or kernel.sizes.mainloop is None:
        return kernel
    stages = kernel.stages or 0
    step = _step(kernel.sizes.mainloop, stages)
    if bounds[0] == carveout + step - 1:
        least = f"the builder takes {stages} stages with {step:,} bytes less, too: it never takes fewer"
        return replace(kernel, reason=least)
    return replace(kernel, budget=_budget(*bounds, carveout, step, stages))


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
#include "{OVERLAY / "stage_budget.h"}"
namespace cutlass_lint_probe {{
template <int Carveout>
using Builder = cutlass::gemm::collective::{builder.template.rpartition("::")[2]}<{", ".join(arguments)}>;
constexpr int these = cutlass_lint::largest_carveout<Builder, {stages}, {carveout}, {carveout + step}>();
constexpr int more = cutlass_lint::largest_carveout<Builder, {stages + 1}, {carveout - step}, these>();
cutlass_lint::stage_budget<these, more> answer;
}}
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
