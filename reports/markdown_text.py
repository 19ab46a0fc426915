"""Text and tables in GitHub Flavored Markdown, safe against what the input holds.

The rules are those of the GitHub Flavored Markdown Spec: backslash escapes (6.1), code spans (6.3) and tables (4.10,
where a pipe inside a cell is escaped even in code).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from cutlass_lint.reports import printable

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|~#&])")


def plain(text: str) -> str:
    """Text that means nothing to Markdown."""
    return _SPECIAL.sub(r"\\\1", printable(text))


def code(text: str) -> str:
    """Text as code that it cannot end, nor the cell of a table; nothing where there is none."""
    safe = printable(text).replace("`", "'").replace("|", "\\|")
    return f"`{safe}`" if safe else ""


def row(cells: Iterable[str]) -> str:
    """The row of a table."""
    return f"| {' | '.join(cells)} |"
