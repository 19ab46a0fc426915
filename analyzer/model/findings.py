"""What rules look at and make, and the report of a run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from cutlass_lint.analyzer.model.builds import Build, Lock, Toolkit
from cutlass_lint.analyzer.model.dispatch import Dispatch
from cutlass_lint.analyzer.model.kernels import Kernel, Related
from cutlass_lint.analyzer.model.modules import HeaderRoot, Module
from cutlass_lint.analyzer.model.places import Location, Problem
from cutlass_lint.analyzer.model.sources import Source
from cutlass_lint.analyzer.vocabulary import Confidence, Severity

Label = Literal["failing", "working"]
Origin = Literal["selectors", "logs", "sizes"]


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
