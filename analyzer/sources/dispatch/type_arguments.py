"""Template arguments: types, shapes and numbers, as far as they can be told apart by name."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from cutlass_lint.analyzer.sources.dispatch.tree import Syntax, tree_of
from cutlass_lint.analyzer.sources.dispatch.values import UNKNOWN, Extents, TypeName, Value, as_number
from cutlass_lint.analyzer.sources.launches import split

if TYPE_CHECKING:
    from cutlass_lint.analyzer.sources.dispatch.frames import Frame
    from cutlass_lint.analyzer.sources.dispatch.names import Names

_SPACED = re.compile(r"\s*(::|<|>)\s*")
_DECORATION = re.compile(r"\A(?:typename\s+|const\s+|::)+|\s*(?:const|&+|\*+)\s*\Z")
_NUMBER = re.compile(r"[0-9]{1,18}")
_NAME = re.compile(r"(?:\w+\s*::\s*)*\w+\Z")
# cute/numeric/integral_constant.hpp: _128, Int<128> and C<128>.
_INTEGER = re.compile(r"(?:cute::)?_(\d{1,18})\Z")
_INTEGRAL = re.compile(r"(?:cute::)?(?:Int|C)<(.*)>\Z", re.DOTALL)
# cute::Shape<M, N, K>, and GemmShape<M, N, K> of CUTLASS 2.x.
_SHAPE = re.compile(r"(?:\w+::)*(?:Shape|GemmShape|tuple)<(.*)>\Z", re.DOTALL)
_WORD = re.compile(r"(?<![\w:])\w+")
# Types of C++, CUDA and CUTLASS that no alias hides.
PLAIN = re.compile(
    r"half|float|double|void|bool|char|u?int\d*(?:_t)?|__nv_\w+|Sm\d+|(?:half|bfloat16|tfloat32|u?int\d+b?|float_\w+)_t"
)
_SAME = {"__half": "half", "nv_bfloat16": "__nv_bfloat16", "nv_half": "half"}
_BITS = {
    4: re.compile(r".*e2m1.*|u?int4b_t"),
    8: re.compile(r".*(?:e4m3|e5m2).*|u?int8_t|char"),
    16: re.compile(r"half(?:_t)?|.*bfloat16.*|u?int16_t"),
    32: re.compile(r"float|tfloat32_t|u?int(?:32_t)?"),
    64: re.compile(r"double|u?int64_t"),
}
_ALIASES = 8


def type_argument(names: Names, text: str, frame: Frame, depth: int = _ALIASES) -> Value:
    """What a template argument stands for: a type, a shape or a number."""
    text = _undecorated(text)
    if (integer := _INTEGER.match(text)) is not None:
        return int(integer[1])
    if _NAME.match(text):
        return _named(names, text, frame, depth)
    if integral := _INTEGRAL.match(text):
        return type_argument(names, integral[1], frame, depth)
    if shape := _SHAPE.match(text):
        extents = (as_number(type_argument(names, part, frame, depth)) for part in split(shape[1]))
        return Extents(tuple(extents))
    node = _expression(text)
    return names.value(node, frame) if node is not None else UNKNOWN


@lru_cache(maxsize=4096)
def _undecorated(text: str) -> str:
    return _DECORATION.sub("", _SPACED.sub(r"\1", text.strip()))


def bits(value: Value) -> int | None:
    """How many bits an element of a type takes, None where that is not known."""
    if not isinstance(value, TypeName):
        return None
    found = {size for name in value.name.split("|") for size, names in _BITS.items() if names.fullmatch(name)}
    return found.pop() if len(found) == 1 else None


def adapted_bits(text: str, frame: Frame) -> int | None:
    """How many bits an element of a type takes that is made of the one type which its text names.

    Types that map another to its like in CUTLASS, such as `TllmToCutlassTypeAdapter<T>::type`, keep the bits.
    """
    named = (frame.lookup(word) for word in _WORD.findall(text))
    types = [one for one in named if isinstance(one, TypeName)]
    return bits(types[0]) if len(types) == 1 else None


def _named(names: Names, text: str, frame: Frame, depth: int) -> Value:
    bound = frame.lookup(text)
    if bound is not None:
        return bound
    if _NUMBER.fullmatch(text) or text in ("true", "false"):
        return int(text) if _NUMBER.fullmatch(text) else text == "true"
    qualifier, _, name = text.rpartition("::")
    name = _SAME.get(name, name)
    if PLAIN.fullmatch(name):
        return TypeName(name)
    value = names.named(text, frame)
    if value is not UNKNOWN or depth == 0:
        return value
    aliases = names.code.aliases(name)
    if aliases:
        meant = {type_argument(names, alias, frame, depth - 1) for alias in aliases}
        parts = sorted({part for one in meant if isinstance(one, TypeName) for part in one.name.split("|")})
        return TypeName("|".join(parts)) if all(isinstance(one, TypeName) for one in meant) else _only(meant)
    if qualifier.startswith(("cutlass", "cute")) or names.code.classes(name):
        return TypeName(name)
    return UNKNOWN


def _only(values: set[Value]) -> Value:
    return next(iter(values)) if len(values) == 1 else UNKNOWN


@lru_cache(maxsize=8192)
def _expression(text: str) -> Syntax | None:
    root = tree_of(f"auto _ = {text};".encode())
    declarator = root.children[0].fields.get("declarator") if root.children else None
    return declarator.fields.get("value") if declarator is not None and not root.has_error else None
