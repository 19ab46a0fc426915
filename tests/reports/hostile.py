"""Whatever a report may be made of, with one text wherever it has a text, and texts that were written to do harm."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from cutlass_lint.analyzer import groups
from cutlass_lint.analyzer.doctor import Check
from cutlass_lint.analyzer.groups.symbols import Undefined
from cutlass_lint.analyzer.model import Finding

# A type of one of its fields, which the package itself imports for type checkers only.
vars(groups)["Undefined"] = Undefined

TEXTS = (
    "\x1b[31m\x1b]0;title\x07\x1b]8;;http://a.example\x1b\\",
    "\x9b31m\x90q\x9d0;t\x9c",
    "a\u202eb\u2066c\u2069\u200b\u200d\ufeff\u2028\u2029\x85\U000e0041",
    "\udcff\ud800\0\x7f\ufffe\uffff\r\n\t\v\f\b",
    "[bold]a[/] [/bold] [link=http://a.example]b[/link] :warning: \\[c]\\",
    "a | b || \\| ` `` ``` ~~~ ```\\",
    "# h <script>document.title='ran'</script><img src=x onerror=\"document.title='ran'\">",
    "[a](javascript:alert(1)) ![b](http://a.example) <http://a.example> [c]: http://a.example",
    "http://a.example www.a.example a@a.example mailto:a@a.example @everyone #1 o/r#2 GH-3",
    "'\"></script><svg onload=\"document.title='ran'\">&lt;b&gt;&#60;i&#62;",
    "]]><![CDATA[ -->  <?x?> &amp; &#0; <!DOCTYPE a [<!ENTITY b 'c'>]>&b;",
    "%0A::error::a %25 %3A",
    "::error file=a,line=1::b",
    "  ::set-output name=a::b",
    "a ##[add-mask]b",
    "{0} {{ a }} {% b %} ${c} %s \\N \\G",
    "a" * 4_000,
    "*_~-+=>#!" * 400,
)
_DEPTH = 12
"""Structs within structs, of which layouts have as many as one likes."""


def made(kind: Any, text: str, turn: int = 0, depth: int = 0) -> Any:
    """A value of a type, with the text for each text; by turns it has one or another of what is not free.

    A tuple of structs has each kind of struct that may be in it, and at least two.
    """
    arguments = get_args(kind)
    match get_origin(kind) or kind:
        case origin if origin is Literal:
            # What is constant is not compared.
            possible = [one for one in arguments if one != "constant"]
            return possible[turn % len(possible)]
        case origin if origin in (Union, UnionType):
            # None for every third, by another count than that of literals.
            several = [one for one in arguments if one is not type(None)]
            is_left_out = len(several) < len(arguments) and (turn + depth) % 3 == 2
            return None if is_left_out else made(several[turn % len(several)], text, turn, depth)
        case origin if origin is tuple:
            return tuple(_members(arguments, text, turn, depth))
        case origin if isinstance(origin, type) and issubclass(origin, Mapping):
            return {made(arguments[0], text, turn, depth): made(arguments[1], text, turn, depth)}
        case origin if issubclass(origin, msgspec.Struct):
            ours = {"rule": "SMEM001", "name": "ours"} if origin in (Finding, Check) else {}
            fields = msgspec.structs.fields(origin)
            return origin(**{f.name: ours.get(f.name) or made(f.type, text, turn, depth + 1) for f in fields})
        case origin if origin is str:
            return text
        case origin:
            # A count, size, line or index of something of which there are two.
            return origin(1)


def _members(arguments: tuple[Any, ...], text: str, turn: int, depth: int) -> Iterator[Any]:
    if arguments[-1] is not Ellipsis:
        yield from (made(kind, text, turn, depth) for kind in arguments)
    elif depth < _DEPTH:
        structs = [one for one in get_args(arguments[0]) if isinstance(one, type) and issubclass(one, msgspec.Struct)]
        kinds = structs or arguments[:1]
        for number in range(max(2, len(kinds))):
            yield made(kinds[number % len(kinds)], text, turn + number, depth + 1)
