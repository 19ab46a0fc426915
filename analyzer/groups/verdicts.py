"""What a comparison says of single kernels and of logs: typed entries as in `entries`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from msgspec import Struct

from cutlass_lint.analyzer.groups.entries import (
    Compared,
    Inseparable,
    Labelled,
    NeverApart,
    OneSided,
    Same,
    Separated,
    Style,
    Untold,
    name_of,
)
from cutlass_lint.analyzer.groups.judgements import Judgement
from cutlass_lint.analyzer.logs import Cause, Entry
from cutlass_lint.analyzer.model import Kernel, Label
from cutlass_lint.analyzer.wording import few

_ADVICE: dict[Cause, str] = {
    "initialize": "it names no kernel: look for the kernel's file and line behind it, as FILE.generated.cu:LINE, or "
    "name the kernel with --failing; else only sizes tell what does not fit",
    "can-implement": "the kernel refuses the problem: not a matter of size",
    "run": "run() fails after initialize() was granted its shared memory: not a matter of size",
    "occupancy": "an occupancy query found no room for a block: it is of a kernel in the style of SM80 "
    "(sm80_generic_fused_moe, GroupedGEMM), which asks before it runs, not of a TMA instantiation; sizes tell which of "
    "these do not fit",
    "shared-memory": "the message has the numbers; Triton, CuTe DSL and static shared memory are not CUTLASS's kernels",
    "descriptor": "a TMA descriptor could not be made: look at pointers, strides and alignment, not at sizes",
    "architecture": "there is no code for the device: look at what the module was compiled for, not at sizes",
    "memory": "device memory ran out, which is not shared memory",
    "no-instantiation": "nothing instantiates what was dispatched: not a matter of size",
    "undefined-symbol": "a linker or loader finds nothing of this name: not a matter of size",
    "context-lost": "every later failure of this process says nothing about its own kernel",
}
"""What to think of an entry that names no kernel."""
_NAMED = 4
"""Kernels and messages that one entry names."""
_COMMAND = 240
"""Characters of a command that are told; all of it is in the JSON."""


class Contradicted(Struct, frozen=True, tag="contradicted"):
    """Kernels whose size says other than their label."""

    label: Label
    kernels: tuple[Kernel, ...]
    of: int

    def explain(self, style: Style) -> str:
        """One sentence, with some of the kernels."""
        count = f"{len(self.kernels):,} of the {self.of:,} kernels labelled {self.label}"
        if self.label == "failing":
            told = f"{style.strong(f'{count} fit')}: their size is not the reason, or they do not fail"
        else:
            told = f"{style.strong(f'{count} do not fit')}: they cannot work on this device"
        return f"{told}\n{_kernels(self.kernels, style)}"


class AlsoTooLarge(Struct, frozen=True, tag="also-too-large"):
    """Kernels without a label that do not fit either."""

    kernels: tuple[Kernel, ...]

    def explain(self, style: Style) -> str:
        """One sentence, with some of the kernels."""
        count = f"{len(self.kernels):,} more {'do' if self.kernels[1:] else 'does'} not fit"
        return f"{style.strong(count)}, of the kernels without a label\n{_kernels(self.kernels, style)}"


class Judged(Struct, frozen=True, tag="judged"):
    """The verdict on failing kernels of which the same is to be said."""

    judgements: tuple[Judgement, ...]

    def explain(self, style: Style) -> str:
        """The verdict in one word, and why; then the kernels, and what the logs say of them."""
        first = self.judgements[0]
        count = len(self.judgements)
        number = f" ({count:,} kernels)" if count > 1 else ""
        lines = [
            f"{style.strong(first.hypothesis)}{number}: {style.plain(first.explanation)}",
            _kernels([judgement.kernel for judgement in self.judgements], style),
        ]
        entries = [entry for judgement in self.judgements for entry in judgement.entries]
        said = dict.fromkeys(entry.message for entry in entries)
        lines += [f"log line {_lines(entries, text)}: {style.code(text)}" for text in list(said)[:_NAMED]]
        if first.hypothesis == "overflow":
            name = PurePath(first.kernel.id).name
            commands = (style.code(f"cutlass-lint {command} {name}") for command in ("explain", "fit"))
            lines.append("{} shows where its bytes are, {} what would fit".format(*commands))
        return "\n".join(lines)


class NotHere(Struct, frozen=True, tag="not-here"):
    """Failures in logs of kernels that nothing read here instantiates."""

    entries: tuple[Entry, ...]

    def explain(self, style: Style) -> str:
        """The places, and what to do."""
        built = dict.fromkeys(f"FlashInfer {e.release} for {e.arch}" for e in self.entries if e.release and e.arch)
        of = f"; the log is of {', '.join(built)}" if built else ""
        return (
            f"{style.strong('not here')}: the logs name kernels that nothing here instantiates: "
            f"{_places(self.entries, style)}{style.plain(of)}; "
            "read the cache that the log is of, that release with --release, or these sources"
        )


class Ambiguous(Struct, frozen=True, tag="ambiguous"):
    """Entries of logs whose place is that of several kernels that differ."""

    entries: tuple[Entry, ...]

    def explain(self, style: Style) -> str:
        """The places, and what to do."""
        return (
            f"{style.strong('ambiguous')}: several kernels here are at {_places(self.entries, style)}: "
            "read only the cache that the log is of"
        )


class Unreliable(Struct, frozen=True, tag="unreliable"):
    """Failures of kernels here, logged after the CUDA context was lost: no evidence on any of them."""

    entries: tuple[Entry, ...]

    def explain(self, style: Style) -> str:
        """The places, and why they do not count."""
        return (
            f"{style.strong('unreliable')}: after the CUDA context was lost, every call of the process fails: no "
            f"evidence on {_places(self.entries, style)}"
        )


class Unnamed(Struct, frozen=True, tag="unnamed"):
    """What logs say that is about no kernel by name; `tactics` are those that the lines name, with their runners."""

    entry: Entry
    count: int
    tactics: tuple[str, ...] = ()

    def explain(self, style: Style) -> str:
        """One line of the log, how often, of which tactics or by which command, and what it means."""
        entry = self.entry
        times = f" ({self.count:,} times)" if self.count > 1 else ""
        if self.tactics:
            times += f", {few([style.plain(tactic) for tactic in self.tactics], _NAMED)}"
        unreliable = "" if entry.reliable else "; after the context was lost, it is no evidence"
        numbers = f"; {entry.needed:,} bytes needed" if entry.needed is not None else ""
        if entry.allowed is not None:
            numbers += f", {entry.allowed:,} allowed"
        lines = [f"line {entry.line:,}{times}, {entry.cause}{numbers}{unreliable}: {style.code(entry.message)}"]
        if entry.command:
            lines.append(f"the command: {style.code(_shortened(entry.command))}")
        if advice := _ADVICE.get(entry.cause):
            lines.append(advice)
        return "\n".join(lines)


AnyEntry = (
    Labelled
    | OneSided
    | Separated
    | Inseparable
    | Compared
    | Same
    | Untold
    | NeverApart
    | Contradicted
    | AlsoTooLarge
    | Judged
)
"""What the comparison of one launcher's kernels is made of."""


def _shortened(command: str) -> str:
    """A command without its middle, which are mostly defines and folders: its program and its files stay."""
    half = _COMMAND // 2
    return command if len(command) <= _COMMAND else f"{command[:half]} … {command[-half:]}"


def _kernels(kernels: Sequence[Kernel], style: Style) -> str:
    return few([name_of(kernel, style) for kernel in kernels], _NAMED)


def _places(entries: Sequence[Entry], style: Style) -> str:
    places = dict.fromkeys(f"{entry.place.file}:{entry.place.line}" for entry in entries if entry.place)
    return few([style.code(place) for place in places], _NAMED)


def _lines(entries: Sequence[Entry], message: str) -> str:
    numbers = [f"{entry.line:,}" for entry in entries if entry.message == message]
    return few(numbers, _NAMED)
