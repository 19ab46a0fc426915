"""What the process returns."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """What the process returns."""

    CLEAN = 0
    FINDINGS = 1
    UNUSABLE_INPUT = 2
    NOTHING_TO_LINT = 3
