"""What kernel classes assert where their device code begins: nvcc refuses a kernel there, and a host parse never looks.

A host parse can't read the body of `operator()(Params const&, char*)`, and skips it. In a copy of the header that it
sees instead, the assertions that open the body are all that is left of it, and its return type is deduced: such a
function's body is never skipped. `cutlass_lint::measured` asks for that type.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from cutlass_lint.analyzer.sources import BRANCHING, OPENING, Preprocessor, Text

_ASSERTION = re.compile(rb"\bstatic_assert\b")
_DEVICE_CODE = re.compile(
    rb"\b(?P<result>void)\s+operator\(\)\s*\(\s*Params\s+const\s*&\s*\w*\s*,\s*char\s*\*\s*\w*\s*\)\s*\{"
)
# What may open a body: names, assertions, and the call that stands for the code of other architectures.
_OPENING = re.compile(
    rb"""\s*(?:
        (?P<kept> (?:using|static_assert)\b[^;]*;
          | if\s+constexpr\s*\((?:[^;{}]|\{\})*\)\s*\{(?:\s*static_assert\b[^;]*;)*\s*\}(?!\s*else\b) )
      | \w+\s*\([^;{}]*\)\s*; )""",
    re.VERBOSE,
)
_ENDS = re.compile(rb"[{}]")
_NOT_A_LINE_END = re.compile(rb"[^\r\n]")
# Defined by nvcc where it compiles for a device's own features (CUDA C++ Programming Guide, feature-specific targets).
_FEATURE = re.compile(rb"\b__CUDA_ARCH_FEAT_SM(\d+)_ALL\b")
_DEFINED = b"__cplusplus"
_DEFINE = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)


def asserting(data: bytes, devices: Collection[str]) -> bytes | None:
    """A header whose kernel classes assert, line by line the same; None where it has no such class.

    `devices` are what it is compiled for, as in "120": assertions that only other devices' code has do not count.
    """
    if not _ASSERTION.search(data):
        return None
    preprocessor = Preprocessor(Text(data))
    pieces: list[bytes] = []
    last = 0
    for match in _DEVICE_CODE.finditer(preprocessor.open):
        closing = _closing(preprocessor, match.end())
        if closing is None:
            continue
        opening = _as_on(devices, b"".join(_opening(preprocessor, match.end(), closing)))
        if _ASSERTION.search(opening):
            pieces += (data[last : match.start("result")], b"auto", data[match.end("result") : match.end()], opening)
            last = closing
    if not pieces:
        return None
    return b"".join((*pieces, data[last:]))


def _as_on(devices: Collection[str], body: bytes) -> bytes:
    """A body under the conditions of some devices, without a trace in what follows it.

    Macros that it defines, mostly under these conditions, outlive it: they get names of their own.
    """
    body = _FEATURE.sub(lambda match: _DEFINED if match[1].decode() in devices else match[0], body)
    for name in set(_DEFINE.findall(body)):
        body = re.sub(rb"\b" + re.escape(name) + rb"\b", b"cutlass_lint_" + name, body)
    return body


def _closing(preprocessor: Preprocessor, start: int) -> int | None:
    """The offset of the `}` of a body that starts at an offset; None where the branches of an `#if` disagree on it."""
    opened: list[int] = []
    depth = 1
    ends = {match.start(): match.group() for match in _ENDS.finditer(preprocessor.open, start)}
    conditions = {d.start: d.name for d in preprocessor.directives if d.start >= start}
    for offset, found in sorted({**ends, **conditions}.items()):
        if found == b"{":
            depth += 1
        elif found == b"}":
            depth -= 1
            if depth == 0:
                return None if opened else offset
        elif found in OPENING:
            opened.append(depth)
        elif found in BRANCHING or found == "endif":
            if not opened or opened[-1] != depth:
                return None
            if found == "endif":
                opened.pop()
    return None


def _opening(preprocessor: Preprocessor, start: int, end: int) -> Iterator[bytes]:
    """The statements that open a body, and every directive in it; all else is blank."""
    kept = [(d.start, d.end) for d in preprocessor.directives if start <= d.start < end]
    position = start
    while match := _OPENING.match(preprocessor.open, position, end):
        if match["kept"]:
            kept.append(match.span("kept"))
        position = match.end()
    data = preprocessor.text.data
    last = start
    for first, behind in sorted(kept):
        yield _NOT_A_LINE_END.sub(b" ", data[last:first])
        yield data[max(first, last) : behind]
        last = max(last, behind)
    yield _NOT_A_LINE_END.sub(b" ", data[last:end])
