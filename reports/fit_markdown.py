"""What would fit, as Markdown to be pasted into an issue."""

from __future__ import annotations

from collections.abc import Iterator

import cutlass_lint
from cutlass_lint.analyzer.model import Fit
from cutlass_lint.reports import header_versions
from cutlass_lint.reports.fit_rows import HEADINGS, lead, rows, summary, title
from cutlass_lint.reports.markdown_text import code, plain, row


def render(fit: Fit) -> str:
    """A table with a row for each configuration that was tried."""
    return "".join(f"{line}\n" for line in _lines(fit))


def _lines(fit: Fit) -> Iterator[str]:
    yield f"### What fits in place of {code(title(fit))}"
    for said, style in lead(fit):
        yield ""
        yield f"**{plain(said)}**" if style in ("good", "bad") else code(said) if style == "dim" else plain(said)
    for known in header_versions(fit.roots):
        yield ""
        yield f"Headers: {plain(known)}; cutlass-lint {cutlass_lint.__version__}."
    found = list(rows(fit))
    if found:
        yield ""
        yield row(HEADINGS)
        yield row(("---", "---:", "---:", "---:", "---"))
        for entry in found:
            first, *numbers, verdict = entry.cells
            said = f"**{plain(verdict)}**" if entry.style == "good" else plain(verdict)
            yield row((code(first), *numbers, said))
        yield ""
        yield f"{plain(summary(fit)[0])}."
    for note in fit.notes:
        yield ""
        yield f"{plain(note)}."
