"""What one event of a log says."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from cutlass_lint.analyzer.model import Label

Cause = Literal[
    "initialize",
    "can-implement",
    "run",
    "occupancy",
    "shared-memory",
    "descriptor",
    "architecture",
    "memory",
    "no-instantiation",
    "undefined-symbol",
    "context-lost",
    "build",
    "assertion",
    "measured",
    "summary",
    "other",
]
"""What an event is about.

initialize: initialize(), or a call that the message doesn't name, failed: by size, descriptor or image.
can-implement: the kernel refuses the arguments. run: the launch failed, after the size was accepted.
occupancy: no block of the kernel fits on a multiprocessor. shared-memory: the message states bytes, or
cudaFuncSetAttribute refused them; the message may be that of a kernel that isn't CUTLASS's (Triton, CuTe DSL).
descriptor: a TMA descriptor could not be made. architecture: the build has no code for the device. memory: out of
device memory. no-instantiation: the configuration isn't built, or its arguments don't belong together.
undefined-symbol: a linker or loader finds nothing of that name.
context-lost: an error after which every CUDA call of the process fails. build: a compiler, linker or ninja error.
assertion: a static_assert of CUTLASS. measured: a time was measured. summary: tells how many, never which.
other: a failure that the message doesn't explain.
"""


SIZE_CAUSES: Final[frozenset[Cause]] = frozenset({"initialize", "occupancy", "shared-memory"})
"""Causes that too much shared memory can have; no other is ever an overflow."""

LABELLING: Final[frozenset[Cause]] = SIZE_CAUSES | {"can-implement", "run", "measured"}
"""Causes that tell of the kernel itself, rather than of the device, the process or the build."""


class Place(Struct, frozen=True, order=True):
    """A file as the log has it, which may be the end of its path only, and a line of it."""

    file: str
    line: int


class Entry(Struct, frozen=True):
    """One event of a log.

    `line` is that of the log, from 1. `message` is one line of at most 400 characters, without control characters.
    `label` says what became of the kernel or tactic, None where the event tells nothing of one kernel; `reliable` is
    False for what follows the loss of the CUDA context. `needed` and `allowed` are bytes of shared memory, where the
    message states them. `release`, `arch` and `module` are those of the FlashInfer cache that paths name,
    `template` the template arguments of the dispatcher there; "…" at its end says that the log cuts them. `symbol` is
    what is undefined, mangled or as a linker demangles it; `command` is what failed, as ninja shows it.
    """

    line: int
    cause: Cause
    message: str
    place: Place | None = None
    tactic: str | None = None
    runner: str | None = None
    label: Label | None = None
    reliable: bool = True
    needed: int | None = None
    allowed: int | None = None
    release: str | None = None
    arch: str | None = None
    module: str | None = None
    template: str | None = None
    symbol: str | None = None
    command: str | None = None
