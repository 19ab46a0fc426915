"""Builders that print what they are asked for: marked deprecated in the very headers that declare them.

Each use of a deprecated template draws a warning with its arguments. The mark is put into a copy of the header that the
front end sees in its place, on the line of the declaration; what else a release's builders take does not matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from cutlass_lint.analyzer.sources import Text, split

# cutlass/gemm/collective, cutlass/epilogue/collective, and the same folders of extensions.
_HEADERS = "*/{}/collective/*builder*.h*"
_SUBJECTS = {"gemm": "mainloop", "epilogue": "epilogue"}
_DECLARATION = re.compile(
    rb"\btemplate\s*<(?P<parameters>[^;{}]*)>\s*(?:struct|class)(?P<mark>)\s+(?P<name>Collective\w*Builder\w*)\s*[{;]"
)
_PARAMETER = re.compile(r"(\w+)\s*(?:=.*)?\Z", re.DOTALL)


class Hooks(Struct, frozen=True):
    """The headers with marked builders, by path, and the builders' own parameter names.

    `parameters` is keyed by subject ("mainloop" or "epilogue") and the template's name.
    """

    files: Mapping[str, bytes] = {}
    parameters: Mapping[tuple[str, str], tuple[str, ...]] = {}


@lru_cache(maxsize=64)
def hooks(include_dirs: Sequence[str]) -> Hooks:
    """Mark the builders of the headers that these include folders hold; what cannot be read is left as it is."""
    files: dict[str, bytes] = {}
    parameters: dict[tuple[str, str], tuple[str, ...]] = {}
    for part, subject in _SUBJECTS.items():
        for header in (path for folder in include_dirs for path in _headers(Path(folder), part)):
            try:
                data = header.read_bytes()
            except OSError:
                continue
            text = Text(data)
            pieces: list[bytes] = []
            last = 0
            for match in _DECLARATION.finditer(text.shape):
                names = tuple(_name(p) for p in split(text.folded(*match.span("parameters"))))
                parameters.setdefault((subject, match["name"].decode()), names)
                pieces += (data[last : match.start("mark")], f' [[deprecated("cutlass-lint {subject}")]]'.encode())
                last = match.start("mark")
            if pieces:
                files[str(header)] = b"".join((*pieces, data[last:]))
    return Hooks(files, parameters)


def _headers(folder: Path, part: str) -> Iterator[Path]:
    try:
        yield from sorted(folder.glob(_HEADERS.format(part)))
    except OSError:
        return


def _name(parameter: str) -> str:
    match = _PARAMETER.search(parameter)
    return match[1] if match else ""
