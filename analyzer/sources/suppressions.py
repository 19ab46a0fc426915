"""Comments that keep findings out of reports: `// cutlass-lint: ignore[SMEM001]: the reason`.

One that stands behind code is about the statement on its line, one that has a line of its own about the next statement;
`ignore-file[...]`, anywhere, is about the whole file.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from cutlass_lint.analyzer.model import Location, Problem, Suppression
from cutlass_lint.analyzer.sources.files import read_bytes
from cutlass_lint.analyzer.sources.lexing import Text

if TYPE_CHECKING:
    from collections.abc import Iterator

_MARK = b"cutlass-lint:"
_COMMENT = re.compile(rb"(?:/[/*])[ \t]*cutlass-lint:[ \t]*([^\n]*)")
_DIRECTIVE = re.compile(r"ignore(?P<file>-file)?\s*\[(?P<rules>[^\]]*)\]\s*:?\s*(?P<reason>.*?)\s*(?:\*/.*)?$")
_LINE = re.compile(rb"[^\n]+")
_RULE = re.compile(r"[\w-]+")


def read_suppressions(file: str) -> tuple[list[Suppression], list[Problem]]:
    """Return the suppressions of a file, and what in it looks like one and is none; nothing where it can't be read."""
    data = read_bytes(Path(file))
    if isinstance(data, Problem) or _MARK not in data:
        return [], []
    text = Text(data)
    found: list[Suppression] = []
    problems: list[Problem] = []
    for match in _COMMENT.finditer(data):
        # Inside a literal it is text like any other.
        if text.shape[match.start() : match.start() + 2].strip():
            continue
        line = text.line(match.start())
        words = match[1].decode("utf-8", "replace").strip()
        directive = _DIRECTIVE.match(words)
        rules = tuple(_RULE.findall(directive["rules"])) if directive else ()
        if directive is None or not rules:
            problems.append(Problem(file, line, f"not understood: {words}", "write ignore[SMEM001]: and the reason"))
            continue
        first = 0 if directive["file"] else _target(text, match.start())
        place = Location(file, line, text.column(match.start()))
        found.append(Suppression(place, rules, directive["reason"], first))
    return found, problems


def _target(text: Text, comment: int) -> int:
    """The line of the statement that a comment is about: its own, or the next that has code and is no directive."""
    # Not by numbers of lines: comments and continued lines are blanked with the line ends in them.
    before = text.shape[text.data.rfind(b"\n", 0, comment) + 1 : comment]
    return text.line(comment if before.strip() else next(_statements(text.shape, comment), comment))


def _statements(shape: bytes, after: int) -> Iterator[int]:
    for line in _LINE.finditer(shape, after):
        if (code := line[0].lstrip()) and not code.startswith(b"#"):
            yield line.end() - len(code)
