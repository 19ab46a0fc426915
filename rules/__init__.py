"""The rules: one a file, found by walking this package.

A rule is a module with a `RULE`. Its docstring is the rule's page, with the sections of `SECTIONS`; the files in
`rules/examples/CODE/` are its tests.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Confidence, Finding, Kernel, Location, Related, Severity, Suggestion

Check = Callable[[KernelGraph], Iterator[Finding]]

SECTIONS = ("What it does", "Why it matters", "Example", "What to do", "References")
"""The headings of every rule's docstring, in order."""


class Rule(Struct, frozen=True):
    """A rule: its code and name, how severe its findings are, and the generator that yields them."""

    code: str
    name: str
    severity: Severity
    check: Check

    @property
    def page(self) -> str:
        """Where the rule is documented, from the root of the documentation on."""
        return f"rules/{self.code}.html"

    def about(
        self,
        kernel: Kernel,
        message: str,
        *,
        confidence: Confidence = "exact",
        details: Iterable[str] = (),
        related: Iterable[Related] = (),
        suggestions: Iterable[Suggestion] = (),
    ) -> Finding:
        """Make a finding about one kernel, at its instantiation."""
        place = kernel.instantiation
        location = Location(place.file, place.line, place.column)
        finding = self.at(
            location, message, confidence=confidence, details=details, related=related, suggestions=suggestions
        )
        return replace(finding, kernel=kernel.id)

    def at(
        self,
        location: Location,
        message: str,
        *,
        confidence: Confidence = "exact",
        details: Iterable[str] = (),
        related: Iterable[Related] = (),
        suggestions: Iterable[Suggestion] = (),
    ) -> Finding:
        """Make a finding about a place that is no single kernel's."""
        return Finding(
            self.code,
            self.name,
            self.severity,
            confidence,
            location,
            message,
            details=tuple(details),
            related=tuple(related),
            suggestions=tuple(suggestions),
        )


@cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule, by code. A module of this package that has a RULE is one."""
    modules = (importlib.import_module(f"{__name__}.{info.name}") for info in pkgutil.iter_modules(__path__))
    rules = (getattr(module, "RULE", None) for module in modules)
    return tuple(sorted((rule for rule in rules if isinstance(rule, Rule)), key=lambda rule: rule.code))


class Run(Struct, frozen=True):
    """What rules found, by place, and the seconds that each took, by its code."""

    findings: tuple[Finding, ...]
    seconds: dict[str, float]


def run_rules(graph: KernelGraph, rules: Sequence[Rule] | None = None) -> Run:
    """Run some rules, all where none are named."""
    findings: list[Finding] = []
    seconds: dict[str, float] = {}
    for rule in all_rules() if rules is None else rules:
        start = time.perf_counter()
        findings += rule.check(graph)
        seconds[rule.code] = time.perf_counter() - start
    return Run(tuple(sorted(findings, key=lambda finding: (finding.location, finding.rule))), seconds)


class Documentation(Struct, frozen=True):
    """What a rule's module says of it: the title is the docstring's first line, without the code."""

    title: str
    text: str
    """All of it but the title, as Markdown."""
    sections: dict[str, str]
    """The text of each section by its heading, a paragraph a line."""


def documentation(rule: Rule) -> Documentation:
    """The documentation of a rule, from the docstring of its module."""
    # Python -OO leaves docstrings out.
    documented = inspect.cleandoc(sys.modules[rule.check.__module__].__doc__ or f"{rule.code}: {rule.name}.")
    title, _, text = documented.partition("\n")
    sections = {}
    for section in text.split("\n## ")[1:]:
        heading, _, body = section.partition("\n")
        sections[heading] = "\n".join(" ".join(part.split()) for part in body.strip().split("\n\n"))
    return Documentation(title.removeprefix(f"{rule.code}: "), text.strip(), sections)
