"""The machine format `cutlass-lint/doctor/1`: what a run on a machine would use.

Keys may be added, never renamed, within a version. The checks are as in `cutlass_lint.analyzer.doctor.Check`; what
their `facts` hold differs by check.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from cutlass_lint.analyzer.doctor import Diagnosis, Health
from cutlass_lint.analyzer.doctor.checks import Facts
from cutlass_lint.reports.json_document import Tool
from cutlass_lint.reports.json_report import tool
from cutlass_lint.reports.json_text import encoded


class CheckEntry(msgspec.Struct, frozen=True):
    """One thing that a run uses: what was found of it, and what to do where that is not all it could be."""

    name: str
    health: Health
    found: str
    remedy: str
    facts: Facts


class Document(msgspec.Struct, frozen=True):
    """What `cutlass-lint doctor --output-format json` writes; `works` is whether kernels can be sized."""

    schema: Literal["cutlass-lint/doctor/1"]
    tool: Tool
    works: bool
    checks: tuple[CheckEntry, ...]


def render(diagnosis: Diagnosis) -> str:
    """The diagnosis as one JSON object."""
    checks = tuple(msgspec.convert(check, CheckEntry, from_attributes=True) for check in diagnosis.checks)
    document = Document("cutlass-lint/doctor/1", tool(), diagnosis.works, checks)
    return encoded(document)
