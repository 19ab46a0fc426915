"""The trees of an explanation as rows with guides: names that a kernel depends on, and its layout."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from cutlass_lint.analyzer.model import Alias, Explanation, LayoutMember

Style = Literal["plain", "strong", "dim", "good", "bad"]
Line = tuple[tuple[str, Style], ...]
"""Texts with their styles, which each format renders its own way."""


class Row(Struct, frozen=True):
    """One line of a tree: what stands at it, behind the guides that lead there."""

    guides: str
    index: int


def by_adapter(explanation: Explanation) -> bool:
    """Whether the kernel is launched through a GemmUniversalAdapter, not by hand."""
    launcher = explanation.kernel.launcher
    return launcher is None or launcher.adapter_line > 0


def alias_rows(aliases: Sequence[Alias]) -> Iterator[Row]:
    """Yield each alias once, below the one nearest to the kernel that needs it; arguments of macros are left out.

    What a condition that chose a branch depends on comes after what the branch does.
    """
    children: dict[int, list[int]] = {}
    seen = {0}
    waiting = deque([0])
    while waiting:
        parent = waiting.popleft()
        alias = aliases[parent]
        wanted = (*alias.uses, *(use for condition in alias.conditions for use in condition.uses))
        below = [use for use in dict.fromkeys(wanted) if use not in seen and aliases[use].kind != "argument"]
        seen.update(below)
        waiting += below
        children[parent] = below
    yield Row("", 0)
    yield from _guided(0, children, "")


def _guided(parent: int, children: Mapping[int, Sequence[int]], before: str) -> Iterator[Row]:
    below = children.get(parent, ())
    for child in below:
        is_last = child == below[-1]
        yield Row(f"{before}{'└─ ' if is_last else '├─ '}", child)
        yield from _guided(child, children, f"{before}{'   ' if is_last else '│  '}")


def layout_rows(
    tree: LayoutMember, before: str = "", lead: str = ""
) -> Iterator[tuple[str, LayoutMember, LayoutMember]]:
    """Yield the guides, the member and its innermost one, top down.

    A member that consists of nothing but another of the same size is shown as one: wrappers hold no bytes of their own.
    """
    inner = tree
    while len(inner.members) == 1:
        inner = inner.members[0]
    yield f"{before}{lead}", tree, inner
    if lead:
        before += "   " if lead == "└─ " else "│  "
    for position, member in enumerate(inner.members, 1):
        yield from layout_rows(member, before, "└─ " if position == len(inner.members) else "├─ ")
