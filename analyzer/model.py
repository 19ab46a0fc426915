"""Frozen structs that the rooms hand each other, in the order of the data flow.

workspace makes `Module`s, sources make `Instantiation`s, smem makes `Kernel`s, rules make `Finding`s and reports
print a `Report`. Sizes and offsets are bytes, lines and columns count from 1, tiles and clusters are in elements
and CTAs. Paths are absolute strings until a report makes them relative to the scanned root.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Status = Literal["sized", "rejected", "disabled", "unknown", "not-sized"]
Verdict = Literal["fits", "overflow"]
Confidence = Literal["exact", "unknown"]
Severity = Literal["error", "warning", "note"]
Form = Literal["macro", "template", "source"]


class Location(Struct, frozen=True, order=True):
    """A place in a file."""

    file: str
    line: int
    column: int = 1


class Problem(Struct, frozen=True, order=True):
    """An input that could not be read, or only in part: what, where and what the user can do."""

    file: str
    line: int
    """0 where the whole file is meant."""
    message: str
    remedy: str


class Guard(Struct, frozen=True):
    """A preprocessor condition around an instantiation, such as `defined(ENABLE_FP4)`."""

    condition: str
    line: int


class Instantiation(Struct, frozen=True):
    """One macro call or explicit template instantiation that makes a kernel.

    `arguments` are the texts between the commas, in order, white space folded. The bytes from `start_byte` up to
    `end_byte` are the whole statement: blank them and the file instantiates one kernel less.
    """

    file: str
    line: int
    column: int
    end_line: int
    start_byte: int
    end_byte: int
    launcher: str
    form: Form
    arguments: tuple[str, ...]
    guards: tuple[Guard, ...] = ()


class Source(Struct, frozen=True):
    """A read `.cu` file: the headers it includes by name, and what it instantiates."""

    file: str
    includes: tuple[str, ...]
    instantiations: tuple[Instantiation, ...]
    problems: tuple[Problem, ...] = ()


class SizeTerm(Struct, frozen=True):
    """A `sizeof(...)` expression over a SharedStorage in a launcher, and its line there."""

    expression: str
    line: int


class Launcher(Struct, frozen=True):
    """The definition of a launcher: the macro or function template that instantiations name.

    `parameters` are its own parameter names in order. `adapter_line` is the first line of its definition that names
    `GemmUniversalAdapter`, 0 where it launches without one; `adapter_guards` are the preprocessor conditions around
    that line. `adapter_beside` tells whether its file names one elsewhere, such as in a class that arguments lead to.
    `launch_line` is the first line that launches a kernel by `<<<...>>>` with a number of bytes that the
    kernel's type states, `occupancy_line` the first that asks how many blocks fit on a multiprocessor; 0 where none
    does.
    """

    name: str
    form: Form
    file: str
    line: int
    parameters: tuple[str, ...]
    includes: tuple[str, ...] = ()
    size_terms: tuple[SizeTerm, ...] = ()
    adapter_line: int = 0
    adapter_guards: tuple[Guard, ...] = ()
    adapter_beside: bool = False
    launch_line: int = 0
    occupancy_line: int = 0
    defaults: int = 0
    """How many trailing parameters may be left out."""


class HeaderRoot(Struct, frozen=True):
    """Where a module's launchers and CUTLASS headers come from."""

    path: str
    origin: str
    """How it was found: "build.ninja", "--headers", "installed" or "release"."""
    release: str | None = None
    """FlashInfer's version, where the folder tells it."""
    cutlass: str | None = None
    """CUTLASS's version, from cutlass/version.h."""


class Flags(Struct, frozen=True):
    """The part of a compile command that sizes depend on. Include folders are in search order."""

    defines: tuple[str, ...] = ()
    """NAME or NAME=VALUE, without -D."""
    include_dirs: tuple[str, ...] = ()
    forced: tuple[str, ...] = ()
    """Headers that are included ahead of the source."""


class Module(Struct, frozen=True):
    """Sources that are compiled with the same flags for the same devices.

    `devices` are compute capabilities as in `sm_120`: "120"; several where one build serves several.
    """

    root: str
    name: str
    sources: tuple[str, ...]
    flags: Flags
    devices: tuple[str, ...]
    headers: HeaderRoot | None
    problem: Problem | None = None
    """Why nothing of this module can be sized, where that is known up front."""


class LayoutMember(Struct, frozen=True):
    """One member, base or gap of a laid-out type; `offset` is from the start of the outermost type.

    `alignment` is that of the type, in bytes; an `alignas` on the member may ask for more. None for a gap.
    """

    name: str
    type: str
    offset: int
    size: int
    kind: Literal["member", "base", "padding"] = "member"
    members: tuple[LayoutMember, ...] = ()
    alignment: int | None = None

    @property
    def label(self) -> str:
        """The member's name; the template's for a base, and "padding" for a gap."""
        return self.name or ("padding" if self.kind == "padding" else self.type.partition("<")[0])


class StageBudget(Struct, frozen=True):
    """The stage count's arithmetic, as the builder at hand answers it: (budget - carveout) / stage_bytes.

    `budget` is what the builder divides among carveout and stages, `stage_bytes` what one more stage costs it; both
    are measured by asking the builder for its stage count under other carveouts.
    """

    budget: int
    carveout: int
    stage_bytes: int
    stages: int

    @property
    def spare(self) -> int:
        """Bytes of the budget that no stage uses."""
        return self.budget - self.carveout - self.stages * self.stage_bytes

    @property
    def quotient(self) -> float:
        """The stage count before it is rounded down."""
        return (self.budget - self.carveout) / self.stage_bytes


class Sizes(Struct, frozen=True):
    """`sizeof` of the three SharedStorage types, in bytes; None for the collectives of a kernel that has none."""

    epilogue: int | None
    mainloop: int | None
    kernel: int


class Schedule(Struct, frozen=True):
    """The schedules asked of the builders, and the kernel schedule the mainloop builder resolved."""

    kernel: str | None = None
    epilogue: str | None = None
    resolved: str | None = None


class Related(Struct, frozen=True):
    """A place that helps to understand a finding, and what is there."""

    location: Location
    message: str


class Kernel(Struct, frozen=True):
    """An instantiation with all that was found out about it; of one that makes several kernels, one of them.

    `arguments` maps the launcher's own parameter names to argument texts. Sizes, stages, threads and verdict are None
    unless `status` is "sized"; `reason` says why. Of a sized kernel, `reason` says why its layout is not known.
    `kernel_type` is the C++ type as the front end prints it; `variant` tells apart the kernels of one instantiation by
    the arguments in which their types differ.
    """

    id: str
    module: str
    instantiation: Instantiation
    launcher: Launcher | None
    arguments: dict[str, str]
    status: Status
    reason: str | None = None
    arch: str | None = None
    tile: tuple[int, ...] | None = None
    cluster: tuple[int, ...] | None = None
    schedule: Schedule = Schedule()
    stage_count: str | None = None
    """The StageCount type that the launcher asks the mainloop's builder for, where its kernels agree on one."""
    sizes: Sizes | None = None
    stages: int | None = None
    threads: int | None = None
    device: str | None = None
    limit: int | None = None
    verdict: Verdict | None = None
    kernel_type: str | None = None
    variant: str | None = None
    chain: tuple[Related, ...] = ()
    """Lines of the launcher where it asks builders for the collectives and makes an adapter of the kernel."""
    layout: LayoutMember | None = None
    budget: StageBudget | None = None

    @property
    def confidence(self) -> Confidence:
        """Exact where every number was read from the headers, else unknown."""
        return "exact" if self.status == "sized" else "unknown"

    @property
    def margin(self) -> int | None:
        """What the device's limit leaves of its shared memory, in bytes: below 0 where it does not fit."""
        return self.limit - self.sizes.kernel if self.sizes and self.limit is not None else None


class Suggestion(Struct, frozen=True):
    """A change that would mend a finding, with the size it leads to."""

    message: str
    kernel_size: int
    stages: int | None = None


class Finding(Struct, frozen=True):
    """What a rule has to say, and where: of the whole of a file that is no text, at its line 1.

    `kernel` is the id of the kernel that it is about, None where it is about a file, a launcher or several kernels.
    `details` are whole lines, the most important first.
    """

    rule: str
    name: str
    severity: Severity
    confidence: Confidence
    location: Location
    message: str
    kernel: str | None = None
    details: tuple[str, ...] = ()
    related: tuple[Related, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()


class Surroundings(Struct, frozen=True):
    """What rules may look at beside the kernels: the modules that were read, and their sources."""

    modules: tuple[Module, ...] = ()
    sources: tuple[Source, ...] = ()


class Root(Struct, frozen=True):
    """A scanned path: what it is, what its headers are, and the names of the launchers that it instantiates."""

    path: str
    kind: str
    release: str | None = None
    cutlass: str | None = None
    launchers: tuple[str, ...] = ()
    headers: tuple[HeaderRoot, ...] = ()


class Report(Struct, frozen=True):
    """Everything a reporter needs."""

    roots: tuple[Root, ...]
    files: int
    kernels: tuple[Kernel, ...]
    findings: tuple[Finding, ...]
    problems: tuple[Problem, ...] = ()
    seconds: dict[str, float] = {}
    """How long each rule took, by its code."""


# What `explain` says about one kernel.

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


# What `fit` says about a kernel as it could be.


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
