"""The rules: one a file, found by walking this package."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import sys
from collections.abc import Callable, Iterator
from functools import cache

from msgspec import Struct

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Finding, Severity

Check = Callable[[KernelGraph], Iterator[Finding]]


class Rule(Struct, frozen=True):
    """A rule: its code and name, how severe its findings are, and the generator that yields them."""

    code: str
    name: str
    severity: Severity
    check: Check


@cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule, by code. A module of this package that has a RULE is one."""
    modules = (importlib.import_module(f"{__name__}.{info.name}") for info in pkgutil.iter_modules(__path__))
    rules = (getattr(module, "RULE", None) for module in modules)
    return tuple(sorted((rule for rule in rules if isinstance(rule, Rule)), key=lambda rule: rule.code))


def run_rules(graph: KernelGraph) -> tuple[Finding, ...]:
    """The findings of every rule, by place."""
    found = (finding for rule in all_rules() for finding in rule.check(graph))
    return tuple(sorted(found, key=lambda finding: (finding.location, finding.rule)))


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
