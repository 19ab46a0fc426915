"""An explanation as sections of styled lines, which the formats for people share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import PurePath

from msgspec import Struct

from cutlass_lint.analyzer.model import Explanation, LayoutMember
from cutlass_lint.reports import signature
from cutlass_lint.reports.explain_trees import Line, Style, by_adapter, layout_rows
from cutlass_lint.reports.explain_types import types
from cutlass_lint.reports.shortening import plain, short

_TYPE_WIDTH = 44
"""Characters for the type of a member."""
_CAUSE = "cause: "


class Section(Struct, frozen=True):
    """A title and the lines below it."""

    title: str
    lines: tuple[Line, ...]


def verdict(explanation: Explanation) -> tuple[str, Style]:
    """One sentence: whether the kernel fits, and by how much."""
    kernel = explanation.kernel
    if kernel.sizes is None:
        return f"{kernel.status}: {kernel.reason}", "bad"
    if kernel.limit is None:
        return f"{kernel.sizes.kernel:,} bytes of shared memory; its device is not known: name it with --arch", "plain"
    of = f"{kernel.sizes.kernel:,} of the {kernel.limit:,} bytes that a block on {kernel.device} can have"
    margin = kernel.limit - kernel.sizes.kernel
    if margin < 0:
        return f"does not fit: {of}, {-margin:,} too many", "bad"
    return f"fits: {of}, {margin:,} left", "good"


def sections(explanation: Explanation, width: int, shown: Callable[[str], str]) -> Iterator[Section]:
    """Yield the sections in the order in which a reader asks for them; `shown` makes a path readable."""
    launcher = explanation.kernel.launcher
    lines_of = f" (lines of {PurePath(launcher.file).name})" if launcher else ""
    for title, lines in (
        ("Kernel", _kernel(explanation, shown)),
        ("Shared memory", _sizes(explanation, width)),
        ("Why it does not fit" if explanation.kernel.verdict == "overflow" else "What rules say", _cause(explanation)),
        ("Layout of the kernel's SharedStorage", _layout(explanation)),
        ("On the device", _device(explanation)),
        (f"Types, as this instantiation resolves them{lines_of}", types(explanation, width)),
        ("Not known", (((gap, "plain"),) for gap in explanation.gaps)),
    ):
        found = tuple(lines)
        if found:
            yield Section(title, found)


def _kernel(explanation: Explanation, shown: Callable[[str], str]) -> Iterator[Line]:
    kernel = explanation.kernel
    yield (("configuration  ", "dim"), (plain(signature(kernel)), "plain"))
    if kernel.launcher:
        place = f"{shown(kernel.launcher.file)}:{kernel.launcher.line}"
        yield (("launcher       ", "dim"), (f"{kernel.launcher.name}  ", "plain"), (place, "dim"))
    schedule = kernel.schedule
    if schedule.kernel:
        chosen = f" → {plain(schedule.resolved)}" if schedule.resolved and schedule.resolved != schedule.kernel else ""
        yield (("schedule       ", "dim"), (f"{plain(schedule.kernel)}{chosen}", "plain"))
    if schedule.epilogue:
        yield (("epilogue       ", "dim"), (plain(schedule.epilogue), "plain"))
    for guard in explanation.guards:
        state = {True: "true", False: "false", None: "not known"}[guard.holds]
        yield (("guard          ", "dim"), (f"if constexpr ({plain(guard.expression)}): {state}", "plain"))


def _sizes(explanation: Explanation, width: int) -> Iterator[Line]:
    kernel = explanation.kernel
    if kernel.sizes is None:
        return
    texts = [plain(term.expression) for term in explanation.terms]
    for term in explanation.terms:
        size = f"{term.size:>9,}" if term.size is not None else f"{'?':>9}"
        place = f"  line {term.location.line}{f': {term.reason}' if term.reason else ''}"
        yield ((f"{size}  ", "strong"), (plain(term.expression), "plain"), (place, "dim"))
        for alias in (explanation.aliases[use] for use in term.uses):
            lead = f"{'':>11}{alias.name} = "
            yield ((lead, "dim"), (short(alias.resolved or "?", width - len(lead)), "dim"))
    for name, bytes_ in (
        ("CollectiveEpilogue", kernel.sizes.epilogue),
        ("CollectiveMainloop", kernel.sizes.mainloop),
        ("GemmKernel" if by_adapter(explanation) else "Kernel", kernel.sizes.kernel),
    ):
        text = f"sizeof({name}::SharedStorage)"
        if bytes_ is not None and text not in texts:
            yield ((f"{bytes_:>9,}  ", "strong"), (text, "plain"))
    yield from _stages(explanation)


def _stages(explanation: Explanation) -> Iterator[Line]:
    kernel, budget, asked = explanation.kernel, explanation.kernel.budget, explanation.stage_count
    if kernel.stages is None:
        return
    count = f"{kernel.stages:>9,}  "
    if budget:
        yield (
            (count, "strong"),
            (
                f"stages: ({budget.budget:,} − {budget.carveout:,}) / {budget.stage_bytes:,} = {budget.quotient:.3f}, "
                f"{budget.spare:,} bytes spare",
                "plain",
            ),
        )
        how = "(budget − carveout) / bytes of a stage, as measured on the builder"
        yield ((f"           {how}", "dim"),)
        if refit := kernel.refit:
            more = f"stages with a carveout of {refit.carveout - budget.carveout:,} bytes more, and a SharedStorage of "
            yield ((f"{refit.stages:>9,}  ", "strong"), (f"{more}{refit.kernel_size:,}", "plain"))
    elif asked and "Auto" not in asked:
        yield ((count, "strong"), (f"stages, as the launcher asks: {plain(asked)}", "plain"))
    elif asked:
        why = kernel.reason or "the builder's arithmetic could not be measured"
        yield ((count, "strong"), (f"stages by {plain(asked)}: {why}", "plain"))
    else:
        yield ((count, "strong"), ("stages, as the kernel's type says", "plain"))


def _layout(explanation: Explanation) -> Iterator[Line]:
    layout = explanation.kernel.layout
    if layout is None:
        return
    yield ((f"{'offset':>9}{'size':>10}{'alignof':>9}  of the type; an alignas on the member is not told", "dim"),)
    for guides, member, inner in layout_rows(layout):
        numbers = f"{member.offset:>9,}{member.size:>10,}{member.alignment or '':>9}  "
        if member.kind == "padding":
            yield ((numbers, "dim"), (guides, "dim"), ("padding", "dim"))
        else:
            yield (
                (numbers, "plain"),
                (guides, "dim"),
                (_member_name(member), "strong"),
                (f"  {_member_type(member, inner)}", "dim"),
            )


def _member_name(member: LayoutMember) -> str:
    """A member's own name, for a base that of its class."""
    return member.name or f"{short(member.type, 1).rpartition('::')[2]} (base)"


def _member_type(member: LayoutMember, inner: LayoutMember) -> str:
    """The type of a member, or of what is left without its wrappers where that says more in less."""
    own, innermost = plain(member.type), plain(inner.type)
    if len(own) > _TYPE_WIDTH and len(innermost) <= _TYPE_WIDTH:
        return innermost
    return short(member.type, _TYPE_WIDTH)


def _device(explanation: Explanation) -> Iterator[Line]:
    residency, bounds, sizes = explanation.residency, explanation.bounds, explanation.kernel.sizes
    if residency and sizes:
        margin = residency.limit - sizes.kernel
        yield ((f"{residency.limit:>9,}  ", "strong"), (f"{residency.device} opt-in limit per block", "plain"))
        yield ((f"{margin:>9,}  ".replace("-", "−"), "bad" if margin < 0 else "strong"), ("margin", "plain"))
        per = f"{residency.per_multiprocessor:,} / ({sizes.kernel:,} + {residency.reserved:,} reserved)"
        blocks = "CTA per SM" if residency.blocks == 1 else "CTAs per SM"
        why = f"{blocks} by shared memory: {per}" if residency.blocks else f"{blocks}: it cannot be launched"
        yield ((f"{residency.blocks:>9,}  ", "strong"), (why, "plain"))
    if explanation.kernel.threads:
        yield ((f"{explanation.kernel.threads:>9,}  ", "strong"), ("threads per CTA", "plain"))
    if bounds:
        asked = f"__launch_bounds__({bounds.threads:,}, {bounds.blocks:,})"
        yield ((f"{bounds.registers:>9,}  ", "strong"), (f"registers per thread at launch, by {asked}", "plain"))


def _cause(explanation: Explanation) -> Iterator[Line]:
    """What the rules found out about the kernel, and who knows more."""
    for finding in explanation.findings:
        details = list(finding.details)
        start = next((i for i, detail in enumerate(details) if detail.startswith(_CAUSE)), None)
        # Why there is no size has been said already.
        said = [finding.message] if explanation.kernel.sizes else []
        for detail in [*said, *details] if start is None else details[start:]:
            yield ((detail.removeprefix(_CAUSE).removeprefix(" " * len(_CAUSE)), "plain"),)
    if explanation.kernel.verdict == "overflow" or explanation.kernel.status == "rejected":
        file = PurePath(explanation.kernel.instantiation.file).name
        yield ((f"cutlass-lint check, on {file} or its folder, names configurations that fit", "dim"),)
