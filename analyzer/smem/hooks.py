"""The copies of headers that the front end sees in their place: builders that print, kernel classes that assert.

A builder is marked deprecated, on the line of its declaration: each use of a deprecated template draws a warning with
its arguments, and what else a release's builders take does not matter. For kernel classes see `preconditions`, for
integers `fixed_widths`.
"""

from __future__ import annotations

import fnmatch
import os
import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from cutlass_lint.analyzer.cache.digests import digest_of
from cutlass_lint.analyzer.cache.lookups import lacking
from cutlass_lint.analyzer.model import Lookup
from cutlass_lint.analyzer.remembering import for_a_run
from cutlass_lint.analyzer.smem.fixed_widths import aliased
from cutlass_lint.analyzer.smem.preconditions import asserting
from cutlass_lint.analyzer.sources import Text, split
from cutlass_lint.analyzer.sources.files import barred, version

# In cutlass/ and in the folders of extensions that are laid out like it.
_BUILDERS = {"mainloop": "gemm/collective", "epilogue": "epilogue/collective"}
_KERNELS = "gemm/kernel"
# In cute/.
_INTEGERS = "numeric"
_DECLARATION = re.compile(
    rb"\btemplate\s*<(?P<parameters>[^;{}]*)>\s*(?:struct|class)(?P<mark>)\s+(?P<name>Collective\w*Builder\w*)\s*[{;]"
)
_PARAMETER = re.compile(r"(\w+)\s*(?:=.*)?\Z", re.DOTALL)


class Hooks(Struct, frozen=True):
    """The changed headers, by path, and the builders' own parameter names.

    `parameters` is keyed by subject ("mainloop" or "epilogue") and the template's name. `read` are digests of all that
    was read for it, by path, and `listed` the folders that were looked through, `absent` those that are not there.
    """

    files: Mapping[str, bytes] = {}
    parameters: Mapping[tuple[str, str], tuple[str, ...]] = {}
    read: Mapping[str, bytes] = {}
    listed: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()


@for_a_run(64)
def hooks(lookup: Lookup, devices: Collection[str]) -> Hooks:
    """Change the headers that include folders hold, for these devices; what cannot be read is left as it is."""
    headers = _Headers(lookup)
    files: dict[str, bytes] = {}
    parameters: dict[tuple[str, str], tuple[str, ...]] = {}
    for subject, folder in _BUILDERS.items():
        for header, data in headers.named(folder, "*builder*.h*"):
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
    kernels = ((header, asserting(data, devices)) for header, data in headers.named(_KERNELS, "*.h*"))
    integers = ((header, aliased(data)) for header, data in headers.named(_INTEGERS, "int*.h*"))
    files |= {header: data for header, data in (*kernels, *integers) if data is not None}
    return Hooks(files, parameters, headers.read, tuple(sorted(headers.listed)), tuple(sorted(headers.absent)))


class _Headers:
    """The headers that lie in folders of a name below those below include folders, and where they were looked for."""

    def __init__(self, lookup: Lookup) -> None:
        self.read: dict[str, bytes] = {}
        self.listed = set(lookup.include_dirs)
        self.absent: set[str] = set()
        self._roots = [f"{folder}/{name}" for folder in lookup.include_dirs for name in _entries(folder)]
        self._lookup = lookup

    def named(self, inner: str, pattern: str) -> Iterator[tuple[str, bytes]]:
        """Yield the headers in folders of this name whose own names match, with their content."""
        for root in self._roots:
            gap = lacking(root, inner)
            if gap is not None:
                self.absent.add(gap)
                continue
            folder = f"{root}/{inner}"
            self.listed.add(folder)
            for name in fnmatch.filter(_entries(folder), pattern):
                path = f"{folder}/{name}"
                found = version(path)
                if found is None or barred(found, self._lookup.roots):
                    continue
                with suppress(OSError):
                    data = Path(path).read_bytes()
                    self.read[path] = digest_of(data)
                    yield path, data


def _entries(folder: str) -> list[str]:
    with suppress(OSError):
        return sorted(os.listdir(folder))  # noqa: PTH208 - names only
    return []


def _name(parameter: str) -> str:
    match = _PARAMETER.search(parameter)
    return match[1] if match else ""
