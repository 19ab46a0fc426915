"""Where the bytes of one kernel go: its layout, and the arithmetic that its stage count came from."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping
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


def account(
    kernel: Kernel, evidence: Evidence, sources: Mapping[str, Source], prefix: Prefix, workers: Workers
) -> Kernel:
    """A sized kernel with its layout and stage budget, None where the front end can't tell; `reason` then says why.

    Needs a parse of its own, of this kernel alone.
    """
    if kernel.sizes is None or kernel.sizes.mainloop is None or kernel.stages is None:
        return kernel
    carveout = _carveout(evidence.builders)
    with tempfile.TemporaryDirectory(prefix="cutlass-lint-") as folder:
        output = Path(folder) / "layouts"
        try:
            files = Unit((kernel.instantiation,)).files(sources, prefix.launcher)
            if carveout is not None and kernel.stages >= 2:
                files[MAIN] += _budget_probe(
                    evidence.builders[0], carveout, kernel.sizes.mainloop, kernel.stages
                ).encode()
            job = Job(MAIN, files, (*prefix.arguments, *ARGUMENTS), output=str(output))
            parsed = workers.parse(job)
            layout = read_layout(output.read_text(encoding="utf-8", errors="replace"))
        except (FrontEndError, LayoutError, OSError) as error:
            return replace(kernel, reason=f"its layout and stage arithmetic are not known: {error}")
    if layout.size != kernel.sizes.kernel:
        return replace(kernel, reason=f"its layout is not known: one of {layout.size:,} bytes was found")
    budget = _budget(parsed, carveout, kernel.stages) if carveout is not None else None
    return replace(kernel, layout=layout, budget=budget)


def _carveout(builders: tuple[Builder, ...]) -> int | None:
    """The carveout of the one mainloop builder, None where there are several or the stage count is given."""
    if len(builders) != 1:
        return None
    match = _CARVEOUT.search(builders[0].stage_count)
    return int(match[1]) if match else None


def _budget_probe(builder: Builder, carveout: int, mainloop: int, stages: int) -> str:
    arguments = list(builder.arguments)
    arguments[arguments.index(builder.stage_count)] = "cutlass::gemm::collective::StageCountAutoCarveout<Carveout>"
    step = mainloop // stages + _STAGE_OVERHEAD
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


def _budget(parsed: Parsed, carveout: int, stages: int) -> StageBudget | None:
    found = [match for match in (_BUDGET.search(d.text) for d in parsed.diagnostics if d.subject == "budget") if match]
    if len(found) != 1:
        return None
    these, more = (int(bound) for bound in found[0].groups())
    stage_bytes = these - more
    budget = StageBudget(these + stages * stage_bytes, carveout, stage_bytes, stages)
    return budget if int(budget.quotient) == stages else None
