"""Baselines: the JSON of findings that are known."""

from __future__ import annotations

from cutlass_lint.analyzer.triage.baseline import BaselineError, read_baseline
from fuzzing.scratch import is_one_line, scratch


def target(data: bytes) -> None:
    """It holds fingerprints, or is refused in one line."""
    file = scratch() / "baseline.json"
    file.write_bytes(data)
    try:
        found = read_baseline(file)
    except BaselineError as error:
        assert is_one_line(str(error))
        return
    assert all(isinstance(fingerprint, str) for fingerprint in found)
