"""What `explain` says about one kernel."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from cutlass_lint.analyzer.model.findings import Finding, Root
from cutlass_lint.analyzer.model.kernels import Kernel
from cutlass_lint.analyzer.model.places import Location

AliasKind = Literal["kernel", "alias", "constant", "argument", "parameter", "builder"]


class Condition(Struct, frozen=True):
    """A condition that chooses between two texts, or guards a block, as this instantiation has it.

    `branch` is the text that it chooses; None where it guards a block, or where `holds` is not known.
    """

    expression: str
    holds: bool | None
    branch: str | None = None
    uses: tuple[int, ...] = ()
    """Indices of the aliases that the condition itself depends on."""


class Alias(Struct, frozen=True):
    """A name that a kernel's type depends on: what it stands for in the source, and for this instantiation.

    `kind` tells a type alias ("alias") from a constant, an argument of a macro, a parameter of a template, the kernel
    itself as the launcher hands it to an adapter, and what a builder chose. `chosen` is `expression` with each decided
    conditional replaced by the branch that it takes. `resolved` is the canonical type or the value, as the front end
    prints it; where it is None, `reason` says why. `uses` are indices into the explanation's aliases.
    """

    name: str
    kind: AliasKind
    location: Location
    expression: str
    chosen: str = ""
    conditions: tuple[Condition, ...] = ()
    resolved: str | None = None
    reason: str | None = None
    uses: tuple[int, ...] = ()


class ResolvedTerm(Struct, frozen=True):
    """A `sizeof(...)` expression of the launcher, its bytes for this instantiation, and the aliases it is made of."""

    expression: str
    location: Location
    size: int | None
    reason: str | None = None
    uses: tuple[int, ...] = ()


class Residency(Struct, frozen=True):
    """What the shared memory of a device leaves for a kernel.

    `per_multiprocessor` is all that a multiprocessor has, `reserved` what the system keeps of it for each block,
    `blocks` how many blocks of the kernel fit there together by shared memory alone.
    """

    device: str
    limit: int
    per_multiprocessor: int
    reserved: int
    blocks: int


class LaunchBounds(Struct, frozen=True):
    """`__launch_bounds__(threads, blocks)` of a kernel, and the registers per thread that it leaves the compiler."""

    threads: int
    blocks: int
    registers: int


class Explanation(Struct, frozen=True):
    """One kernel down to its leaves: its layout and stage budget are those of `kernel`.

    The first of `aliases` is the kernel's type as the launcher hands it to an adapter, the rest are reached from it.
    `guards` are the `if constexpr` conditions around that place. `stage_count` is the StageCount type that the builder
    was asked for. `findings` are those of the rules on this kernel, `gaps` name what is not known, with the reason.
    """

    roots: tuple[Root, ...]
    kernel: Kernel
    aliases: tuple[Alias, ...] = ()
    guards: tuple[Condition, ...] = ()
    terms: tuple[ResolvedTerm, ...] = ()
    stage_count: str | None = None
    residency: Residency | None = None
    bounds: LaunchBounds | None = None
    findings: tuple[Finding, ...] = ()
    gaps: tuple[str, ...] = ()
