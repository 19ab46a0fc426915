"""The verdict on the hypotheses that people have about a failing kernel, from its size and from what its log says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from cutlass_lint.analyzer.devices import DEVICES, capability_of, runs_on
from cutlass_lint.analyzer.logs import Entry
from cutlass_lint.analyzer.model import Kernel

Hypothesis = Literal["overflow", "rejected", "disabled", "other architecture", "fits", "not sized", "unknown"]

_NO_SIZE: dict[str, tuple[Hypothesis, str]] = {
    "rejected": ("rejected", "nvcc does not compile it: "),
    "disabled": ("disabled", "it is not built: "),
    "unknown": ("unknown", ""),
}
_ELSEWHERE = {
    "run": "the log's error came from run(), after initialize() had been granted its shared memory: look at the "
    "arguments, pointers and strides of the launch, and at errors of earlier kernels",
    "descriptor": "the log's error is about a TMA descriptor: look at the pointers, strides and alignment of the "
    "tensors",
    "architecture": "the log's error is about the architecture: look at what the module was compiled for",
    "memory": "the log's error is that device memory ran out, which is not shared memory: use smaller shapes or a "
    "smaller workspace",
    "no-instantiation": "the log's error is that nothing instantiates what was dispatched: compare the tile with what "
    "is generated",
    "context-lost": "the CUDA context was lost before: look at the first error of the log",
    "can-implement": "can_implement() refused the problem: look at its alignment and shapes",
    "occupancy": "an occupancy query found no room: look at registers per thread, and at which device ran it",
}
_NO_LOG = (
    "look at the architecture that the module was compiled for, at the TMA descriptors (pointers, strides, alignment), "
    "and whether run() failed rather than initialize()"
)
_INITIALIZE = (
    "initialize() also fails where the module has no code for the device, or a TMA descriptor can't be made: look at "
    "the -gencode of its build.ninja, and at the pointers and strides"
)


class Judgement(Struct, frozen=True):
    """What is to be thought of one kernel that fails or is said to; `explanation` is for people."""

    kernel: Kernel
    hypothesis: Hypothesis
    explanation: str
    entries: tuple[Entry, ...] = ()


def judged(kernel: Kernel, entries: Sequence[Entry] = ()) -> Judgement:
    """The verdict on one kernel; `entries` are what logs say about it."""
    hypothesis, explanation = _verdict(kernel, entries)
    return Judgement(kernel, hypothesis, explanation, tuple(entries))


def _verdict(kernel: Kernel, entries: Sequence[Entry]) -> tuple[Hypothesis, str]:
    if runs_on(kernel.arch, kernel.device) is False:
        return (
            "other architecture",
            f"ArchTag {kernel.arch} cannot run on {kernel.device}, whatever its size{_made_for(kernel)}",
        )
    if kernel.status in _NO_SIZE:
        hypothesis, words = _NO_SIZE[kernel.status]
        return hypothesis, f"{words}{kernel.reason}"
    if kernel.status == "not-sized" or kernel.sizes is None:
        return "not sized", kernel.reason or "nothing is known of its size"
    return _by_size(kernel, entries)


def _made_for(kernel: Kernel) -> str:
    """The size of a kernel for another architecture, against what that one has."""
    device = DEVICES.get(capability_of(kernel.arch or "") or "")
    return f": {kernel.sizes.kernel:,} of {device.optin_limit:,} bytes there" if kernel.sizes and device else ""


def _by_size(kernel: Kernel, entries: Sequence[Entry]) -> tuple[Hypothesis, str]:
    left = kernel.margin
    if left is None or kernel.sizes is None:
        return "unknown", "the device that runs it is not known: name it with --arch"
    size = f"{kernel.sizes.kernel:,} of {kernel.limit:,} bytes on {kernel.device}"
    if left < 0:
        stages = f", with {kernel.stages} stages" if kernel.stages else ""
        guarded = kernel.launcher is not None and kernel.launcher.occupancy_line
        asks = "; its launcher asks for the occupancy first, and refuses to run it" if guarded else ""
        return "overflow", f"{size}: {-left:,} too many{stages}{asks}"
    causes = dict.fromkeys(entry.cause for entry in entries)
    where = next((_ELSEWHERE[cause] for cause in causes if cause in _ELSEWHERE), None)
    if where is None:
        where = _INITIALIZE if "initialize" in causes else _NO_LOG
    return "fits", f"{size}: size is not the reason; {where}"
