"""What the targets found: kept inputs, by their paths below corpora/, and what they did. All of it is fixed."""

from __future__ import annotations

_DIGITS = "more digits than Python takes for a number ended the run"
_TOO_LONG = "a name that is too long for a file ended the run"
_NESTED = "a thousand brackets in each other ended the run"
_FORGED = "a header that prints what only this tool's should ended the run, rather than that kernel's size"
_DAMAGED = "a damaged column ended the run, rather than not being there"

FAULTS: dict[str, str] = {
    "answers/file-is-blob": _DAMAGED,
    "answers/folder-with-nul": "a damaged path with a NUL ended the run",
    "answers/schema-not-utf-8": "what SQLite says of damaged tables ended the run: it has their bytes in it",
    "answers/states-is-null": _DAMAGED,
    "answers/used-is-null": _DAMAGED,
    "answers/value-is-null": _DAMAGED,
    "baseline/deeply-nested": _NESTED,
    "builds/include-folder-too-long": _TOO_LONG,
    "builds/source-too-long": "for a source whose name is too long for a file, the build was passed over in silence",
    "builds/time-of-many-digits": _DIGITS,
    "builds/version-of-many-digits": _DIGITS,
    "compile_commands/deeply-nested": _NESTED,
    "compile_commands/folder-too-long": _TOO_LONG,
    "compile_commands/header-too-long": _TOO_LONG,
    "compile_commands/source-too-long": _TOO_LONG,
    "configuration/deeply-nested": _NESTED,
    "configuration/number-of-many-digits": _DIGITS,
    "diagnostics/adapter-of-nothing": _FORGED,
    "diagnostics/budget-of-many-digits": _DIGITS,
    "diagnostics/carveout-of-many-digits": _DIGITS,
    "diagnostics/end-of-nothing": _FORGED,
    "diagnostics/end-without-a-number": _FORGED,
    "diagnostics/kernel-of-many-digits": _DIGITS,
    "diagnostics/kernel-without-numbers": _FORGED,
    "diagnostics/launched-nothing": _FORGED,
    "dispatch/extent-of-many-digits": _DIGITS,
    "dispatch/index-of-many-digits": _DIGITS,
    "dispatch/index-of-superscripts": "`get<²>(...)` ended the run: a digit to Python, but no number",
    "dispatch/number-of-many-digits": _DIGITS,
    "dispatch/tile-of-many-digits": _DIGITS,
    "launchers/literal-over-two-lines": "below a string that goes on in the next line, `explain` was a line off",
    "launchers/tile-of-many-digits": _DIGITS,
    "layouts/no-members": "a kernel without any member ended the run",
    "layouts/offset-of-many-digits": _DIGITS,
    "selectors/line-of-many-digits": _DIGITS,
    "selectors/line-of-superscripts": "`FILE:²` ended the run: a digit to Python, but no number",
    "selectors/name-too-long": _TOO_LONG,
    "selectors/two-minus-signs": "`M>=--5` ended the run",
    "sources/suppression-below-a-comment": "below a comment or string of several lines, a suppression of the next "
    "statement was one of another, or ended the run",
}
