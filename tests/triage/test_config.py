"""Configuration files: which one counts, what it may hold, and what is said of one that can't be used."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutlass_lint.analyzer.config import ConfigError, find, read


def written(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def test_the_nearest_file_counts(tmp_path: Path) -> None:
    outer = written(tmp_path / "pyproject.toml", '[tool.cutlass-lint]\narch = "90"\n')
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    assert find(inner) == outer
    written(tmp_path / "a" / "pyproject.toml", "[tool.other]\n")
    assert find(inner) == outer
    nearer = written(tmp_path / "a" / "cutlass-lint.toml", "")
    assert find(inner) == nearer
    beside = written(inner / "pyproject.toml", "[tool.cutlass-lint]\n")
    assert find(inner) == beside
    assert find(tmp_path) == outer


def test_paths_are_relative_to_the_file(tmp_path: Path) -> None:
    text = 'headers = "wheel"\ninclude = ["inc", "/abs"]\nbaseline = "known.json"\ndefine = ["A=1"]\n'
    options = read(written(tmp_path / "cutlass-lint.toml", text)).options()
    assert options == {
        "headers": str(tmp_path / "wheel"),
        "include": (str(tmp_path / "inc"), "/abs"),
        "baseline": str(tmp_path / "known.json"),
        "define": ("A=1",),
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("selekt = ['SMEM']", "unknown field `selekt`"),
        ("select = 'SMEM'", "`$.select`"),
        ("min-severity = 'high'", "`$.min-severity`"),
        ("jobs = 0", "`$.jobs`"),
        ("output-format = 'xml'", "`$.output-format`"),
        ("[[suppressions]]\nrules = ['SMEM001']\nkernels = 'x'", "missing required field `reason`"),
        ("[[suppressions]]\nrules = []\nkernels = 'x'\nreason = 'y'", "`$.suppressions[0].rules`"),
        ("select = [", "is not TOML"),
        ("\xff".encode("latin-1"), "is not TOML"),
    ],
)
def test_what_cannot_be_used_is_said_in_one_line_with_the_file(tmp_path: Path, text: str | bytes, said: str) -> None:
    file = tmp_path / "cutlass-lint.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(ConfigError) as caught:
        read(file)
    message = str(caught.value)
    assert str(file) in message
    assert said in message
    assert "\n" not in message


def test_a_suppression_has_its_place_in_the_file(tmp_path: Path) -> None:
    text = """\
[tool.cutlass-lint]
arch = "120"

[[tool.cutlass-lint.suppressions]]
rules = ["SMEM001"]
kernels = "M128"
reason = "one"

[[tool.cutlass-lint.suppressions]]
rules = ["SMEM"]
kernels = "M256"
reason = "two"
"""
    found = read(written(tmp_path / "pyproject.toml", text)).suppressions()
    assert [(s.location.line, s.rules, s.kernels, s.reason) for s in found] == [
        (4, ("SMEM001",), "M128", "one"),
        (9, ("SMEM",), "M256", "two"),
    ]
