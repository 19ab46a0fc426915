"""Frozen structs that the rooms hand each other, in the order of the data flow.

workspace makes `Module`s, sources make `Instantiation`s, smem makes `Kernel`s, rules make `Finding`s and reports
print a `Report`. Sizes and offsets are bytes, lines and columns count from 1, tiles and clusters are in elements
and CTAs. Paths are absolute strings until a report makes them relative to the scanned root.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

Status = Literal["sized", "rejected", "disabled", "unknown", "not-sized"]
Verdict = Literal["fits", "overflow"]
Confidence = Literal["exact", "unknown"]
Severity = Literal["error", "warning", "note"]
Form = Literal["macro", "template", "source"]
Label = Literal["failing", "working"]
Origin = Literal["selectors", "logs", "sizes"]


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


class Offer(Struct, frozen=True):
    """A tile that a heuristic offers to an autotuner for a runner, and what comes of it.

    `tile` is the enumerator, such as `CutlassTileConfigSM120::CtaShape128x64x128B`, `location` where the heuristic
    names it, `runner` the class template with its arguments that the offer is for. `shapes` are the CTA tiles in
    elements that the dispatchers make of it, `instantiations` those of the module that they may lead to.
    """

    tile: str
    location: Location
    runner: str
    device: str
    """The compute capability on which it is offered, as in `Module`."""
    cases: tuple[Location, ...] = ()
    """The places in the module's code that handle a tile of this name: `case`s of dispatchers, as a rule."""
    shapes: tuple[tuple[int, int, int], ...] = ()
    instantiations: tuple[Location, ...] = ()
    is_dropped: bool = False
    """Whether conditions on the way to the launchers are known not to hold for the runner's types."""
    is_open: bool = False
    """Whether it may also lead to kernels that no source instantiates by itself."""

    @property
    def enum(self) -> str:
        """The enumeration."""
        return self.tile.partition("::")[0]


class Idle(Struct, frozen=True):
    """An instantiation that is compiled into a module of which no code comes to it.

    `function` is the function template that it makes. `is_named` tells whether any code names that, with other
    arguments then; `tile` is the CTA tile, where its arguments spell one.
    """

    instantiation: Instantiation
    function: str
    is_named: bool
    tile: tuple[int, ...] | None = None


class Dispatch(Struct, frozen=True):
    """How the hand-written code of a module comes to the instantiations of its generated sources.

    `offers` are those that are made whenever the runner is offered anything at all, `total` is how many instantiations
    there are of each function template.
    """

    module: str
    offers: tuple[Offer, ...] = ()
    idle: tuple[Idle, ...] = ()
    total: dict[str, int] = {}


class Artifact(Struct, frozen=True):
    """An object or library that a build.ninja makes, as it lies there.

    `inputs` are what it is made from: sources, headers that nobody recorded not among them, or objects.
    """

    file: str
    inputs: tuple[str, ...]
    size: int | None
    """In bytes; None where it isn't there."""
    damage: str | None
    """Why neither linker nor loader can use it: "is empty", ...; None where nothing is seen."""
    state: Literal["built", "outdated", "unknown"]
    """Whether ninja takes it for built, makes it again at the next build, or that cannot be told."""
    reason: str | None = None
    """Why ninja makes it again, such as a newer header."""


class CudaHome(Struct, frozen=True):
    """The folder of a CUDA toolkit as a build.ninja has it, the line there, and whether there is such a folder."""

    path: str
    line: int
    exists: bool


class Build(Struct, frozen=True):
    """A FlashInfer module's build.ninja, what it makes, and what lies beside it.

    `architecture` is the cache's folder for one architecture, `version` the FlashInfer whose cache it is, and `release`
    the one that lies now where its include folders are; None where nothing tells.
    """

    file: str
    module: str
    architecture: str
    version: str | None
    release: str | None
    cuda_home: CudaHome | None
    include_dirs: tuple[str, ...]
    """In search order, those that are gone and those of the toolkit and the system too."""
    sources: tuple[str, ...]
    """What it compiles."""
    gone: tuple[str, ...]
    """The sources that are not there."""
    objects: tuple[Artifact, ...] = ()
    library: Artifact | None = None
    leftovers: tuple[str, ...] = ()
    """Objects in its folder that it does not make."""
    uncompiled: tuple[str, ...] = ()
    """Generated sources beside those that it compiles, which no build.ninja of the architecture does."""
    is_locked: bool = False
    """Whether a process may be building it now, so that what lies there is on the move."""
    is_kept: bool | None = None
    """Whether this FlashInfer keeps a build.ninja that is there; None where nothing tells."""

    @property
    def is_built(self) -> bool:
        """Whether anything that it makes is there."""
        return any(one.size is not None for one in (*self.objects, *filter(None, (self.library,))))

    @property
    def is_abandoned(self) -> bool:
        """Whether another FlashInfer, with a cache of its own, lies where the one was that it was written for."""
        versions = (self.version or "").partition("+")[0], (self.release or "").partition("+")[0]
        return all(versions) and versions[0] != versions[1]


class Process(Struct, frozen=True):
    """A running process."""

    number: int
    name: str
    is_stopped: bool
    """Whether it waits for a signal to go on."""


class Lock(Struct, frozen=True):
    """The lock that FlashInfer takes while it builds and loads a module.

    `holders` are the processes that keep it, as far as they can be seen. It was taken by `taker`, None where that
    process has ended and others have the lock from it.
    """

    file: str
    is_held: bool | None
    """None where that cannot be told."""
    taker: int | None = None
    holders: tuple[Process, ...] = ()


class Toolkit(Struct, frozen=True):
    """The CUDA toolkit that FlashInfer would use here, and what tells it: "CUDA_HOME", "nvcc on PATH", ..."""

    path: str
    origin: str


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


class Refit(Struct, frozen=True):
    """What a larger carveout makes of a kernel, laid out by the headers with the mainloop that its builder then makes.

    `carveout` is the least that leaves the mainloop so few `stages`, `kernel_size` the bytes of its SharedStorage then.
    """

    carveout: int
    stages: int
    kernel_size: int


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
    """A place that helps to understand a finding, and what is there; `makes` the collective that a builder makes."""

    location: Location
    message: str
    makes: Literal["mainloop", "epilogue"] | None = None


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
    """Lines of the launcher where it asks builders for the collectives and makes an adapter of the kernel; of a
    rejected one, the assertion with its text, then the launcher's line that leads to it."""
    layout: LayoutMember | None = None
    budget: StageBudget | None = None
    refit: Refit | None = None
    """Of one that overflows, with as many stages as fit; with the fewest where that does not fit either."""
    classes: tuple[Location, ...] = ()
    """Of one that overflows, where the class is that declares its SharedStorage, and its own if that derives from it.

    Of instances of templates, these are the specializations that they are made from.
    """

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


class Labels(Struct, frozen=True):
    """The labels of kernels by their ids, and where they come from; a kernel without one is neither."""

    of: Mapping[str, Label]
    origin: Origin


class Suppression(Struct, frozen=True, order=True):
    """What keeps findings of some rules out of a report: a comment, or an entry of the configuration.

    `rules` are codes, beginnings of codes, or names. A comment is about the statement on `line`, or about its whole
    file where that is 0; an entry of the configuration is about the kernels that the selector `kernels` means.
    """

    location: Location
    rules: tuple[str, ...]
    reason: str
    line: int = 0
    kernels: str | None = None


class Suppressed(Struct, frozen=True):
    """A finding that is not reported: because of a suppression, or because the baseline has it, where that is None."""

    finding: Finding
    suppression: Suppression | None = None


class Surroundings(Struct, frozen=True):
    """What rules may look at beside the kernels: modules, their sources, caches, this machine, and suppressions.

    `toolkit` is the one that FlashInfer would use here, None where there is none. `unused` are suppressions that no
    finding needed, `invalid` is what looks like one and is none. `labels` tell which kernels work and which fail, where
    somebody says so.
    """

    modules: tuple[Module, ...] = ()
    sources: tuple[Source, ...] = ()
    builds: tuple[Build, ...] = ()
    locks: tuple[Lock, ...] = ()
    toolkit: Toolkit | None = None
    unused: tuple[Suppression, ...] = ()
    invalid: tuple[Problem, ...] = ()
    labels: Labels | None = None
    dispatches: tuple[Dispatch, ...] = ()


class Root(Struct, frozen=True):
    """A scanned path: what it is, what its headers are, and the names of the launchers that it instantiates."""

    path: str
    kind: str
    release: str | None = None
    cutlass: str | None = None
    launchers: tuple[str, ...] = ()
    headers: tuple[HeaderRoot, ...] = ()
    note: str = ""
    """What is linted in place of a header that was named, and why."""


class Report(Struct, frozen=True):
    """Everything a reporter needs."""

    roots: tuple[Root, ...]
    files: int
    kernels: tuple[Kernel, ...]
    findings: tuple[Finding, ...]
    problems: tuple[Problem, ...] = ()
    seconds: dict[str, float] = {}
    """How long each rule took, by its code."""
    suppressed: tuple[Suppressed, ...] = ()
    hidden: int = 0
    """How many findings more are less severe or less certain than what was asked for."""


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
