"""Selectors: which kernels a text means, such as `M128_BS_group2` or `M=256,FUSION=FINALIZE`."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable
from fnmatch import fnmatchcase

from msgspec import Struct

from cutlass_lint.analyzer.groups.parameters import INTEGER, Parameter, Value, parameters_of, plain, tile_names
from cutlass_lint.analyzer.model import Kernel

_TERM = re.compile(r"(?P<name>[A-Za-z_][\w (),×]*?)\s*(?P<relation>!=|>=|<=|≥|≤|≠|=)\s*(?P<value>.*)\Z", re.DOTALL)
_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "≥": operator.ge,
    "<=": operator.le,
    "≤": operator.le,
}
_AXES = ("M", "N", "K")


class SelectorError(ValueError):
    """A selector that cannot be understood; its text says why and what could be meant."""


class Term(Struct, frozen=True):
    """One condition of a selector: on a parameter, or on the kernel's file and line where `name` is None."""

    text: str
    name: str | None = None
    relation: str = "="
    value: str = ""


class Selector(Struct, frozen=True):
    """Kernels that meet every term."""

    text: str
    terms: tuple[Term, ...]


def parse_selector(text: str) -> Selector:
    """Take a selector apart: terms between commas, all of which must hold.

    A term is NAME=VALUE (wildcards allowed; also !=, and >= and <= for numbers), or a part of a file name, a pattern
    for one, or FILE:LINE. Raises SelectorError where there is no term.
    """
    terms = tuple(_term(part.strip()) for part in _split(text) if part.strip())
    if not terms:
        raise SelectorError(f"{text!r} selects nothing: write a part of a file name, or NAME=VALUE")
    return Selector(text, terms)


def _split(text: str) -> list[str]:
    """At commas outside of brackets: `max(CTA_M, CTA_N)=256` is one term."""
    return re.split(r",(?![^(<]*[)>])", text)


def _term(text: str) -> Term:
    match = _TERM.match(text)
    return Term(text, match["name"].strip(), match["relation"], match["value"].strip()) if match else Term(text)


def selected(selector: Selector, kernels: Iterable[Kernel]) -> list[Kernel]:
    """The kernels that a selector means. Raises SelectorError where none of them has a parameter that it names."""
    kernels = list(kernels)
    for term in selector.terms:
        if term.name is not None and not any(_value(term.name, kernel) is not None for kernel in kernels):
            names = dict.fromkeys(plain(name) for kernel in kernels for name in kernel.arguments)
            raise SelectorError(
                f"{selector.text!r}: no kernel has a parameter {term.name}; there are {', '.join(names)}, stages, "
                "status and verdict"
            )
    return [kernel for kernel in kernels if all(_holds(term, kernel) for term in selector.terms)]


def _holds(term: Term, kernel: Kernel) -> bool:
    if term.name is None:
        return _names_place(term.text, kernel)
    value = _value(term.name, kernel)
    if value is None:
        return False
    comparison = _COMPARISONS.get(term.relation)
    if comparison is not None:
        return isinstance(value, int) and bool(INTEGER.fullmatch(term.value)) and comparison(value, int(term.value))
    equal = fnmatchcase(str(value).lower(), term.value.lower())
    return equal if term.relation == "=" else not equal


def _names_place(pattern: str, kernel: Kernel) -> bool:
    place = f"{kernel.instantiation.file}:{kernel.instantiation.line}"
    if any(character in pattern for character in "*?["):
        name = place.rpartition("/")[2]
        return any(fnmatchcase(text, pattern) for text in (place, name, name.rpartition(":")[0], kernel.id))
    file, colon, line = pattern.rpartition(":")
    if colon and INTEGER.fullmatch(line):
        inside = kernel.instantiation.line <= int(line) <= kernel.instantiation.end_line
        return inside and file in kernel.instantiation.file
    return pattern in kernel.instantiation.file or pattern == kernel.id


def _value(name: str, kernel: Kernel) -> Value | None:
    wanted = name.lower()
    known: dict[str, Value | None] = {"status": kernel.status, "verdict": kernel.verdict, "arch": kernel.arch}
    if kernel.tile:
        extents = dict(zip(_AXES, kernel.tile, strict=False))
        known |= {axis.lower(): extent for axis, extent in extents.items()}
        known |= {n.lower(): extent for n, extent in zip(tile_names([kernel]), kernel.tile, strict=False)}
        known["tile"] = "x".join(map(str, kernel.tile))
    known["launcher"] = kernel.instantiation.launcher
    if wanted in known:
        return known[wanted]
    row: Iterable[Parameter] = parameters_of([kernel])
    return next((p.values[0] for p in row if p.name.lower() == plain(wanted)), None)
