"""Text and tables in GitHub Flavored Markdown, safe against what the input holds.

The rules are those of the GitHub Flavored Markdown Spec: backslash escapes (6.1), code spans (6.3) and tables (4.10,
where a pipe inside a cell is escaped even in code).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from cutlass_lint.reports import printable

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>~#&])")
# GitHub makes links of addresses, and of numbers of issues, and tells people whom an @ names, but not in code.
_LINKED = re.compile(r"@|#\d|GH-\d|://|www\.", re.IGNORECASE)
_PIPE = "\\|"


def plain(text: str) -> str:
    """Text that means nothing to Markdown; a word that GitHub would make a link of is code."""
    return " ".join(map(_word, printable(text).split(" ")))


def _word(word: str) -> str:
    if _LINKED.search(word) is None:
        return _SPECIAL.sub(r"\\\1", word)
    core = word.rstrip(",.:;")
    return code(core) + word[len(core) :]


def code(text: str) -> str:
    """Text as code that it cannot end; nothing where there is none."""
    safe = printable(text).replace("`", "'")
    return f"`{safe}`" if safe else ""


def row(cells: Iterable[str]) -> str:
    """The row of a table, of cells as the functions above make them: a pipe is escaped, in code too."""
    return f"| {' | '.join(cell.replace('|', _PIPE) for cell in cells)} |"
