"""Parameters and values as users write them: `cta_n=32,64` for a launcher's `CTA_N_`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cutlass_lint.analyzer.groups.parameters import plain
from cutlass_lint.analyzer.model import Launcher
from cutlass_lint.analyzer.workspace import InputError
from cutlass_lint.reports import printable

_OPENING, _CLOSING = "<([{", ">)]}"


def parse_values(text: str) -> tuple[str, tuple[str, ...]]:
    """Take `NAME=V1,V2` apart; commas inside brackets separate nothing. Raises InputError."""
    name, value = parse_setting(text)
    values: list[str] = [""]
    depth = 0
    for character in value:
        depth += (character in _OPENING) - (character in _CLOSING)
        if character == "," and depth <= 0:
            values.append("")
        else:
            values[-1] += character
    found = tuple(dict.fromkeys(" ".join(value.split()) for value in values))
    if not all(found):
        raise _refusal(f"{text} has an empty value: write {name}=VALUE,VALUE")
    return name, found


def parse_setting(text: str) -> tuple[str, str]:
    """Take `NAME=VALUE` apart. Raises InputError."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not name or not equals or not value:
        raise _refusal(f"{text} gives a parameter no value: write NAME=VALUE, such as CTA_N=128")
    return name, " ".join(value.split())


def parameter_of(launcher: Launcher, text: str) -> str:
    """The launcher's parameter that a text means: `CTA_N`, `CTA_N_` and `cta_n` are the same.

    Raises InputError, which lists the launcher's parameters, where it means none or several.
    """
    if text in launcher.parameters:
        return text
    found = [name for name in launcher.parameters if _plain(name) == _plain(text)]
    if len(found) == 1:
        return found[0]
    problem = "is ambiguous" if found else "has no such parameter"
    listed = ", ".join(map(plain, launcher.parameters))
    raise _refusal(f"{text}: {launcher.name} {problem}; its parameters: {listed}")


def by_parameter(launcher: Launcher, given: Sequence[tuple[str, tuple[str, ...]]]) -> dict[str, tuple[str, ...]]:
    """Values by the launcher's own parameter names; those of one that is named twice are joined. Raises InputError."""
    found: dict[str, tuple[str, ...]] = {}
    for name, values in given:
        parameter = parameter_of(launcher, name)
        found[parameter] = tuple(dict.fromkeys((*found.get(parameter, ()), *values)))
    return found


def settings_of(launcher: Launcher, given: Sequence[tuple[str, str]]) -> Mapping[str, str]:
    """One value each by the launcher's own parameter names, the last where one is named twice. Raises InputError."""
    return {parameter_of(launcher, name): value for name, value in given}


def _plain(name: str) -> str:
    return name.removesuffix("...").strip("_").casefold()


def _refusal(message: str) -> InputError:
    """What the command line or a source says must not drive a terminal."""
    return InputError(printable(message))
