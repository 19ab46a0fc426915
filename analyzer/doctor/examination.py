"""All checks of a machine, in order. Nothing is changed, and no network is used."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cutlass_lint.analyzer.doctor.checks import Check, Diagnosis
from cutlass_lint.analyzer.doctor.front_end import grammar, library, parse
from cutlass_lint.analyzer.doctor.programs import configuration, nvcc, pip, python, scratch, tool


def examine(cache: Path) -> Diagnosis:
    """Examine this machine; `cache` is the FlashInfer cache that a run without paths would lint."""
    return Diagnosis(tuple(_checks(cache)))


def _checks(cache: Path) -> Iterator[Check]:
    yield from (tool(), python(), configuration(Path.cwd()), scratch())
    read, loaded = grammar(), library()
    yield from (read, loaded)
    # What follows loads what reads sources, and would only say again that it does not load.
    if read.health == "ok" and loaded.health == "ok":
        yield parse()
    if read.health == "ok":
        from cutlass_lint.analyzer.doctor.caches import flashinfer, flashinfer_cache, releases

        yield flashinfer()
        yield from flashinfer_cache(cache)
        yield releases()
    yield from (pip(), nvcc())
