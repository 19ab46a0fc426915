"""What users call a kernel, and which one they mean."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path, PurePath

from msgspec import Struct

from cutlass_lint.analyzer.model import Instantiation, Kernel
from cutlass_lint.analyzer.wording import few
from cutlass_lint.analyzer.workspace import InputError
from cutlass_lint.analyzer.workspace.looking import is_file
from cutlass_lint.reports import printable

_NAME = re.compile(r"(?P<file>.*?)(?::(?P<line>\d{1,100}))?(?:#(?P<number>\d{1,100}))?\Z", re.DOTALL)
_SUFFIX = re.compile(r"(?:\.generated)?\.cu\Z")
_SHOWN = 4
"""Candidates that a message names."""
_CLOSE = 0.5
"""How alike, from 0 to 1, a name must be to be worth a mention."""


class Name(Struct, frozen=True):
    """The name of a kernel: FILE:LINE, an id or the end of one, and which of several kernels there (`#2`)."""

    text: str
    file: str
    line: int | None = None
    number: int | None = None

    @property
    def path(self) -> Path | None:
        """The source, where the name begins with the path of one."""
        path = Path(self.file)
        return path.absolute() if self.file and self.line is not None and is_file(path) else None


def parse_name(text: str) -> Name:
    """Take a name apart."""
    match = _NAME.match(text)
    file, line, number = match.group("file", "line", "number") if match else (text, None, None)
    return Name(text, file, int(line) if line else None, int(number) if number else None)


def chosen(name: Name, instantiations: Mapping[Instantiation, str]) -> Instantiation:
    """The instantiation that a name means, among all with their ids.

    A line may be any of those that an instantiation takes up. Of files that the name fits, the ones that it names in
    full come first, then those whose last folders it names, then any whose path ends like it.

    Raises InputError where it is none or more than one.
    """
    in_files = _in_files(name, instantiations)
    found = [i for i in in_files if name.line is None or i.line <= name.line <= i.end_line]
    if len(found) == 1:
        return found[0]
    if found:
        raise _refusal(f"{name.text} is the name of {len(found)} kernels: {_listed(found, instantiations)}")
    if in_files:
        line = name.line or 0
        nearest = sorted(in_files, key=lambda i: (abs(i.line - line), i.line))[:_SHOWN]
        told = _listed(sorted(nearest, key=_order), instantiations)
        raise _refusal(f"no kernel begins at {name.text}; the nearest: {told}")
    raise _refusal(f"no kernel is called {name.text}{_alike(name, instantiations)}")


def position(name: Name, kernels: Sequence[Kernel]) -> int:
    """The position of the kernel that a name means among those that one instantiation makes.

    Raises InputError where the name does not tell which of several, or its number is too high.
    """
    if name.number is not None and not 1 <= name.number <= len(kernels):
        raise _refusal(f"{name.text}: there are {len(kernels)} kernels, counted from #1")
    if name.number is None and len(kernels) > 1:
        base = kernels[0].id
        in_modules = len({kernel.module for kernel in kernels}) > 1
        told = (
            f"{base}#{number} ({f'module {kernel.module}' if in_modules else kernel.variant or kernel.status})"
            for number, kernel in enumerate(kernels, 1)
        )
        raise _refusal(f"{name.text} makes {len(kernels)} kernels: name one of {', '.join(told)}")
    return (name.number or 1) - 1


def _refusal(message: str) -> InputError:
    """Names come from the command line and from the input: neither may drive a terminal."""
    return InputError(printable(message))


def _in_files(name: Name, instantiations: Mapping[Instantiation, str]) -> list[Instantiation]:
    """The instantiations in files that a name fits best."""
    if name.path is not None:
        real = name.path.resolve()
        return [i for i in instantiations if PurePath(i.file).name == name.path.name and Path(i.file).resolve() == real]
    wanted = _bare(name.file)
    files = {i: _bare(identifier.rpartition(":")[0]) for i, identifier in instantiations.items()}
    if not wanted:
        return []
    for fits in (
        [i for i, file in files.items() if file == wanted],
        [i for i, file in files.items() if file.endswith(f"/{wanted}")],
        [i for i, file in files.items() if file.endswith(wanted)],
        # As in a log of another machine.
        [i for i, file in files.items() if PurePath(file).name == PurePath(wanted).name],
    ):
        if fits:
            return fits
    return []


def _bare(file: str) -> str:
    return _SUFFIX.sub("", file)


def _order(instantiation: Instantiation) -> tuple[str, int, int]:
    return (instantiation.file, instantiation.line, instantiation.column)


def _listed(found: Sequence[Instantiation], instantiations: Mapping[Instantiation, str]) -> str:
    return few(list(dict.fromkeys(instantiations[i] for i in found)), _SHOWN)


def _alike(name: Name, instantiations: Mapping[Instantiation, str]) -> str:
    """The kernels whose files have names most like one."""
    if not instantiations:
        return ": there is no instantiation of any kernel"
    by_file: dict[str, list[str]] = {}
    for identifier in instantiations.values():
        by_file.setdefault(_bare(PurePath(identifier.rpartition(":")[0]).name), []).append(identifier)
    close = get_close_matches(_bare(PurePath(name.file).name), by_file, n=_SHOWN, cutoff=_CLOSE)
    names = [next((i for i in by_file[file] if i.endswith(f":{name.line}")), by_file[file][0]) for file in close]
    return (
        f"; the nearest: {', '.join(names)}"
        if names
        else f"; there are {len(instantiations):,}, such as {next(iter(instantiations.values()))}"
    )
