"""Places in sources, and what the frames of a stack tell of the build."""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

from cutlass_lint.analyzer.logs.entries import Place
from cutlass_lint.analyzer.logs.prefixes import printable

_PATH_BACKWARDS = re.compile(rb"[\w./\\+@~%=-]{0,1000}")
_LINE = re.compile(rb"(?P<end>\.(?:cuh?|inl|hpp|h)|_group\d{1,6})[:(](?P<line>\d{1,9})")
"""The end of a path and a line, `.cu:60` or `.cu(60)`; reports also write `M128_BS_group2:60`."""
_ALONE = re.compile(rb"\([^\s()]{1,1000}:\d{1,9}\)?\s*$|^\S{1,1000}[:(]\d{1,9}\)?(?:\s|$)|\bat \S{1,1000}:\d{1,9}\b")
_CHAIN = re.compile(rb"\bat line (\d{1,9}) of \"?([^\s\"]{1,1000}\.cu)\b")
"""nvcc: where the template was instantiated, the outermost last."""
_NOTE = re.compile(rb"\.cu:\d{1,9}(?::\d{1,9})?: (?:note: |  *required from here)|\bat line \d{1,9} of\b")
_FRAME = re.compile(rb"(\d{1,4})\s+(?:0x[0-9a-fA-F]+\s|\S{1,1000}\.so\b)|\S{1,1000}\.so\(\+?[\w+]{1,40}\) \[0x")
_CACHE = re.compile(
    rb"\.cache/flashinfer/(?:(?P<release>\d+\.[\w.+-]{1,60})/)?(?P<arch>\d{2,3}[a-z]?(?:_\d{2,3}[a-z]?)*)/"
    rb"(?:cached_ops/(?P<module>[\w.+-]{1,120})/)?"
)
"""FlashInfer's cache; up to 0.3 without a folder of the release. Sources lie elsewhere than what is built of them."""
_DISPATCHER: Final = b"dispatchMoeGemmSelectClusterShapeTmaWarpSpecialized<"
_BRACKET = re.compile(rb"[<>]")
_TEMPLATE = 2000
"""Characters of template arguments that are kept."""
_HEADERS = (".cuh", ".h", ".hpp", ".inl")


class Build(Struct, frozen=True):
    """What a text tells of the build that wrote it; None where it doesn't."""

    release: str | None = None
    arch: str | None = None
    module: str | None = None
    template: str | None = None


def path_start(text: bytes, end: int) -> int:
    """Where the path begins that ends at `end`; `end` where none does."""
    match = _PATH_BACKWARDS.match(text[max(0, end - 1000) : end][::-1])
    return end - (match.end() if match else 0)


def place(text: bytes, start: int = 0) -> Place | None:
    """The first place that a text names from `start` on, else before; sources of device code come first."""
    first: Place | None = None
    device: Place | None = None
    for match in _LINE.finditer(text):
        path = text[path_start(text, match.start("end")) : match.end("end")]
        named = Place(path.decode("utf-8", "replace"), int(match["line"]))
        first = first or named
        if is_device_code(named):
            device = device or named
            if match.start() >= start:
                return named
    return device or first


def is_device_code(named: Place) -> bool:
    """Whether a place is in a source that can instantiate a kernel, rather than in a header."""
    return not named.file.endswith(_HEADERS)


def quoted(text: bytes) -> Place | None:
    """The place that a line begins with or has in brackets, as one that goes on where the line above it was cut."""
    return place(text) if _ALONE.search(text) else None


def instantiated(text: bytes) -> Place | None:
    """The line of a `.cu` that a note of a compiler says a template was instantiated from."""
    match = _CHAIN.search(text)
    if match:
        return Place(printable(match[2].decode("utf-8", "replace")), int(match[1]))
    return place(text) if _NOTE.search(text) and b".cu:" in text else None


def is_note(text: bytes) -> bool:
    """Whether a compiler says where a template was instantiated, in whatever file."""
    return _NOTE.search(text) is not None


def frame(text: bytes) -> int | None:
    """The number of a stack frame, 0 where it has none; None where the text is no frame."""
    match = _FRAME.match(text)
    return int(match[1] or 0) if match else None


def build(text: bytes) -> Build:
    """What a text, mostly a frame or the path of a source, tells of the build."""
    cache = _CACHE.search(text) if b".cache/flashinfer/" in text else None
    release, arch, module = cache.group("release", "arch", "module") if cache else (None, None, None)
    return Build(_text(release), _text(arch), _text(module), _template(text))


def _text(part: bytes | None) -> str | None:
    return part.decode("ascii", "replace") if part else None


def _template(text: bytes) -> str | None:
    start = text.find(_DISPATCHER)
    if start < 0:
        return None
    start += len(_DISPATCHER)
    depth, end = 1, len(text)
    # Not the > of operators: the arguments are types and numbers as the demangler prints them.
    for bracket in _BRACKET.finditer(text, start):
        depth += 1 if bracket[0] == b"<" else -1
        if not depth:
            end = bracket.start()
            break
    arguments = text[start:end].decode("utf-8", "replace")
    arguments = printable(" ".join(arguments.split()))
    return arguments[:_TEMPLATE] + ("…" if depth or len(arguments) > _TEMPLATE else "")
