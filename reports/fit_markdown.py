"""What would fit, as Markdown to be pasted into an issue."""

from __future__ import annotations

import re
from collections.abc import Iterator

import cutlass_lint
from cutlass_lint.analyzer.model import Fit
from cutlass_lint.reports import printable
from cutlass_lint.reports.fit_rows import HEADINGS, lead, rows, summary, title

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|~#&])")


def render(fit: Fit) -> str:
    """A table with a row for each configuration that was tried."""
    return "".join(f"{line}\n" for line in _lines(fit))


def _lines(fit: Fit) -> Iterator[str]:
    yield f"### What fits in place of {_code(title(fit))}"
    for said, style in lead(fit):
        yield ""
        yield f"**{_text(said)}**" if style in ("good", "bad") else _code(said) if style == "dim" else _text(said)
    for root in fit.roots:
        for headers in root.headers:
            versions = (("FlashInfer", headers.release), ("CUTLASS", headers.cutlass))
            known = ", ".join(f"{name} {version}" for name, version in versions if version)
            if known:
                yield ""
                yield f"Headers: {_text(known)}; cutlass-lint {cutlass_lint.__version__}."
    found = list(rows(fit))
    if found:
        yield ""
        yield _row(HEADINGS)
        yield _row(("---", "---:", "---:", "---:", "---"))
        for row in found:
            first, *numbers, verdict = row.cells
            said = f"**{_text(verdict)}**" if row.style == "good" else _text(verdict)
            yield _row((_code(first), *numbers, said))
        yield ""
        yield f"{_text(summary(fit)[0])}."
    for note in fit.notes:
        yield ""
        yield f"{_text(note)}."


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def _text(text: str) -> str:
    """Text that means nothing to Markdown."""
    return _SPECIAL.sub(r"\\\1", printable(text))


def _code(text: str) -> str:
    """Text as code that it cannot end, nor the cell of a table."""
    safe = printable(text).replace("`", "'").replace("|", "\\|")
    return f"`{safe}`"
