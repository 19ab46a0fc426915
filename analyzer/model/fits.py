"""What `fit` says about a kernel as it could be."""

from __future__ import annotations

from msgspec import Struct

from cutlass_lint.analyzer.model.findings import Root
from cutlass_lint.analyzer.model.kernels import Kernel
from cutlass_lint.analyzer.model.sources import Launcher


class Change(Struct, frozen=True):
    """An argument of a launcher, by the launcher's own parameter name, and the text that takes its place."""

    parameter: str
    old: str
    """Empty where the instantiation leaves the parameter to its default."""
    new: str


class WhatIf(Struct, frozen=True):
    """A kernel as it would be with some arguments changed.

    `kernel` has the id, file and line of the instantiation that it was made from, and the changed arguments.
    """

    changes: tuple[Change, ...]
    kernel: Kernel


class Fit(Struct, frozen=True):
    """What was tried in place of a kernel, the best first.

    `kernel` is the kernel asked about, None in a sweep over a launcher. `left_out` counts configurations that were not
    tried because there are too many; `notes` are sentences on what was and was not tried.
    """

    roots: tuple[Root, ...]
    kernel: Kernel | None
    launcher: Launcher
    results: tuple[WhatIf, ...]
    left_out: int = 0
    notes: tuple[str, ...] = ()
