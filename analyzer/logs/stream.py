"""The few lines of a log that can matter, found without looking at the others one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, cast

from msgspec import Struct

from cutlass_lint.analyzer.logs.prefixes import plain

_BLOCK = 1 << 18
"""Bytes that are searched together."""
_BEFORE, _AFTER = 4096, 16384
"""Bytes around a hit that are looked at, where a line is longer: frames name types of several thousand characters."""


class Line(Struct, frozen=True):
    """A line of a log, or the part of one between carriage returns, and the needles that it holds."""

    number: int
    text: bytes
    needles: tuple[bytes, ...] = ()


class _Hit(Struct):
    """The needles in a line, and where the first of them is."""

    at: int
    needles: list[bytes]


def candidates(
    log: Iterable[bytes] | BinaryIO, needles: tuple[bytes, ...], further: Callable[[], bool]
) -> Iterator[Line]:
    """Lines that hold a needle, and those that follow one for as long as `further` says so, in order.

    Needles are in lower case and found in any. Colours are gone from the lines; a carriage return ends one, but only a
    new line counts.
    """
    number = 1
    for raw in _blocks(log):
        block = plain(raw)
        hits = _hits(block.lower(), needles)
        position = 0
        for start in (*sorted(hits), len(block)):
            while position < start and further():
                end = _end(block, position)
                yield Line(number, block[position : min(end, position + _AFTER)])
                number += block.startswith(b"\n", end)
                position = end + 1
            if position < start:
                number += block.count(b"\n", position, start)
                position = start
            if start in hits:
                end, hit = _end(block, start), hits[start]
                text = block[max(start, hit.at - _BEFORE) : min(end, hit.at + _AFTER)]
                yield Line(number, text, tuple(hit.needles))
                number += block.startswith(b"\n", end)
                position = end + 1


def _hits(block: bytes, needles: tuple[bytes, ...]) -> dict[int, _Hit]:
    """The needles in each line that has one, by where the line starts."""
    hits: dict[int, _Hit] = {}
    for needle in needles:
        at = block.find(needle)
        while at >= 0:
            start = block.rfind(b"\n", 0, at) + 1
            start = max(start, block.rfind(b"\r", start, at) + 1)
            hit = hits.setdefault(start, _Hit(at, []))
            hit.at = min(at, hit.at)
            hit.needles.append(needle)
            at = block.find(needle, _end(block, at))
    return hits


def _end(block: bytes, position: int) -> int:
    end = block.find(b"\n", position)
    end = len(block) if end < 0 else end
    carriage = block.find(b"\r", position, end)
    return end if carriage < 0 else carriage


def _blocks(log: Iterable[bytes] | BinaryIO) -> Iterator[bytes]:
    """The log in blocks of whole lines; a line longer than a block is cut."""
    rest = b""
    for piece in _pieces(log):
        data = rest + piece
        cut = data.rfind(b"\n") + 1 or data.rfind(b"\r") + 1
        if not cut and len(data) < _BLOCK:
            rest = data
            continue
        cut = cut or len(data)
        yield data[:cut]
        rest = data[cut:]
    if rest:
        yield rest


def _pieces(log: Iterable[bytes] | BinaryIO) -> Iterator[bytes]:
    """Bytes of a stream as they come; of other iterables, which are of lines, many lines together."""
    if hasattr(log, "read"):
        stream = cast("BinaryIO", log)
        while piece := stream.read(_BLOCK):
            yield piece
        return
    lines: list[bytes] = []
    size = 0
    for line in log:
        lines.append(line if line.endswith(b"\n") else line + b"\n")
        size += len(lines[-1])
        if size >= _BLOCK:
            yield b"".join(lines)
            lines, size = [], 0
    yield b"".join(lines)
