"""What an instantiation argument says: an element type, a fusion, a schedule, an architecture, or something else.

Launchers name their parameters as they like, so both are read, the parameter's name and the argument's text. The first
line that holds decides:

| kind | the name | the text |
|---|---|---|
| arch | any | `Sm120`, `cutlass::arch::Sm90` |
| element-type | any | a number format: `half`, `__nv_fp8_e4m3`, `SafeFP4`, `cutlass::mx_float4_t<...>` |
| epilogue-schedule | has both Epilogue and Schedule | the name of a type other than void |
| kernel-schedule | has Schedule | the name of a type other than void |
| epilogue-fusion | has Fusion, EpilogueTag or EpilogueOp | a name |
| element-type | has Element, DataType or dtype | the name of a type |
| argument | any | any |
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

ArgumentKind = Literal["arch", "element-type", "epilogue-schedule", "kernel-schedule", "epilogue-fusion", "argument"]

_NAMESPACES = re.compile(r"(?:::)?(?:[A-Za-z_]\w*\s*::\s*)+(?=\w)")
_TYPE = re.compile(r"(?:::)?[A-Za-z_]\w*(?:\s*::\s*[A-Za-z_]\w*)*(?:\s*<.*>)?\Z", re.DOTALL)
_SHAPE = re.compile(r"(?:Shape|Stride|Layout|tuple|Int|C|_\d+)\b")
_ARCH = re.compile(r"Sm\d{2,3}[a-z]?\Z")
# As C++, CUDA, CUTLASS and PyTorch spell them. The case counts: `int` is a number format, `cute::Int<128>` a number.
_NUMBER_FORMAT = re.compile(
    r"_*(?:(?:nv|mx|type_erased_dynamic)_|[Ss]afe)?"
    r"(?:[Hh]alf|double|[BT]?Float|(?:b|t)?float|(?:bf|tf|fp|FP)(?=\d)|u?int|bool|char)"
    r"\d*(?:b|_?u?e\d+m\d+[a-z]*)?(?:_unpacksmem)?(?:_t)?(?:\s*<.*>)?\Z",
    re.DOTALL,
)
_SCHEDULE_NAME = re.compile(r"schedule(?!r)", re.IGNORECASE)
_FUSION_NAME = re.compile(r"fusion|epilogue_?(?:tag|op)", re.IGNORECASE)
_ELEMENT_NAME = re.compile(r"element(?!s|wise)|data_?type|dtype", re.IGNORECASE)


def unqualified(text: str) -> str:
    """A name without the namespaces before it, which the same type has in one launcher and lacks in the next."""
    return _NAMESPACES.sub("", text, count=1) if _NAMESPACES.match(text) else text


@lru_cache(maxsize=4096)
def argument_kind(name: str, text: str) -> ArgumentKind:
    """The kind of what an argument names, by its parameter's name and its text."""
    last = unqualified(text)
    if _ARCH.match(last):
        return "arch"
    if _NUMBER_FORMAT.match(last):
        return "element-type"
    if not _TYPE.match(text) or last in ("true", "false", "void") or _SHAPE.match(last):
        return "argument"
    if _SCHEDULE_NAME.search(name):
        return "epilogue-schedule" if "epilogue" in name.lower() else "kernel-schedule"
    if _FUSION_NAME.search(name):
        return "epilogue-fusion"
    return "element-type" if _ELEMENT_NAME.search(name) else "argument"
