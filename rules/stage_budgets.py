"""What several rules say of a stage count: where the launcher asks for it, and what of the kernel it leaves out."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import PurePath

from msgspec import Struct

from cutlass_lint.analyzer.model import Kernel, LayoutMember, Location, Related, Sizes
from cutlass_lint.analyzer.wording import few

# cute/arch/copy_sm90_desc.hpp: TmaDescriptor, an alias of the driver's CUtensorMap where the toolkit has one.
_DESCRIPTOR = re.compile(r"(?:cute::TmaDescriptor|CUtensorMap(?:_st)?)(?:\[(\d+)\])?")


class Place(Struct, frozen=True):
    """Where a launcher asks for a stage count, and the device that its kernels are for."""

    location: Location
    device: str | None


def by_place(kernels: Iterable[Kernel]) -> dict[Place, list[Kernel]]:
    """Sized kernels with a computed stage count, by the place that asks for it; without one such place, left out."""
    found: dict[Place, list[Kernel]] = defaultdict(list)
    for kernel in kernels:
        if kernel.sizes and kernel.stage_count and kernel.stage_count.startswith("StageCountAuto"):
            asked = _asked(kernel)
            if asked is not None:
                found[Place(asked, kernel.device)].append(kernel)
    return found


def carveout_terms(kernel: Kernel) -> list[Related]:
    """The `sizeof(...)` of the launcher that the carveout is, with its bytes; none where it is another number."""
    launcher, sizes = kernel.launcher, kernel.sizes
    if launcher is None or sizes is None or kernel.stage_count != f"StageCountAutoCarveout<{sizes.epilogue}>":
        return []
    return [
        Related(Location(launcher.file, term.line), f"{term.expression} = {sizes.epilogue:,} is the carveout")
        for term in launcher.size_terms
        if "CollectiveEpilogue" in term.expression
    ]


def some(kernels: Sequence[Kernel]) -> str:
    """The names of the first few kernels, by file and line, and how many more there are."""
    return few([PurePath(kernel.id).name for kernel in kernels])


def cause(kernel: Kernel, sizes: Sizes, limit: int) -> list[str]:
    """Lines that set what a kernel holds against what its stage count leaves, as the headers at hand have it."""
    budget = kernel.budget
    too_few = f"{sizes.kernel - limit:,} bytes too few"
    if budget is None:
        return [
            f"{kernel.stages} stages and the epilogue leave {too_few} for the rest",
            kernel.reason
            or f"how the launcher comes to {kernel.stages} stages is not known: "
            "it asks for them itself, or the builder could not be measured",
        ]
    if budget.budget > limit:
        return [
            f"the builder budgets {budget.budget:,} bytes for ArchTag {kernel.arch}, "
            f"but a block on {kernel.device} has {limit:,}"
        ]
    reserved = limit - budget.budget
    ledger = _ledger(kernel.layout) if kernel.layout else None
    if ledger is None:
        held = sizes.kernel - budget.carveout - budget.stages * budget.stage_bytes
        return [
            f"beside its carveout and stages the kernel holds {held:,} bytes",
            f"the stage count leaves {budget.spare + reserved:,} for them: {too_few}",
        ]
    carveout_rest = budget.carveout - ledger.epilogue
    stages_rest = budget.stages * budget.stage_bytes - ledger.mainloop
    left = carveout_rest + stages_rest + budget.spare + reserved
    others = ", ".join(f"{name} {size:,}" for name, size in ledger.others.items())
    return [
        f"beside the tensors of epilogue and mainloop the kernel holds {sum(ledger.others.values()):,} bytes: {others}",
        f"the stage count leaves {left:,} for them: {carveout_rest:,} of the carveout, {stages_rest:,} of the stages, "
        f"{budget.spare:,} spare, {reserved:,} set aside",
        too_few,
    ]


def _asked(kernel: Kernel) -> Location | None:
    terms = carveout_terms(kernel)
    built = [related.location for related in kernel.chain if related.makes == "mainloop"]
    places = [term.location for term in terms] if len(terms) == 1 else built
    return places[0] if len(places) == 1 else None


class _Ledger(Struct, frozen=True):
    """The bytes of a SharedStorage: the tensors of both collectives, and by name everything else."""

    epilogue: int
    mainloop: int
    others: dict[str, int]


def _ledger(layout: LayoutMember) -> _Ledger | None:
    """None where the storage does not lay the tensors of both collectives one after the other."""
    tensors = next((member for member in layout.members if member.name == "tensors"), None)
    if tensors is None:
        return None
    collectives = {member.name: member.size for member in tensors.members if member.kind == "member"}
    if collectives.keys() != {"epilogue", "mainloop"}:
        return None
    others: dict[str, int] = {}
    padding = 0
    for member in (*layout.members, *tensors.members):
        if member.kind == "padding":
            padding += member.size
        elif member is not tensors and member not in tensors.members:
            count = _descriptors(member)
            name = f"{count} {member.label}" if count else member.label
            others[name] = others.get(name, 0) + member.size
    return _Ledger(collectives["epilogue"], collectives["mainloop"], {**others, "padding": padding})


def _descriptors(tree: LayoutMember) -> int:
    """The number of TMA descriptors in a part of a layout."""
    match = _DESCRIPTOR.fullmatch(tree.type)
    return int(match[1] or 1) if match else sum(map(_descriptors, tree.members))
