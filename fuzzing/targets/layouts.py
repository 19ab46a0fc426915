"""Record layouts as the front end dumps them."""

from __future__ import annotations

from cutlass_lint.analyzer.model import LayoutMember
from cutlass_lint.analyzer.smem.layout import LayoutError, read_layout
from fuzzing.scratch import is_one_line


def target(data: bytes) -> None:
    """A layout adds up to the last byte, or is refused in one line."""
    try:
        tree = read_layout(data.decode("utf-8", "replace"))
    except LayoutError as error:
        assert is_one_line(str(error))
        return
    assert tree.name == "SharedStorage"
    _adds_up(tree)


def _adds_up(parent: LayoutMember) -> None:
    if parent.members:
        assert sum(member.size for member in parent.members) >= parent.size
        assert all(member.size > 0 and member.offset >= parent.offset for member in parent.members)
    for member in parent.members:
        _adds_up(member)
