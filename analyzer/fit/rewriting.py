"""An instantiation's own text with some of its arguments replaced in place: the rest of it stays to the byte."""

from __future__ import annotations

import re
from collections.abc import Mapping

from cutlass_lint.analyzer.model import Form
from cutlass_lint.analyzer.sources import Preprocessor, Text
from cutlass_lint.analyzer.sources.grammar import instantiated
from cutlass_lint.analyzer.sources.lexing import pairs

_COMMA = re.compile(rb"[(,]")
_BLANK = b" \t\r\n\f\v"
# A type of the function's parameters that an argument names too: `const half*` where the argument is `half`.
_TYPE = re.compile(r"[A-Za-z_]\w*(?:::\w+)*\Z")

Span = tuple[int, int]


class RewritingError(ValueError):
    """An argument that can't take another's place; the message is a clause that says why."""


def rewritten(statement: bytes, form: Form, texts: Mapping[int, str]) -> bytes:
    """Return the statement with the texts in place of the arguments at their positions, counted from 0.

    A position right behind the last argument adds one. Of an explicit instantiation, types of the function's
    parameters that only a replaced argument names are replaced with it.

    Raises RewritingError where the statement would no longer have those arguments.
    """
    lexed = Text(statement)
    if Preprocessor(lexed).directives:
        raise RewritingError("a preprocessor directive stands inside the call: put it around whole instantiations")
    spans = _spans(lexed, form)
    old = [lexed.folded(*span) for span in spans]
    if any(not 0 <= position <= len(old) for position in texts):
        raise RewritingError("it leaves arguments before this one to their defaults: write them out in the source")
    result = bytearray(_with_parameter_types(statement, spans, old, texts) if form == "template" else statement)
    for position in sorted(texts, reverse=True):
        text = texts[position].encode("utf-8", "surrogateescape")
        if position < len(spans):
            start, end = spans[position]
            result[start:end] = text
        else:
            end = spans[-1][1] if spans else 0
            result[end:end] = b", " + text
    _check(bytes(result), form, old, texts)
    return bytes(result)


def _check(result: bytes, form: Form, old: list[str], texts: Mapping[int, str]) -> None:
    wanted = old + [""] * (max(texts, default=0) + 1 - len(old))
    for position, text in texts.items():
        wanted[position] = text
    lexed = Text(result)
    found = [lexed.folded(*span) for span in _spans(lexed, form)]
    if found != wanted:
        position = next((p for p in sorted(texts) if p >= len(found) or found[p] != wanted[p]), min(texts))
        raise RewritingError(f"`{texts[position]}` cannot be written as one argument there")


def _spans(text: Text, form: Form) -> tuple[Span, ...]:
    """The spans of a statement's arguments; none where it is not understood."""
    shape = text.shape
    if form == "template":
        found = instantiated(shape)
        return found.arguments if found else ()
    opening = shape.find(b"(")
    closing = pairs(shape).get(opening)
    return tuple(_trimmed(shape, *span) for span in _between_commas(shape, opening + 1, closing)) if closing else ()


def _between_commas(shape: bytes, start: int, end: int) -> list[Span]:
    """To the preprocessor only parentheses keep commas together."""
    closing = pairs(shape)
    found = []
    position = start
    for match in _COMMA.finditer(shape, start, end):
        if match.start() < position:
            continue
        if match.group() == b"(":
            position = closing[match.start()]
        else:
            found.append((start, match.start()))
            start = position = match.end()
    return [*found, (start, end)]


def _trimmed(shape: bytes, start: int, end: int) -> Span:
    inner = shape[start:end]
    if not inner.strip(_BLANK):
        return (start, start)
    return (start + len(inner) - len(inner.lstrip(_BLANK)), end - len(inner) + len(inner.rstrip(_BLANK)))


def _with_parameter_types(statement: bytes, spans: tuple[Span, ...], old: list[str], texts: Mapping[int, str]) -> bytes:
    """The statement with changed types replaced behind its arguments too, where no other argument names the same."""
    if not spans:
        return statement
    head, tail = statement[: spans[-1][1]], statement[spans[-1][1] :]
    replacements = {
        old[position].encode("utf-8", "surrogateescape"): text.encode("utf-8", "surrogateescape")
        for position, text in texts.items()
        if position < len(old) and old.count(old[position]) == 1 and _TYPE.match(old[position])
    }
    if not replacements:
        return statement
    names = b"|".join(map(re.escape, replacements))
    return head + re.sub(rb"(?<![\w:])(?:" + names + rb")(?!\w|::)", lambda match: replacements[match[0]], tail)
