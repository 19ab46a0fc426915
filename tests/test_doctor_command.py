"""`cutlass-lint doctor` on machines that lack something: each is made of folders and environment variables."""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cutlass_lint.analyzer.doctor import programs

ALWAYS = ["cutlass-lint", "Python", "settings", "scratch", "grammar", "libclang"]
GiB = 1 << 30


class Machine:
    """A home folder, an otherwise empty environment, and packages ahead of those that are installed."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.packages = folder / "packages"
        self.project = folder / "project"
        for made in (self.home, self.packages, self.project):
            made.mkdir()
        self.environment = {"HOME": str(self.home), "PYTHONPATH": str(self.packages), "PATH": "/nonexistent"}

    def file(self, path: str, text: str = "") -> Path:
        target = self.home.parent / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
        return target

    def doctor(self, *arguments: str, prepare: Callable[[], None] | None = None) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "cutlass_lint", "doctor", *arguments]
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
            cwd=self.project,
            env=self.environment,
            preexec_fn=prepare,
        )
        assert "Traceback" not in done.stdout + done.stderr
        assert done.stderr == ""
        return done

    def checks(self, *, status: int, prepare: Callable[[], None] | None = None) -> dict[str, Any]:
        """The checks by name; of several with a name, the last."""
        done = self.doctor("--output-format", "json", prepare=prepare)
        assert done.returncode == status, done.stdout
        document = json.loads(done.stdout)
        assert document["schema"] == "cutlass-lint/doctor/1"
        assert document["works"] is (status == 0)
        assert all(check["remedy"] for check in document["checks"] if check["health"] in ("warning", "error"))
        return {check["name"]: check for check in document["checks"]}


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_a_fresh_machine_can_size_kernels(machine: Machine) -> None:
    checks = machine.checks(status=0)
    assert {name: check["health"] for name, check in checks.items()} == {
        **dict.fromkeys(ALWAYS, "ok"),
        "settings": "absent",
        "front end": "ok",
        "FlashInfer": "absent",
        "FlashInfer cache": "absent",
        "releases": "absent",
        "pip": "ok",
        "nvcc": "absent",
    }
    assert checks["libclang"]["facts"]["version"].startswith("clang version ")
    assert Path(checks["libclang"]["facts"]["path"]).is_file()
    assert checks["Python"]["facts"]["path"] == sys.executable
    assert checks["FlashInfer cache"]["found"] == f"there is no {machine.home}/.cache/flashinfer"
    assert checks["releases"]["facts"] == {
        "path": f"{machine.home}/.cache/cutlass-lint/releases",
        "versions": [],
        "bytes": 0,
    }
    assert list(machine.home.iterdir()) == [], "it left something behind"


def test_each_line_says_how_it_is_and_what_to_do(machine: Machine) -> None:
    done = machine.doctor()
    lines = done.stdout.splitlines()
    told = [match.groups() for line in lines if (match := re.match(r"(ok|absent) +(\S+(?: \S+)?)  ", line))]
    assert told == [
        ("ok", "cutlass-lint"),
        ("ok", "Python"),
        ("absent", "settings"),
        ("ok", "scratch"),
        ("ok", "grammar"),
        ("ok", "libclang"),
        ("ok", "front end"),
        ("absent", "FlashInfer"),
        ("absent", "FlashInfer cache"),
        ("absent", "releases"),
        ("ok", "pip"),
        ("absent", "nvcc"),
    ]
    assert sum("→ --release" in line for line in lines) == 3
    assert lines[-1] == "kernels can be sized here, given their headers"


# The front end


def test_libclang_that_is_not_where_the_environment_says(machine: Machine) -> None:
    machine.environment["LIBCLANG_LIBRARY_PATH"] = "/nowhere"
    checks = machine.checks(status=2)
    assert checks["libclang"]["health"] == "error"
    assert "cannot open shared object file" in checks["libclang"]["found"]
    assert "Config.set_library" not in checks["libclang"]["found"]
    assert checks["libclang"]["remedy"].startswith("unset LIBCLANG_LIBRARY_PATH, which is /nowhere; else ")
    assert "front end" not in checks
    assert checks["pip"]["health"] == "ok"


def test_libclang_that_crashes_costs_its_own_line_only(machine: Machine) -> None:
    machine.file("packages/clang/__init__.py")
    machine.file("packages/clang/cindex.py", "import os\nos.kill(os.getpid(), 11)\n")
    checks = machine.checks(status=2)
    assert checks["libclang"]["found"] == "it crashes: Segmentation fault"
    assert f"{sys.executable} -m pip install --force-reinstall libclang" in checks["libclang"]["remedy"]
    assert checks["grammar"]["health"] == "ok"
    assert machine.doctor().stdout.endswith("no kernel can be sized here\n")


@pytest.mark.parametrize(("module", "check"), [("clang", "libclang"), ("tree_sitter", "grammar")])
def test_a_package_that_is_missing(module: str, check: str, machine: Machine) -> None:
    machine.file(f"packages/{module}/__init__.py", f"raise ModuleNotFoundError(\"No module named '{module}'\")\n")
    checks = machine.checks(status=2)
    assert checks[check]["health"] == "error"
    assert f"No module named '{module}'" in checks[check]["found"]
    assert "pip install" in checks[check]["remedy"]
    assert [name for name, other in checks.items() if other["health"] == "error"] == [check]


def test_too_little_address_space(machine: Machine) -> None:
    checks = machine.checks(status=0, prepare=lambda: resource.setrlimit(resource.RLIMIT_AS, (GiB, GiB)))
    assert checks["libclang"]["health"] == "ok"
    assert checks["front end"]["health"] == "warning"
    assert checks["front end"]["found"].endswith(
        "; 2,048 MB of address space, which large kernels take, it may not have"
    )
    assert "ulimit -v" in checks["front end"]["remedy"]


def test_nowhere_to_write(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(**_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tempfile, "NamedTemporaryFile", full)
    check = programs.scratch()
    assert (check.health, check.found) == ("error", "no temporary file can be written: No space left on device")
    assert "TMPDIR" in check.remedy


# Headers


def flashinfer(machine: Machine, version: str = "0.6.3") -> Path:
    """Install FlashInfer, as far as it is looked at."""
    cutlass = "#define CUTLASS_MAJOR 4\n#define CUTLASS_MINOR 2\n#define CUTLASS_PATCH 1\n"
    machine.file("packages/flashinfer/__init__.py", "raise SystemExit('nobody imports FlashInfer')\n")
    machine.file("packages/flashinfer/_build_meta.py", f'__version__ = "{version}"\n')
    machine.file("packages/flashinfer/data/csrc/nv_internal/launcher.inl")
    return machine.file("packages/flashinfer/data/cutlass/include/cutlass/version.h", cutlass)


def test_flashinfer_that_is_installed(machine: Machine) -> None:
    flashinfer(machine)
    check = machine.checks(status=0)["FlashInfer"]
    folder = str(machine.packages / "flashinfer")
    assert (check["health"], check["found"]) == ("ok", f"0.6.3 with CUTLASS 4.2.1, {folder}")
    assert check["facts"] == {"version": "0.6.3", "cutlass": "4.2.1", "path": folder}


def test_flashinfer_without_cutlass(machine: Machine) -> None:
    flashinfer(machine).unlink()
    check = machine.checks(status=0)["FlashInfer"]
    assert check["health"] == "warning"
    assert str(machine.packages / "flashinfer") in check["found"]
    assert "install flashinfer-python again" in check["remedy"]


# FlashInfer's cache


def generated(machine: Machine, path: str, cache: str = "home/.cache/flashinfer") -> Path:
    return machine.file(f"{cache}/{path}")


def test_modules_whose_headers_are_installed(machine: Machine) -> None:
    flashinfer(machine)
    for name in ("a.cu", "b.cu"):
        generated(machine, f"0.6.3/120a/generated/gen_gemm_sm120/{name}")
    generated(machine, "0.6.3/90a/generated/gen_gemm_sm90/a.cu")
    check = machine.checks(status=0)["FlashInfer cache"]
    cache = f"{machine.home}/.cache/flashinfer"
    assert (check["health"], check["found"]) == ("ok", f"2 modules with 3 sources, {cache} (0.6.3/120a, 0.6.3/90a)")
    assert check["facts"] == {
        "path": cache,
        "architectures": ["0.6.3/120a", "0.6.3/90a"],
        "modules": 2,
        "sources": 3,
    }


def test_modules_whose_headers_are_not_here(machine: Machine) -> None:
    flashinfer(machine, version="0.6.4")
    generated(machine, "0.6.3/120a/generated/gen_gemm_sm120/a.cu")
    check = machine.checks(status=0)["FlashInfer cache"]
    assert check["health"] == "warning"
    assert check["found"] == "needs FlashInfer 0.6.3's headers, which are not installed here (1 module)"
    assert check["remedy"].startswith("run with --release flashinfer==0.6.3 --arch 120")
    command = [sys.executable, "-m", "cutlass_lint", "--output-format", "json"]
    generated(machine, "0.6.3/120a/generated/gen_gemm_sm120/a.cu").write_text("INSTANTIATE_GEMM(1);\n")
    run = subprocess.run(command, capture_output=True, check=False, env=machine.environment, cwd=machine.project)
    (kernel,) = json.loads(run.stdout)["kernels"]
    assert kernel["reason"] == f"{check['found'].removesuffix(' (1 module)')}; {check['remedy']}"


def test_another_cache_and_modules_without_sources(machine: Machine) -> None:
    machine.environment["FLASHINFER_WORKSPACE_BASE"] = str(machine.home / "other")
    machine.file("home/other/.cache/flashinfer/0.7.4/120f/cached_ops/fused_moe_120/fused_moe_120.so")
    done = machine.doctor()
    assert done.returncode == 0
    cache = machine.home / "other/.cache/flashinfer"
    assert f"no module in {cache} has sources (0.7.4/120f)" in done.stdout
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("warning")]
    assert "prebuilt, no sources: fused_moe_120" in line
    assert "--release flashinfer==0.7.4 --arch 120" in done.stdout


def test_a_cache_that_is_no_folder(machine: Machine) -> None:
    machine.file("home/.cache/flashinfer")
    check = machine.checks(status=0)["FlashInfer cache"]
    assert check["health"] == "warning"
    assert "FLASHINFER_WORKSPACE_BASE" in check["remedy"]


def test_of_many_faults_the_first_are_told_and_the_others_counted(machine: Machine) -> None:
    for number in range(9):
        generated(machine, f"0.7.{number}/120f/cached_ops/fused_moe_120/fused_moe_120.so")
    lines = [line for line in machine.doctor().stdout.splitlines() if line.startswith("warning")]
    assert len(lines) == 6
    assert lines[-1].endswith("4 more like these")


def test_names_from_a_cache_cannot_drive_the_terminal(machine: Machine) -> None:
    generated(machine, "0.7.4/120f/cached_ops/m\x1b[31m/m\x1b[31m.so")
    done = machine.doctor()
    assert r"m\x1b[31m" in done.stdout
    assert "\x1b" not in done.stdout


# What is fetched, and other programs


def test_releases_that_were_fetched(machine: Machine) -> None:
    machine.environment["XDG_CACHE_HOME"] = str(machine.home / "caches")
    home = machine.home / "caches/cutlass-lint/releases"
    for version in ("0.6.3", "0.10.0"):
        machine.file(f"home/caches/cutlass-lint/releases/{version}/wheel.json", "{}" + " " * 98)
        machine.file(f"home/caches/cutlass-lint/releases/{version}/flashinfer/launcher.inl", "x" * 2_000_000)
    machine.file("home/caches/cutlass-lint/releases/0.1.0/not-a-release")
    check = machine.checks(status=0)["releases"]
    assert (check["health"], check["found"]) == ("ok", f"FlashInfer 0.10.0, 0.6.3: 4 MB, {home}")
    assert check["facts"] == {"path": str(home), "versions": ["0.10.0", "0.6.3"], "bytes": 4_000_200}


def test_a_cache_folder_that_cannot_be_made(machine: Machine) -> None:
    machine.environment["XDG_CACHE_HOME"] = str(machine.file("home/file"))
    check = machine.checks(status=0)["releases"]
    assert check["health"] == "warning"
    assert "XDG_CACHE_HOME" in check["remedy"]


@pytest.mark.parametrize("variable", ["PATH", "CUDA_HOME"])
def test_nvcc_is_told_and_not_needed(variable: str, machine: Machine) -> None:
    program = machine.file("toolkit/bin/nvcc", "#!/bin/sh\n")
    program.chmod(0o755)
    machine.environment[variable] = str(program.parent if variable == "PATH" else program.parents[1])
    check = machine.checks(status=0)["nvcc"]
    assert (check["health"], check["found"]) == ("ok", f"{program}; it is not needed")


def test_without_pip_no_release_can_be_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs.importlib.util, "find_spec", lambda _name: None)
    check = programs.pip()
    assert check.health == "warning"
    assert "--release" in check.found
    assert check.remedy == f"{sys.executable} -m ensurepip"


def test_the_settings_in_effect(machine: Machine) -> None:
    file = machine.file("project/pyproject.toml", '[tool.cutlass-lint]\narch = "120"\nignore = ["SMEM002"]\n')
    check = machine.checks(status=0)["settings"]
    assert check["health"] == "ok"
    assert check["facts"]["path"] == str(file)
    assert set(check["facts"]["keys"]) == {"arch", "ignore"}


@pytest.mark.parametrize("text", ["[tool.cutlass-lint]\narch = ", "[tool.cutlass-lint]\nno-such-key = 1\n"])
def test_settings_that_cannot_be_used(text: str, machine: Machine) -> None:
    file = machine.file("project/pyproject.toml", text)
    check = machine.checks(status=0)["settings"]
    assert check["health"] == "warning"
    assert str(file) in check["found"]
    assert "--isolated" in check["remedy"]


def test_colour(machine: Machine) -> None:
    machine.environment["FORCE_COLOR"] = "1"
    assert "\x1b[32mok" in machine.doctor().stdout
    assert "\x1b" not in machine.doctor("--color", "never").stdout


def test_it_takes_no_paths(machine: Machine) -> None:
    command = [sys.executable, "-m", "cutlass_lint", "doctor", "kernel.cu"]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, **machine.environment}
    )
    assert (done.returncode, done.stdout) == (2, "")
