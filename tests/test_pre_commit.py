"""The pre-commit hook, run by pre-commit itself in a repository made here, with this project installed as it stands."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import working_copy
from working_copy import git

CALL = '#include "launchers/moe_launcher.inl"\nnamespace moe {{\nINSTANTIATE_MOE_GEMM({});\n}}\n'
FITS = CALL.format("Sm120, float_e2m1_t, NONE, 128, 128, 128, false")
ALSO_FITS = CALL.format("Sm120, float_e2m1_t, FINALIZE, 128, 128, 128, false")
OVERFLOWS = CALL.format("Sm120, float_e2m1_t, FINALIZE, 128, 112, 128, false")
CARVEOUT = "sizeof(typename CollectiveEpilogue::SharedStorage)"
CONFIG = """repos:
- repo: {tool}
  rev: {revision}
  hooks:
  - id: cutlass-lint
    args: [--headers, ., --arch, "120"]
"""


def commit(folder: Path) -> str:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--no-verify", "--message", "as it stands")
    return git(folder, "rev-parse", "HEAD").strip()


@pytest.fixture(scope="module")
def tool(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This project as it stands, committed in a repository of its own."""
    copy = tmp_path_factory.mktemp("tool")
    working_copy.copy(copy, without=("tests/", "fixtures/", "docs/"))
    git(copy, "init", "--quiet")
    commit(copy)
    return copy


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pre-commit keeps what it has installed."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture
def project(tool: Path, tmp_path: Path) -> Path:
    """A user's repository: launchers, CUTLASS and two sources that fit, one by way of another header."""
    for name in ("cutlass", "launchers"):
        shutil.copytree(working_copy.ROOT / "fixtures" / name, tmp_path / name)
    (tmp_path / "csrc").mkdir()
    (tmp_path / "csrc" / "first.cu").write_text(FITS)
    (tmp_path / "csrc" / "second.cu").write_text(ALSO_FITS.replace("launchers/moe_launcher.inl", "more.h"))
    (tmp_path / "csrc" / "more.h").write_text('#pragma once\n#include "../launchers/moe_launcher.inl"\n')
    (tmp_path / "csrc" / "unrelated.cu").write_text("__global__ void copy(int* to, int const* from) { *to = *from; }\n")
    revision = git(tool, "rev-parse", "HEAD").strip()
    (tmp_path / ".pre-commit-config.yaml").write_text(CONFIG.format(tool=tool, revision=revision))
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    return tmp_path


def hook(project: Path, home: Path) -> subprocess.CompletedProcess[str]:
    """What pre-commit says of the staged files."""
    git(project, "add", "--all")
    return subprocess.run(
        [sys.executable, "-m", "pre_commit", "run", "--verbose"],
        cwd=project,
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
        env=working_copy.environment(PRE_COMMIT_HOME=str(home)),
    )


def test_clean_sources_pass(project: Path, home: Path) -> None:
    (project / "csrc" / "third.cu").write_text(FITS)
    (project / "csrc" / "fourth.cu").write_text(ALSO_FITS)
    done = hook(project, home)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 of 2 sized kernels fit" in done.stdout


def test_an_overflow_fails_and_is_shown(project: Path, home: Path) -> None:
    (project / "csrc" / "third.cu").write_text(FITS)
    (project / "csrc" / "first.cu").write_text(OVERFLOWS)
    done = hook(project, home)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "first.cu:3:1  SMEM001 shared-memory-overflow" in done.stdout
    assert "1 of 2 sized kernels fit" in done.stdout


def test_the_repository_may_have_the_settings(project: Path, home: Path) -> None:
    config = project / ".pre-commit-config.yaml"
    config.write_text(config.read_text().partition("    args:")[0])
    (project / "pyproject.toml").write_text('[tool.cutlass-lint]\nheaders = "."\narch = "120"\n')
    (project / "csrc" / "first.cu").write_text(OVERFLOWS)
    done = hook(project, home)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "first.cu:3:1  SMEM001 shared-memory-overflow" in done.stdout


def test_a_changed_launcher_has_its_instantiations_linted(project: Path, home: Path) -> None:
    launcher = project / "launchers" / "moe_launcher.inl"
    text = launcher.read_text()
    assert CARVEOUT in text
    launcher.write_text(text.replace(CARVEOUT, "0"))
    done = hook(project, home)
    assert done.returncode == 1, done.stdout + done.stderr
    names = "csrc/first.cu, csrc/second.cu"
    assert f"launchers/moe_launcher.inl: linting the 2 sources that include it: {names}" in done.stdout
    for name in names.split(", "):
        assert f"{name}:3:1  SMEM001" in done.stdout


def test_a_launcher_that_still_fits_passes(project: Path, home: Path) -> None:
    launcher = project / "launchers" / "moe_launcher.inl"
    launcher.write_text(launcher.read_text() + "// the same\n")
    done = hook(project, home)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 of 2 sized kernels fit" in done.stdout


@pytest.mark.parametrize("name", ["unrelated.cu", "unused.h", "notes.md"])
def test_files_without_kernels_pass(project: Path, home: Path, name: str) -> None:
    with (project / "csrc" / name).open("a") as file:
        file.write("// changed\n")
    done = hook(project, home)
    assert done.returncode == 0, done.stdout + done.stderr
    assert ("Skipped" in done.stdout) == (name == "notes.md")
