"""Which statement a comment is about that suppresses findings."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutlass_lint.analyzer.sources.suppressions import read_suppressions

COMMENT = "// cutlass-lint: ignore[SMEM001]: why\n"
CALL = "INSTANTIATE_X(1);"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"{CALL}  {COMMENT}", 1),
        (f"{COMMENT}{CALL}\n", 2),
        (f"{COMMENT}\n#if A\n// more\n{CALL}\n", 5),
        (f"/* a licence\n   of two lines */\n{COMMENT}{CALL}\n", 4),
        (f"/* a licence\n   of two lines */\n{CALL}  {COMMENT}{CALL}\n", 3),
        (f'const char* s = R"(\n\n)";\n{COMMENT}{CALL}\n{CALL}\n', 5),
        (f"#define A \\\n  1\n{COMMENT}{CALL}\n", 4),
        (f"/* cutlass-lint: ignore[SMEM001]: why */ {CALL}\n{CALL}\n", 1),
        (COMMENT, 1),
    ],
    ids=[
        "behind",
        "before",
        "farther before",
        "comment",
        "behind a comment",
        "literal",
        "macro",
        "same line",
        "nothing",
    ],
)
def test_a_suppression_is_about_the_statement_on_its_line_or_the_next(tmp_path: Path, text: str, line: int) -> None:
    file = tmp_path / "a.cu"
    file.write_text(text)
    (found,), problems = read_suppressions(str(file))
    assert (found.rules, found.line, problems) == (("SMEM001",), line, [])
