"""Kernels with changed arguments, sized: one source is written for them, in place of the instantiation they are of."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from cutlass_lint.analyzer.fit.rewriting import RewritingError, rewritten
from cutlass_lint.analyzer.model import Change, Instantiation, Kernel, Launcher, Module, Problem, Source, WhatIf
from cutlass_lint.analyzer.pipeline import Inputs
from cutlass_lint.analyzer.smem.evidence import Evidence
from cutlass_lint.analyzer.smem.frontend import Settings
from cutlass_lint.analyzer.smem.prefixes import Prefix
from cutlass_lint.analyzer.smem.resolve import resolve
from cutlass_lint.analyzer.smem.workers import Parser
from cutlass_lint.analyzer.sources import read_source
from cutlass_lint.analyzer.sources.files import read_bytes
from cutlass_lint.analyzer.temporary import temporary_folder
from cutlass_lint.analyzer.workspace import InputError
from cutlass_lint.analyzer.workspace.looking import is_file
from cutlass_lint.reports import printable


def what_if(
    inputs: Inputs, kernel: Kernel, changes: Sequence[Mapping[str, str]], settings: Settings
) -> Iterator[WhatIf]:
    """Yield the kernels that a kernel's instantiation makes with its arguments changed, in the order they are settled.

    Each of `changes` maps the launcher's own parameter names to new texts; an empty one leaves all as it is. One that
    makes several kernels is yielded once for each. No file of the user's is touched: a copy of the kernel's source,
    with the changed calls where its own was and without all other instantiations, is sized as part of its module.

    Raises InputError where the kernel has no arguments to change, or a text cannot be an argument.
    """
    launcher = launcher_of(kernel)
    original = kernel.instantiation
    content = read_bytes(Path(original.file))
    if isinstance(content, Problem):
        raise _refusal(f"{kernel.id}: {content.message}: {content.remedy}")
    statement = content[original.start_byte : original.end_byte]
    # Of arguments that come more than once, one call: no kernel can be defined twice.
    calls: dict[bytes, list[int]] = {}
    for position, change in enumerate(changes):
        calls.setdefault(_call(kernel, launcher, statement, change), []).append(position)
    if not calls:
        return
    source = inputs.sources[original.file]
    with tempfile.TemporaryDirectory(dir=temporary_folder()) as folder:
        scratch = Path(folder) / Path(original.file).name
        scratch.write_bytes(_replaced(content, source, original, list(calls)))
        made = read_source(scratch)
        if len(made.instantiations) != len(calls):
            raise _refusal(f"{kernel.id}: its source does not read the same with changed arguments")
        places = _Places(made, original)
        positions = dict(zip(made.instantiations, calls.values(), strict=True))
        module = _with_source(_module(inputs, kernel), source, scratch)
        for found in resolve([module], {made.file: made}, settings, examine=as_sized):
            for position in positions[found.instantiation]:
                yield WhatIf(_changes(kernel, changes[position]), places.restored(found, kernel))


def launcher_of(kernel: Kernel) -> Launcher:
    """The launcher whose arguments can be changed. Raises InputError, with what to do, where there is none."""
    if kernel.instantiation.form == "source":
        raise _refusal(
            f"{kernel.id} is made by its source itself, without a launcher whose arguments could be changed: "
            "change the source, and see what cutlass-lint check says of it"
        )
    if kernel.launcher is None or (not kernel.arguments and kernel.launcher.parameters):
        raise _refusal(f"{kernel.id} has no arguments that could be changed: {kernel.reason}")
    return kernel.launcher


def _call(kernel: Kernel, launcher: Launcher, statement: bytes, change: Mapping[str, str]) -> bytes:
    """The instantiation's statement with changed arguments."""
    for name in change:
        if name not in launcher.parameters:
            raise _refusal(f"{launcher.name} has no parameter {name}: it has {', '.join(launcher.parameters)}")
    differing = {
        launcher.parameters.index(name): text for name, text in change.items() if kernel.arguments.get(name) != text
    }
    if any(launcher.parameters[position].endswith("...") for position in differing):
        raise _refusal(f"{launcher.parameters[-1]} of {launcher.name} takes any number of arguments: none is changed")
    try:
        return rewritten(statement, kernel.instantiation.form, differing)
    except RewritingError as error:
        names = ", ".join(f"{name}={text}" for name, text in change.items())
        raise _refusal(f"{kernel.id} with {names} cannot be written: {error}") from error


def _replaced(content: bytes, source: Source, original: Instantiation, calls: Sequence[bytes]) -> bytes:
    """The source with the calls, each on lines of its own, where an instantiation was, and all others blanked."""
    changed = bytearray(content)
    for other in reversed(source.instantiations):
        span = slice(other.start_byte, other.end_byte)
        if other == original:
            changed[span] = b"\n".join(calls)
        else:
            changed[span] = bytes(byte if byte in b"\r\n" else ord(" ") for byte in changed[span])
    return bytes(changed)


def _module(inputs: Inputs, kernel: Kernel) -> Module:
    file = kernel.instantiation.file
    for module in inputs.modules:
        if module.name == kernel.module and file in module.sources:
            if module.problem is not None:
                raise _refusal(f"{kernel.id}: {module.problem.message}; {module.problem.remedy}")
            return module
    raise _refusal(f"{kernel.id} is in none of the modules that were read")


def _with_source(module: Module, source: Source, scratch: Path) -> Module:
    """The module with one source, whose includes are found as those of the source that it was made of."""
    folder = Path(source.file).parent
    flags = module.flags
    if any(is_file(folder / name) for name in source.includes):
        flags = replace(flags, include_dirs=(str(folder), *flags.include_dirs))
    return replace(module, sources=(str(scratch),), flags=flags)


def as_sized(
    kernel: Kernel, _evidence: Evidence, _sources: Mapping[str, Source], _prefix: Prefix, _parser: Parser
) -> Kernel:
    """Leave a kernel at its sizes: an account of its bytes would take another parse for each that overflows."""
    return kernel


def _changes(kernel: Kernel, change: Mapping[str, str]) -> tuple[Change, ...]:
    return tuple(Change(name, kernel.arguments.get(name, ""), text) for name, text in change.items())


class _Places(Struct, frozen=True):
    """Where places of the written source are in the one that it was made of."""

    made: Source
    original: Instantiation

    def restored(self, found: Kernel, kernel: Kernel) -> Kernel:
        """What was found out about a changed kernel, told as of the instantiation that it was made from."""
        instantiation = replace(self.original, arguments=found.instantiation.arguments)
        return replace(
            found,
            id=kernel.id,
            instantiation=instantiation,
            launcher=kernel.launcher,
            reason=self._text(found.reason) if found.reason else None,
            chain=tuple(
                replace(
                    related,
                    location=replace(related.location, file=self.original.file, line=self._line(related.location.line)),
                )
                if related.location.file == self.made.file
                else related
                for related in found.chain
            ),
        )

    def _text(self, text: str) -> str:
        place = re.compile(re.escape(self.made.file) + r"(?::(\d+))?")
        return place.sub(lambda match: self.original.file + (f":{self._line(int(match[1]))}" if match[1] else ""), text)

    def _line(self, line: int) -> int:
        """A line of the source as it is; the first of the instantiation for all lines of the calls."""
        if line < self.original.line:
            return line
        last = self.made.instantiations[-1].end_line
        return self.original.line if line <= last else line - last + self.original.end_line


def _refusal(message: str) -> InputError:
    """What the input says must not drive a terminal."""
    return InputError(printable(message))
