"""The layout tree of a SharedStorage, from the record layouts that the front end dumps.

The dump names every member and base with its offset, and every record with its size and alignment. Types are canonical
there, so that what is not a record is a built-in type, a pointer, an array of these, or an enumeration, whose size is
not told. An `alignas` on a member is not told either: the alignment given for a member is that of its type.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from cutlass_lint.analyzer.model import LayoutMember

ARGUMENTS = ("-Xclang", "-fdump-record-layouts", "-Xclang", "-fdump-record-layouts-canonical")
ROOT = "cutlass_lint::shared_storage<"

_BLOCK = "*** Dumping AST Record Layout\n"
_LINE = re.compile(r"^\s*(?P<offset>\d{1,19})(?::[\d-]+)? \| (?P<indent> *)(?P<text>.*)$")
_SIZE = re.compile(r"\[sizeof=(?P<size>\d{1,19}), (?:dsize=(?P<data>\d{1,19}), )?align=(?P<align>\d{1,19})\b")
_BASE_ALIGNMENT = re.compile(r"\bnvalign=(?P<align>\d{1,19})\b")
_TAG = re.compile(r"^(?:struct|class|union) ")
_ANY_TAG = re.compile(r"\b(?:struct|class|union|enum) |\s+(?=>)")
_NOTE = re.compile(r" \((?:primary |virtual |primary virtual )*(?:base|empty)\)")
_BASE = "base)"
_DEEPEST = 200
"""Far deeper than any kernel: a guard for what follows a tree."""
_ARRAY = re.compile(r"^(?P<element>.*?) ?\[(?P<count>\d{1,19})\](?P<rest>(?:\[\d+\])*)$")
# The Itanium C++ ABI on x86-64, which nvcc shares between host and device. Each is aligned to its size.
_BUILTIN_BYTES = {
    "bool": 1, "char": 1, "signed char": 1, "unsigned char": 1, "char8_t": 1,
    "short": 2, "unsigned short": 2, "char16_t": 2,
    "int": 4, "unsigned int": 4, "float": 4, "wchar_t": 4, "char32_t": 4,
    "long": 8, "unsigned long": 8, "long long": 8, "unsigned long long": 8, "double": 8,
    "__int128": 16, "unsigned __int128": 16,
}  # fmt: skip


class LayoutError(Exception):
    """A dump that does not tell all of a layout. The message is one line."""


class _Record(Struct, frozen=True):
    size: int
    data_size: int
    """Bytes that members use; members of a derived type may lie in the rest."""
    alignment: int
    base_alignment: int
    """That of the record as a base of another."""
    lines: tuple[tuple[int, int, str], ...]
    """Offset, depth and text of each line."""


def read_layout(dump: str, kernel: str | None = None) -> LayoutMember:
    """The tree of a `cutlass_lint::shared_storage<...>` in a dump, from its `storage` member on.

    `kernel` is the type whose storage is meant, as the front end prints it; without it, there must be only one.

    Raises LayoutError where the dump holds none, several, or a type whose size it does not tell.
    """
    records = dict(_records(dump))
    roots = [record for name, record in records.items() if name.startswith(ROOT) and _is_of(name, kernel)]
    if len(roots) != 1:
        raise LayoutError(f"the front end laid out {len(roots)} kernels where one was expected")
    (root,) = roots
    if max(depth for _, depth, _ in root.lines) > _DEEPEST:
        raise LayoutError(f"its members are nested more than {_DEEPEST} deep")
    tree = _member(list(root.lines), 0, records)
    if not tree.members:
        raise LayoutError("the front end laid out a kernel without any member")
    return replace(tree.members[0], name="SharedStorage")


def _is_of(name: str, kernel: str | None) -> bool:
    """Whether a record's name in a dump, where each type has its tag, is the storage of a kernel."""
    return kernel is None or _ANY_TAG.sub("", name) == _ANY_TAG.sub("", f"{ROOT}{kernel}>")


def _records(dump: str) -> Iterator[tuple[str, _Record]]:
    for block in dump.split(_BLOCK)[1:]:
        lines = [
            (int(match["offset"]), len(match["indent"]) // 2, match["text"])
            for match in map(_LINE.match, block.splitlines())
            if match
        ]
        size = _SIZE.search(block)
        if lines and size:
            name = _TAG.sub("", _NOTE.sub("", lines[0][2]))
            total, alignment = int(size["size"]), int(size["align"])
            as_base = _BASE_ALIGNMENT.search(block)
            base_alignment = int(as_base["align"]) if as_base else alignment
            yield name, _Record(total, int(size["data"] or total), alignment, base_alignment, tuple(lines))


def _member(lines: list[tuple[int, int, str]], position: int, records: Mapping[str, _Record]) -> LayoutMember:
    """The member whose line is at `position`, with what is below it."""
    offset, depth, text = lines[position]
    is_base = _BASE in text
    is_empty = "(empty)" in text
    plain = _NOTE.sub("", text)
    name = "" if is_base or depth == 0 else _name(plain)
    type_ = plain[: len(plain) - len(name)].strip() if name else plain
    members = [
        _member(lines, below, records)
        for below in range(position + 1, _end(lines, position))
        if lines[below][1] == depth + 1
    ]
    size, alignment = (0, None) if is_empty else _measures(type_, records, as_base=is_base)
    solid = [member for member in members if member.size]
    tree = LayoutMember(name, _TAG.sub("", type_), offset, size, "base" if is_base else "member", (), alignment)
    return replace(tree, members=tuple(_with_padding(tree, solid, type_))) if solid else tree


def _end(lines: list[tuple[int, int, str]], position: int) -> int:
    depth = lines[position][1]
    return next((i for i in range(position + 1, len(lines)) if lines[i][1] <= depth), len(lines))


def _with_padding(parent: LayoutMember, members: list[LayoutMember], type_: str) -> Iterator[LayoutMember]:
    if type_.startswith("union "):
        # Alternatives lie over each other: the largest stands for all, so that a union sums like a struct.
        members = [max(members, key=lambda member: member.size)]
    end = parent.offset
    for member in sorted(members, key=lambda member: member.offset):
        if member.offset > end:
            yield LayoutMember("", "", end, member.offset - end, "padding")
        if member.offset < end:
            raise LayoutError(f"members of {parent.type} overlap at {member.offset}")
        yield member
        end = member.offset + member.size
    if parent.offset + parent.size > end:
        yield LayoutMember("", "", end, parent.offset + parent.size - end, "padding")


def _name(text: str) -> str:
    """The member's name: the last word outside of brackets."""
    depth = 0
    for position in range(len(text) - 1, -1, -1):
        character = text[position]
        if character in ">)]":
            depth += 1
        elif character in "<([":
            depth -= 1
        elif character == " " and depth == 0:
            return text[position + 1 :]
    return ""


def _measures(type_: str, records: Mapping[str, _Record], *, as_base: bool = False) -> tuple[int, int]:
    """The size and the alignment of a type."""
    name = _TAG.sub("", type_)
    record = records.get(name)
    if record is not None:
        return (record.data_size, record.base_alignment) if as_base else (record.size, record.alignment)
    array = _ARRAY.match(name)
    if array:
        size, alignment = _measures(array["element"] + array["rest"], records)
        return int(array["count"]) * size, alignment
    if name.endswith("*"):
        return 8, 8
    plain = name.replace("const ", "").replace("volatile ", "").strip()
    if plain in _BUILTIN_BYTES:
        return _BUILTIN_BYTES[plain], _BUILTIN_BYTES[plain]
    raise LayoutError(f"the front end does not tell the size of {type_}")
