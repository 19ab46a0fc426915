"""Operators and literals of host code, on what is known of numbers, enumerators and types."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable

from cutlass_lint.analyzer.sources.dispatch.values import UNKNOWN, Value, as_number, equal, inverse, truth

_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<<": operator.lshift,
    ">>": operator.rshift,
}
_COMPARISON: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}
_MOST = 1 << 64


def unary(sign: str, value: Value) -> Value:
    """What an operator in front of a value makes of it."""
    number = as_number(value)
    match sign:
        case "!":
            opposite = inverse(truth(value))
            return UNKNOWN if opposite is None else opposite
        case "-" if number is not None:
            return -number
        case "~" if number is not None:
            return ~number
        case "+":
            return value
        case _:
            return UNKNOWN


def binary(sign: str, left: Value, right: Value) -> Value:
    """What an operator between two values makes of them; not `&&` and `||`, which need not look at the second."""
    if sign in ("==", "!="):
        same = equal(left, right)
        return UNKNOWN if same is None else same is (sign == "==")
    first, second = as_number(left), as_number(right)
    if first is None or second is None:
        # What a mask leaves out stays out.
        return 0 if sign == "&" and 0 in (first, second) else UNKNOWN
    if sign in _COMPARISON:
        return _COMPARISON[sign](first, second)
    if sign in ("/", "%") and second > 0 and first >= 0:
        return first // second if sign == "/" else first % second
    if sign not in _ARITHMETIC or (sign in ("<<", ">>") and not 0 <= second < 64):
        return UNKNOWN
    number = _ARITHMETIC[sign](first, second)
    return number if abs(number) < _MOST else UNKNOWN


def literal(text: str) -> Value:
    """The number that a literal spells; UNKNOWN for one that is no integer."""
    digits = text.replace("'", "").rstrip("uUlLzZ")
    try:
        number = int(digits, 8 if re.fullmatch(r"0[0-7]+", digits) else 0)
    except ValueError:
        return UNKNOWN
    return number if number < _MOST else UNKNOWN
