"""What is said of each thing that a run uses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

Health = Literal["ok", "absent", "warning", "error"]
Facts = Mapping[str, str | int | tuple[str, ...] | None]


class Check(Struct, frozen=True):
    """One thing that a run uses: what was found, and what to do where that is not all it could be.

    Without what is "absent" a run does, and `remedy` says how. With a "warning" some inputs cannot be used, with an
    "error" no kernel can be sized. `facts` is what `found` says, for programs; sizes are bytes.
    """

    name: str
    health: Health
    found: str
    remedy: str = ""
    facts: Facts = {}


class Diagnosis(Struct, frozen=True):
    """All checks, in the order in which a run comes to need what they are about."""

    checks: tuple[Check, ...]

    @property
    def works(self) -> bool:
        """Whether kernels can be sized on this machine, given their headers."""
        return all(check.health != "error" for check in self.checks)
