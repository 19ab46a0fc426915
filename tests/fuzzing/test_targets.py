"""Every target on the inputs that are kept for it, and on a few that hypothesis makes. `fuzzing/run.py` tries more."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from fuzzing.corpora import CORPORA, TARGETS, kept, target
from fuzzing.faults import FAULTS
from fuzzing.page import Row, added, markdown
from fuzzing.structured import inputs

ROOT = Path(__file__).parents[2]
FEW = settings(max_examples=40, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize(
    ("name", "data"),
    [pytest.param(name, data, id=f"{name}/{file}") for name in TARGETS for file, data in kept(name).items()],
)
def test_no_kept_input_finds_a_fault(name: str, data: bytes) -> None:
    target(name)(data)


@pytest.mark.parametrize("name", TARGETS)
def test_no_input_of_hypothesis_finds_a_fault(name: str) -> None:
    @FEW
    @given(inputs(name))
    def give(data: bytes) -> None:
        target(name)(data)

    give()


def test_what_was_found_is_kept_and_little_else() -> None:
    files = {str(file.relative_to(CORPORA)): file.stat().st_size for file in CORPORA.glob("*/*")}
    assert files.keys() >= FAULTS.keys()
    assert sum(files.values()) < 300_000


def test_runs_add_up() -> None:
    one, more, other = (Row("logs", "", 3, 1, 2.0, 1), Row("logs", "new", 4, 2, 0.5, 0), Row("ninja", "", 1, 0, 1.0, 0))
    assert added(added((), [one]), [other, more]) == (Row("logs", "new", 7, 3, 2.5, 0), other)


def test_the_page_has_a_row_for_each_target_and_the_sum() -> None:
    rows = [Row("logs", "a|b", 1_000, 50, 2.0, 0), Row("selectors", "c", 10, 5, 0.4, 1)]
    page = markdown(rows, {"Python": "3"}, {"selectors/x": "ended the run", "selectors/y": "did, too"})
    assert "| logs | a\\|b | 1,000 | 50 | 2 | 0 | 0 |\n| selectors | c | 10 | 5 | 0 | 1 | 2 |\n" in page
    assert "**1,065 inputs in all.** Python 3." in page
    assert "| `selectors/x` | ended the run |" in page


def test_the_command_gives_the_inputs_that_it_was_asked_for(tmp_path: Path) -> None:
    command = [sys.executable, "fuzzing/run.py", "baseline", "--inputs", "40", "--output", str(tmp_path / "page.md")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert "inputs in all" in (tmp_path / "page.md").read_text()
    assert done.stderr == "baseline: 40 inputs, 0 faults\n"
