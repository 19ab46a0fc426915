"""What the tests of public reports ask of the tool, in one process, and what it answers as plain text."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from cutlass_package import cutlass

from cutlass_lint.analyzer.cache.answers import Cache
from cutlass_lint.analyzer.devices import parse_device
from cutlass_lint.analyzer.diff import compared
from cutlass_lint.analyzer.groups import Diff, parse_selector
from cutlass_lint.analyzer.groups.judgements import Judgement
from cutlass_lint.analyzer.groups.verdicts import Judged
from cutlass_lint.analyzer.logs import read_log
from cutlass_lint.analyzer.model import Report
from cutlass_lint.analyzer.pipeline import lint
from cutlass_lint.analyzer.requests import Request
from cutlass_lint.analyzer.smem.frontend import Settings
from cutlass_lint.analyzer.workspace import releases
from cutlass_lint.analyzer.workspace.extra_flags import extra_flags
from cutlass_lint.reports.diff_json import Words

REPORTED = Path(__file__).parents[2] / "fixtures" / "reported"
# One for all processes of a test run.
ANSWERS = Path(tempfile.gettempdir(), f"cutlass-lint-tests-{os.environ.get('PYTEST_XDIST_TESTRUNUID', os.getpid())}")
SETTINGS = Settings(jobs=2, cache=Cache(ANSWERS))


def cache_of(version: str, device: str = "120") -> Path:
    """What a release generates for a device, in the form of FlashInfer's cache."""
    made = releases.generate(releases.fetch(f"flashinfer=={version}"), parse_device(device))
    assert made.problems == ()
    return made.cache


def generated(version: str, pattern: str) -> tuple[Path, ...]:
    """The grouped GEMMs that a release generates for SM120, by the end of their file's name."""
    found = tuple(sorted(cache_of(version).rglob(f"gemm_grouped/120/*{pattern}.generated.cu")))
    assert found
    return found


def request(*paths: Path, device: str, headers: Path | None = None, modules: tuple[str, ...] = ()) -> Request:
    return Request(paths, SETTINGS, headers, parse_device(device), modules)


def with_cutlass(*paths: Path, device: str, include: Iterable[Path] = (), defines: Iterable[str] = ()) -> Request:
    """Sources that are compiled against CUTLASS's own package."""
    folders = (cutlass() / name for name in ("include", "tools/util/include", "examples/common"))
    extra = extra_flags((*include, *folders), defines)
    return Request(paths, SETTINGS, device=parse_device(device), extra=extra)


@cache
def moe() -> Report:
    """The fused MoE of FlashInfer 0.6.3 for SM120, sized once."""
    report = lint(request(cache_of("0.6.3"), device="120", modules=("fused_moe_120",)))
    assert not report.problems
    return report


def asked(report: Report, log: str = "", **selectors: str) -> Diff:
    """`cutlass-lint diff` with a log and one selector of a kind."""
    chosen = {kind: [parse_selector(text)] for kind, text in selectors.items()}
    return compared(report, chosen, read_log(log.encode().splitlines()))


def told(entries: Iterable[Any]) -> str:
    """What entries say, one after the other."""
    return "\n".join(entry.explain(Words()) for entry in entries)


def said(diff: Diff, launcher: str = "") -> str:
    """All that a diff says of the kernels of some launchers."""
    return told(entry for found in diff.comparisons if launcher in found.launcher for entry in found.entries)


def judgements(diff: Diff) -> dict[str, Judgement]:
    """The verdicts on failing kernels, by their file's name and line."""
    entries = (entry for comparison in diff.comparisons for entry in comparison.entries)
    judged = (judgement for entry in entries if isinstance(entry, Judged) for judgement in entry.judgements)
    return {judgement.kernel.id.rpartition("/")[2]: judgement for judgement in judged}
