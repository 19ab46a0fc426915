"""The copies of headers that the front end sees in their place: builders that print, kernel classes that assert.

A builder is marked deprecated, on the line of its declaration: each use of a deprecated template draws a warning with
its arguments, and what else a release's builders take does not matter. For kernel classes see `preconditions`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from cutlass_lint.analyzer.smem.preconditions import asserting
from cutlass_lint.analyzer.sources import Text, split

# In cutlass/ and in the folders of extensions that are laid out like it.
_BUILDERS = {"mainloop": "*/gemm/collective/*builder*.h*", "epilogue": "*/epilogue/collective/*builder*.h*"}
_KERNELS = "*/gemm/kernel/*.h*"
_DECLARATION = re.compile(
    rb"\btemplate\s*<(?P<parameters>[^;{}]*)>\s*(?:struct|class)(?P<mark>)\s+(?P<name>Collective\w*Builder\w*)\s*[{;]"
)
_PARAMETER = re.compile(r"(\w+)\s*(?:=.*)?\Z", re.DOTALL)


class Hooks(Struct, frozen=True):
    """The changed headers, by path, and the builders' own parameter names.

    `parameters` is keyed by subject ("mainloop" or "epilogue") and the template's name.
    """

    files: Mapping[str, bytes] = {}
    parameters: Mapping[tuple[str, str], tuple[str, ...]] = {}


@lru_cache(maxsize=64)
def hooks(include_dirs: Sequence[str], devices: Collection[str]) -> Hooks:
    """Change the headers that these include folders hold, for these devices; what cannot be read is left as it is."""
    files: dict[str, bytes] = {}
    parameters: dict[tuple[str, str], tuple[str, ...]] = {}
    for subject, pattern in _BUILDERS.items():
        for header, data in _headers(include_dirs, pattern):
            text = Text(data)
            pieces: list[bytes] = []
            last = 0
            for match in _DECLARATION.finditer(text.shape):
                names = tuple(_name(p) for p in split(text.folded(*match.span("parameters"))))
                parameters.setdefault((subject, match["name"].decode()), names)
                pieces += (data[last : match.start("mark")], f' [[deprecated("cutlass-lint {subject}")]]'.encode())
                last = match.start("mark")
            if pieces:
                files[header] = b"".join((*pieces, data[last:]))
    kernels = ((header, asserting(data, devices)) for header, data in _headers(include_dirs, _KERNELS))
    files |= {header: data for header, data in kernels if data is not None}
    return Hooks(files, parameters)


def _headers(folders: Sequence[str], pattern: str) -> Iterator[tuple[str, bytes]]:
    for folder in folders:
        with suppress(OSError):
            for path in sorted(Path(folder).glob(pattern)):
                with suppress(OSError):
                    yield str(path), path.read_bytes()


def _name(parameter: str) -> str:
    match = _PARAMETER.search(parameter)
    return match[1] if match else ""
