"""What `smem` makes: kernels with their sizes, layouts and stage arithmetic."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from cutlass_lint.analyzer.model.places import Location
from cutlass_lint.analyzer.model.sources import Instantiation, Launcher
from cutlass_lint.analyzer.vocabulary import Confidence, Status

Verdict = Literal["fits", "overflow"]
LEFT_OUT = "sizes were left out (--no-sizes)"
"""The reason why no kernel of a run is sized that asks for none. Whether it would be built is then not known either."""


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
    def is_left_out(self) -> bool:
        """Whether it could be sized, and the run asks for no sizes."""
        return self.reason == LEFT_OUT

    @property
    def margin(self) -> int | None:
        """What the device's limit leaves of its shared memory, in bytes: below 0 where it does not fit."""
        return self.limit - self.sizes.kernel if self.sizes and self.limit is not None else None
