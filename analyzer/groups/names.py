"""Names of functions, as compilers mangle them and linkers print them, and what tells two of them apart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from cutlass_lint.analyzer.smem.evidence import split_arguments

_SPACE = re.compile(r"\s+(?=[^\w\s])|(?<=[^\w\s])\s+")
_INTEGER = re.compile(r"\d{1,18}")
_ANONYMOUS = "(anonymous namespace)"


class Name(Struct, frozen=True):
    """The name of an instance of a function template: its scopes and name, the arguments, and the parameters if it has.

    Of anything else, `path` is all of it.
    """

    path: str
    arguments: tuple[str, ...] | None = None
    parameters: str | None = None

    @property
    def last(self) -> str:
        """The name without its scopes."""
        return self.path.rpartition("::")[2]

    @property
    def text(self) -> str:
        """As C++ spells it, without the parameters."""
        return self.path if self.arguments is None else f"{self.path}<{spaced(','.join(self.arguments))}>"


class Difference(Struct, frozen=True):
    """A template parameter, or "namespace" or "parameters", and what it is in the symbol and here.

    Without `certain`, both may be the same: implementations of the C++ library differ in names of their own.
    """

    parameter: str
    undefined: str
    here: str
    certain: bool


def differences(undefined: Name, here: Name, parameters: Sequence[str]) -> tuple[Difference, ...]:
    """What tells two instances of templates of one name apart; `parameters` are the names of those that one has."""
    wanted, given = undefined.arguments or (), here.arguments or ()
    named = parameters if len(parameters) == len(given) else ()
    pairs = [("namespace", undefined.path.rpartition("::")[0], here.path.rpartition("::")[0])]
    for index in range(max(len(wanted), len(given))):
        parameter = named[index] if index < len(named) else f"argument {index + 1}"
        one, other = (some[index] if index < len(some) else "nothing" for some in (wanted, given))
        pairs.append((parameter, one, other))
    # They follow from the arguments otherwise.
    if wanted == given and None not in (undefined.parameters, here.parameters):
        pairs.append(("parameters", undefined.parameters or "", here.parameters or ""))
    return tuple(
        Difference(*pair, certain="std::" not in f"{pair[1]} {pair[2]}") for pair in pairs if pair[1] != pair[2]
    )


def distance(differences: Sequence[Difference]) -> tuple[int, int, int]:
    """How far apart two instances are: in how many parameters, how many of these not in numbers only, and how far."""
    others = far = 0
    for one in differences:
        if _INTEGER.sub("", one.undefined) == _INTEGER.sub("", one.here):
            numbers = (map(int, _INTEGER.findall(text)) for text in (one.undefined, one.here))
            far += sum(abs(first - second) for first, second in zip(*numbers, strict=True))
        else:
            others += 1
    return len(differences), others, far


@lru_cache(maxsize=4096)
def read_name(symbol: str) -> Name | None:
    """A symbol, mangled or as a linker demangles it, taken apart; None where it is mangled and cannot be read."""
    import demangle

    text = demangle.demangle(symbol, language="itanium")
    if text == symbol and symbol.startswith("_Z"):
        return None
    # Its parentheses hold no parameters.
    opening = _outside(text.replace(_ANONYMOUS, "_" * len(_ANONYMOUS)), "(")
    head, parameters = (text, None) if opening is None else (text[:opening], text[opening:])
    while (space := _outside(head, " ")) is not None:  # what it returns stands before its name
        head = head[space + 1 :]
    path, bracket, arguments = head.partition("<")
    # Else it is a member of a class template, an operator, a variable in a function, ...
    if not bracket or _outside(arguments, ">") != len(arguments) - 1 or (parameters and parameters[-1] != ")"):
        return Name(text)
    return Name(_plain(path), split_arguments(_plain(arguments[:-1])), parameters and _plain(parameters[1:-1]))


def _outside(text: str, wanted: str) -> int | None:
    """Where a character first stands outside of brackets."""
    depth = 0
    for position, character in enumerate(text):
        if character == wanted and depth == 0:
            return position
        depth += (character in "<([{") - (character in ">)]}")
    return None


def _plain(text: str) -> str:
    """C++ without the spaces that not every demangler writes."""
    return _SPACE.sub("", text)


def spaced(text: str) -> str:
    """C++ with a space behind each comma, for people."""
    return text.replace(",", ", ")
