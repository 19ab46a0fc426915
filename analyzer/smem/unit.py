"""Translation units: which instantiations are parsed together, and what a parse says about each of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import partial

from msgspec import Struct

from cutlass_lint.analyzer.model import Instantiation, Launcher, Source
from cutlass_lint.analyzer.smem.frontend import OVERLAY, FrontEndError
from cutlass_lint.analyzer.smem.jobs import Diagnostic, Parsed
from cutlass_lint.analyzer.smem.launches import rewritten
from cutlass_lint.analyzer.sources.files import contents_as_read

_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*[<"](?P<name>[^>"\n]+)[>"]', re.MULTILINE)
MAIN = "/cutlass-lint/unit.cpp"
_SHOWN = 200
_ENDED = re.compile(r"ended<(\d{1,9})>")
# Quotes and line ends would end the name; lone surrogates stand for bytes of a name that are not UTF-8.
_UNQUOTABLE = re.compile('["\\r\\n\ud800-\udfff]')


class Unit(Struct, frozen=True):
    """Instantiations of one launcher that are parsed together: their own files, with every other one blanked.

    A function that a launcher only calls is instantiated at the end of a unit, in the order of the calls, and clang
    does not say for whom. So behind each instantiation, on its line, stands the use of a function that marks its end.
    """

    instantiations: tuple[Instantiation, ...]

    def files(self, sources: Mapping[str, Source], launcher: Launcher) -> dict[str, bytes]:
        """The main file and the sources as the front end shall see them: the launcher is included once.

        Raises OSError where one can't be read or is another by now, FrontEndError where its path can't stand in an
        #include.
        """
        wanted: dict[str, dict[Instantiation, int]] = {}
        for index, instantiation in enumerate(self.instantiations):
            wanted.setdefault(instantiation.file, {})[instantiation] = index
        if any(map(unquotable, wanted)):
            raise FrontEndError("its path has bytes that an #include cannot have: rename it")
        texts = {file: _blanked(sources[file], kept) for file, kept in wanted.items()}
        for file in list(wanted)[1:]:
            texts[file] = _INCLUDE.sub(partial(_without, launcher.file), texts[file])
        texts.setdefault(launcher.file, contents_as_read(launcher.file, launcher.digest))
        texts = {file: rewritten(text) for file, text in texts.items()}
        main = "".join(f'#include "{file}"\n' for file in (OVERLAY / "launched.h", *wanted))
        return {MAIN: main.encode(), **texts}


def unquotable(file: str) -> bool:
    """Whether a path has bytes that an `#include` can't have."""
    return _UNQUOTABLE.search(file) is not None


def _without(launcher: str, include: re.Match[bytes]) -> bytes:
    """An include directive, blanked where it names the launcher: not every launcher can be included twice."""
    name = include["name"].decode("utf-8", "surrogateescape")
    return b"" if launcher.endswith(f"/{name}") else include[0]


def _blanked(source: Source, kept: Mapping[Instantiation, int]) -> bytes:
    content = bytearray(contents_as_read(source.file, source.digest))
    for instantiation in reversed(source.instantiations):
        span = slice(instantiation.start_byte, instantiation.end_byte)
        if instantiation in kept:
            index = kept[instantiation]
            end = f" inline auto* const cutlass_lint_end_{index} = &::cutlass_lint::end<{index}>;"
            content[span.stop : span.stop] = end.encode()
        else:
            content[span] = bytes(byte if byte in b"\r\n" else ord(" ") for byte in content[span])
    return bytes(content)


Attributed = dict[Instantiation | None, list[Diagnostic]]
"""The diagnostics of a parse by the instantiation they belong to; None holds those that belong to none."""


def attribute(unit: Unit, parsed: Parsed) -> Attributed:
    """Find out which instantiation each diagnostic belongs to.

    It is the one at whose lines its notes end; of what is instantiated at the end of the unit, the one whose end is
    marked next. Clang prints the notes of a context once: a diagnostic that has none is in the context of the one
    before it. Raises FrontEndError where headers other than ours print an end.
    """
    lines = {
        (instantiation.file, line): instantiation
        for instantiation in unit.instantiations
        for line in range(instantiation.line, instantiation.end_line + 1)
    }
    attributed: Attributed = {}
    unowned: list[Diagnostic] = []
    previous: Instantiation | None = None
    for diagnostic in parsed.diagnostics:
        if diagnostic.subject == "end":
            ended = _ended(unit, diagnostic)
            attributed.setdefault(ended, []).extend(unowned)
            unowned.clear()
            continue
        owner = _owner(diagnostic, lines)
        if owner is None and not _has_context(diagnostic):
            owner = previous
        previous = owner
        (unowned if owner is None else attributed.setdefault(owner, [])).append(diagnostic)
    if unowned and len(unit.instantiations) == 1 and not any(diagnostic.error for diagnostic in unowned):
        # What one instantiation alone leads to is its own; an error may be the headers'.
        attributed.setdefault(unit.instantiations[0], []).extend(unowned)
    elif unowned:
        attributed[None] = unowned
    return attributed


def _ended(unit: Unit, diagnostic: Diagnostic) -> Instantiation:
    match = _ENDED.fullmatch(diagnostic.text)
    if match is None or int(match[1]) >= len(unit.instantiations):
        raise forged(diagnostic)
    return unit.instantiations[int(match[1])]


def forged(diagnostic: Diagnostic) -> FrontEndError:
    """The error about a warning that looks like ours: other headers may be marked like ours."""
    return FrontEndError(f"its headers print what only this tool's do: {diagnostic.text[:_SHOWN]}")


def _owner(diagnostic: Diagnostic, lines: Mapping[tuple[str, int], Instantiation]) -> Instantiation | None:
    places: Iterable[tuple[str, int]] = (
        (diagnostic.file, diagnostic.line),
        *((note.file, note.line) for note in diagnostic.notes),
    )
    return next((lines[place] for place in places if place in lines), None)


def _has_context(diagnostic: Diagnostic) -> bool:
    return any("requested here" in note.text for note in diagnostic.notes)
