"""The keys of `cutlass-lint/1` and `cutlass-lint/jsonl/1`, as structs, from which their JSON schemas are made.

They are copies of the model, not the model, so that a change of it cannot rename a key. A key may be added, never
renamed, within a version: add a field here, and fill it in `json_report`. Fields without a default are always there.
The docstrings are the descriptions in the schemas.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from cutlass_lint.analyzer.model import Confidence, Severity, Status, Verdict

Bytes = Annotated[int, Meta(description="Bytes.")]
Line = Annotated[int, Meta(description="Counts from 1.")]
File = Annotated[str, Meta(description="A path relative to the scanned root that it lies in; as it is if in none.")]


class Tool(Struct, frozen=True):
    """The program that wrote the report."""

    name: str
    version: str


class Headers(Struct, frozen=True):
    """A folder of launchers and CUTLASS headers, how it was found, and the versions that it tells."""

    path: str
    origin: str
    release: Annotated[str | None, Meta(description="FlashInfer's version.")]
    cutlass: Annotated[str | None, Meta(description="CUTLASS's version.")]


class ScannedRoot(Struct, frozen=True):
    """A scanned path: what it is, its release and headers, and the names of the launchers that it instantiates."""

    path: str
    kind: str
    release: Annotated[str | None, Meta(description="FlashInfer's version.")]
    cutlass: Annotated[str | None, Meta(description="CUTLASS's version, where all headers have the same.")]
    launchers: tuple[str, ...]
    headers: tuple[Headers, ...]


class Schedules(Struct, frozen=True):
    """The schedules asked of the builders, and the kernel schedule that the mainloop's builder resolved."""

    kernel: str | None
    epilogue: str | None
    resolved: str | None


class StorageSizes(Struct, frozen=True):
    """`sizeof` of the SharedStorage of the epilogue, the mainloop and the kernel, in bytes."""

    epilogue: int | None
    mainloop: int | None
    kernel: int


class Budget(Struct, frozen=True):
    """The arithmetic of the stage count: (budget - carveout) / stage_bytes, rounded down."""

    budget: Bytes
    carveout: Bytes
    stage_bytes: Bytes
    stages: int
    spare: Annotated[int, Meta(description="Bytes of the budget that no stage uses.")]
    quotient: Annotated[float, Meta(description="The stage count before it is rounded down.")]


class Refitted(Struct, frozen=True):
    """The kernel with the mainloop that its builder makes for a larger carveout, as the headers lay it out."""

    carveout: Annotated[int, Meta(description="The least, in bytes, that leaves so few stages.")]
    stages: int
    kernel_size: Bytes


class Member(Struct, frozen=True):
    """A member, base or gap of the SharedStorage; the offset is from the start of the whole."""

    name: str
    kind: Literal["member", "base", "padding"]
    type: str
    offset: Bytes
    size: Bytes
    members: tuple[Member, ...]


class KernelEntry(Struct, frozen=True):
    """A kernel: an instantiation, or one of the kernels that it makes, with all that was found out about it."""

    id: Annotated[str, Meta(description="What findings name it by; unique in the report.")]
    file: File
    line: Line
    module: str
    launcher: Annotated[str, Meta(description="The macro or function template that it instantiates.")]
    arguments: Annotated[dict[str, str], Meta(description="By the launcher's own names of its parameters.")]
    arch: Annotated[str | None, Meta(description="Its ArchTag.")]
    variant: Annotated[str | None, Meta(description="What tells it from other kernels of its instantiation.")]
    tile: Annotated[tuple[int, ...] | None, Meta(description="The TileShape: M, N, K.")]
    cluster: Annotated[tuple[int, ...] | None, Meta(description="The ClusterShape; 0 is known at run time only.")]
    schedule: Schedules
    stage_count: Annotated[str | None, Meta(description="The StageCount type that the launcher asks for.")]
    status: Status
    reason: Annotated[str | None, Meta(description="Why it is not sized; of a sized one, why its layout is unknown.")]
    confidence: Confidence
    sizes: StorageSizes | None
    stages: int | None
    threads: int | None
    device: Annotated[str | None, Meta(description="The device that runs it.")]
    limit: Annotated[int | None, Meta(description="The device's opt-in limit of shared memory per block, in bytes.")]
    verdict: Verdict | None
    layout: Member | None
    stage_budget: Budget | None
    refit: Annotated[Refitted | None, Meta(description="Of one that overflows: with a stage count that may fit.")]


class RelatedPlace(Struct, frozen=True):
    """A place that helps to understand a finding, and what is there."""

    file: File
    line: Line
    message: str


class Mend(Struct, frozen=True):
    """A change that would mend a finding, and the size and stage count that it leads to."""

    message: str
    kernel_size: Bytes
    stages: int | None


class FindingEntry(Struct, frozen=True):
    """What a rule has to say, and where."""

    rule: Annotated[str, Meta(description="The rule's code.")]
    name: Annotated[str, Meta(description="The rule's name.")]
    severity: Severity
    confidence: Confidence
    file: File
    line: Line
    column: Line
    message: str
    details: tuple[str, ...]
    kernel: Annotated[str | None, Meta(description="The id of the kernel that it is about; null if it is about none.")]
    related: tuple[RelatedPlace, ...]
    suggestions: tuple[Mend, ...]


class SuppressedEntry(Struct, frozen=True):
    """A finding that is not reported, and why: a comment, the configuration, or the baseline, which gives no reason."""

    finding: FindingEntry
    by: Literal["comment", "configuration", "baseline"]
    reason: str | None


class ProblemEntry(Struct, frozen=True):
    """An input that could not be read, or only in part, and what can be done."""

    file: File
    line: Annotated[int, Meta(description="0 where the whole file is meant.")]
    message: str
    remedy: str


class Counts(Struct, frozen=True):
    """Counts of kernels, but for files, instantiations and findings; `not_sized` is by the kernels' launcher."""

    files: int
    instantiations: int
    kernels: Annotated[int, Meta(description="Those that the build makes: sized, rejected or unknown.")]
    sized: int
    rejected: int
    disabled: int
    unknown: int
    not_sized: dict[str, int]
    findings: int
    suppressed: Annotated[
        int, Meta(description="Findings that are not reported, because of suppressions or a baseline.")
    ]
    hidden: Annotated[int, Meta(description="Findings that are less severe or less certain than was asked for.")]


class Document(Struct, frozen=True):
    """What `cutlass-lint check --output-format json` writes. Integers are bytes unless named otherwise."""

    schema: Literal["cutlass-lint/1"]
    tool: Tool
    roots: tuple[ScannedRoot, ...]
    kernels: tuple[KernelEntry, ...]
    findings: tuple[FindingEntry, ...]
    suppressed: tuple[SuppressedEntry, ...]
    problems: tuple[ProblemEntry, ...]
    summary: Counts


class Header(Struct, frozen=True):
    """The first line of `cutlass-lint check --output-format jsonl`: all but the findings, which are the other lines."""

    schema: Literal["cutlass-lint/jsonl/1"]
    tool: Tool
    roots: tuple[ScannedRoot, ...]
    problems: tuple[ProblemEntry, ...]
    summary: Counts
