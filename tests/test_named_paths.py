"""Sources and headers that are named one by one, as hooks name what was changed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

FIXTURES = Path(__file__).parents[1] / "fixtures"
CALL = '#include "launchers/moe_launcher.inl"\nnamespace moe {{\nINSTANTIATE_MOE_GEMM({});\n}}\n'
FITS = CALL.format("Sm120, float_e2m1_t, NONE, 128, 128, 128, false")
OVERFLOWS = CALL.format("Sm120, float_e2m1_t, FINALIZE, 128, 112, 128, false")


def lint(*arguments: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cutlass_lint", "check", *map(str, arguments), "--headers", str(FIXTURES)]
    command += ["--arch", "120", "--select", "SMEM001"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """Two sources of one name."""
    for name, text in (("a", FITS), ("b", OVERFLOWS)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "kernels.cu").write_text(text)
    return tmp_path


def test_sources_are_told_apart_by_their_folders(sources: Path) -> None:
    done = lint("a/kernels.cu", "b/../b/kernels.cu", "--output-format", "json", folder=sources)
    report = json.loads(done.stdout)
    assert [root["path"] for root in report["roots"]] == [str(sources)]
    assert [kernel["id"] for kernel in report["kernels"]] == ["a/kernels.cu:3", "b/kernels.cu:3"]
    (finding,) = report["findings"]
    assert (finding["file"], finding["kernel"]) == ("b/kernels.cu", "b/kernels.cu:3")


def test_one_that_is_not_there_costs_only_itself(sources: Path) -> None:
    done = lint("a/kernels.cu", "gone.cu", "b/kernels.cu", "--output-format", "concise", folder=sources)
    assert done.returncode == 1
    assert "gone.cu does not exist" in done.stdout
    assert "b/kernels.cu:3:1: SMEM001" in done.stdout


def test_one_that_is_named_twice_or_is_in_a_folder_counts_once(sources: Path) -> None:
    done = lint("a/kernels.cu", "b/kernels.cu", "a/kernels.cu", "b", "--output-format", "json", folder=sources)
    assert len(json.loads(done.stdout)["kernels"]) == 2


@pytest.mark.parametrize(("options", "code"), [((), 3), (("--allow-empty",), 0)])
def test_nothing_to_lint_among_them(sources: Path, options: tuple[str, ...], code: int) -> None:
    (sources / "copy.cu").write_text("__global__ void copy(int* to, int const* from) { *to = *from; }\n")
    done = lint("copy.cu", *options, folder=sources)
    assert done.returncode == code
    assert ("no instantiation of a kernel" in done.stderr) == (code == 3)


def test_what_cannot_be_sized_is_not_nothing(sources: Path) -> None:
    (sources / "copy.cu").write_text('#include "gone.h"\nINSTANTIATE_MOE_GEMM(1, 2);\n')
    assert lint("copy.cu", "--allow-empty", folder=sources).returncode == 2


def test_of_a_header_its_sources_are_linted_and_it_is_said_why(sources: Path) -> None:
    (sources / "launchers").mkdir()
    launcher = sources / "launchers" / "moe_launcher.inl"
    launcher.write_text((FIXTURES / "launchers" / "moe_launcher.inl").read_text())
    done = lint(launcher, "-I", ".", "--output-format", "concise", folder=sources)
    assert done.stderr == (
        "cutlass-lint: launchers/moe_launcher.inl: linting the 2 sources that include it: a/kernels.cu, b/kernels.cu\n"
    )
    assert done.returncode == 1
    (line,) = done.stdout.splitlines()
    assert line.startswith("b/kernels.cu:3:1: SMEM001")
