"""Command lines that would have a compiler run, load or read something: nothing of that gets to the front end."""

from __future__ import annotations

import json
import os
import shlex
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from cutlass_lint.analyzer.cli.app import app
from cutlass_lint.analyzer.model import Flags
from cutlass_lint.analyzer.roots import outside
from cutlass_lint.analyzer.smem import frontend
from cutlass_lint.analyzer.smem.jobs import Job, Parsed
from cutlass_lint.analyzer.smem.workers import Workers

FIXTURES = Path(__file__).parents[1] / "fixtures"
CUTLASS = FIXTURES / "cutlass" / "include"
SOURCE = '#include "launchers/moe_launcher.inl"\nINSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 112, 128, own);\n'
# The folders and the macro that are meant; what comes between is not.
MEANT = ["-DMEANT=1", f"-I{FIXTURES}", f"-I{CUTLASS}"]
HOSTILE = [
    *("-Xclang -load -Xclang evil.so", "-fplugin=evil.so", "-fpass-plugin=evil.so", "-load evil.so"),
    *("-plugin evil", "-mllvm -load=evil.so", "-Xcompiler -fplugin=evil.so", "-Xcompiler -DEVIL", "-Wp,-DEVIL"),
    *("-ccbin evil", "--compiler-bindir=evil", "-Bevil", "-specs=evil", "-wrapper evil", "--config=evil.cfg"),
    *("-ivfsoverlay evil.yaml", "-fmodules -fmodule-map-file=evil", "-fmodules-cache-path=evil", "-include-pch evil"),
    *("-imacros evil.h", "-idirafter evil", "-isysroot evil", "--sysroot=evil", "-iquote evil", "-resource-dir evil"),
    *("-o evil", "-MD -MF evil", "--serialize-diagnostics evil", "-ftime-trace=evil", "-save-temps", "-x cuda"),
    *(
        "-working-directory=evil",
        "-fuse-ld=evil",
        "-std=c++98",
        "-fsyntax-only evil.cpp",
        "-- evil",
        "`evil`",
        "$(evil)",
    ),
    *("; evil", "| evil", "> evil", "&& evil"),
]
UNREAD = ["@evil.rsp", "--options-file evil.rsp", "--options-file=evil.rsp", "-optf evil.rsp"]
LINES = ["-DA\n#include <evil.h>", "-I/a\n-load", "-include a\n#include <evil.h>", "-DA\0", "-DA=1\r\n"]


@pytest.fixture
def jobs(monkeypatch: pytest.MonkeyPatch) -> list[Job]:
    """What the front end is asked."""
    asked: list[Job] = []
    monkeypatch.setattr(Workers, "parse", lambda _workers, job: asked.append(job) or Parsed(()))
    return asked


def lint(*arguments: str | Path) -> dict[str, Any]:
    words = [*map(str, arguments), "--arch", "120", "--output-format", "json", "--jobs", "1"]
    found: dict[str, Any] = json.loads(CliRunner().invoke(app, words).stdout)
    return found


def given(job: Job) -> list[str]:
    """The words that a front end gets beside those that it gets for any source, and for what it has precompiled."""
    own = list(frontend.arguments(Flags(), frontend.Settings(1)))
    own += ["-Xclang", "-fno-validate-pch", "c++-header"]
    own += ["-include-pch", *(value for flag, value in pairwise(job.arguments) if flag == "-include-pch")]
    return [word for word in job.arguments if word not in own]


def commands(folder: Path, words: list[str]) -> Path:
    (folder / "a.cu").write_text(SOURCE)
    path = folder / "compile_commands.json"
    path.write_text(json.dumps([{"directory": str(folder), "file": "a.cu", "arguments": ["nvcc", *words]}]))
    return path


def cache(folder: Path, flags: str) -> Path:
    """A FlashInfer cache with a module that is compiled with some flags, by a command that runs something else, too."""
    architecture = folder / "0.6.3" / "120a"
    source = architecture / "generated" / "gen_moe" / "a.cu"
    build = architecture / "cached_ops" / "gen_moe" / "build.ninja"
    for path in (source, build):
        path.parent.mkdir(parents=True)
    source.write_text(SOURCE)
    command = "evil && nvcc $cuda_cflags -c $in -o $out"
    edge = f"build a.o: cuda_compile {source}"
    build.write_text(f"cuda_cflags = {flags}\nrule cuda_compile\n  command = {command}\n{edge}\n")
    return folder


@pytest.mark.parametrize("hostile", HOSTILE)
def test_compile_commands(jobs: list[Job], tmp_path: Path, hostile: str) -> None:
    lint(commands(tmp_path, [MEANT[0], *shlex.split(hostile), *MEANT[1:]]))
    assert [given(job) for job in jobs] == [MEANT, MEANT]


@pytest.mark.parametrize("hostile", HOSTILE)
def test_a_build_of_flashinfer(jobs: list[Job], tmp_path: Path, hostile: str) -> None:
    version = tmp_path / "include" / "cutlass" / "version.h"
    version.parent.mkdir(parents=True)
    version.touch()
    meant = [*MEANT, f"-I{tmp_path / 'include'}"]
    lint(cache(tmp_path / "cache", f"{meant[0]} {hostile.replace('$', '$$')} {' '.join(meant[1:])}"))
    assert [given(job) for job in jobs] == [meant, meant]


def test_an_include_folder_that_is_not_there_lets_nothing_be_read(jobs: list[Job], tmp_path: Path) -> None:
    words = [*MEANT, "-I/etc/gone/..", "-I", "gone/../../.."]
    lint(commands(tmp_path, words))
    lint(cache(tmp_path / "cache", " ".join(words)), "--headers", FIXTURES)
    assert [outside("/etc/passwd", job.roots) for job in jobs] == [os.path.realpath("/etc/passwd")] * 4


@pytest.mark.parametrize("option", UNREAD)
def test_options_from_a_file_are_not_read(jobs: list[Job], tmp_path: Path, option: str) -> None:
    (tmp_path / "evil.rsp").write_text("-DEVIL")
    for path in (
        commands(tmp_path, [*MEANT, *option.split()]),
        cache(tmp_path / "cache", f"{' '.join(MEANT)} {option}"),
    ):
        found = lint(path, *(("--headers", FIXTURES) if path.is_dir() else ()))
        (kernel,) = found["kernels"]
        assert kernel["status"] == "unknown"
        assert f"its command takes options from a file ({option.split()[0]}), which is not read" in kernel["reason"]
    assert not jobs


@pytest.mark.parametrize("word", LINES)
def test_an_option_is_one_line(jobs: list[Job], tmp_path: Path, word: str) -> None:
    (kernel,) = lint(commands(tmp_path, [*MEANT, word]))["kernels"]
    assert kernel["status"] == "unknown"
    assert "its command has an option over several lines" in kernel["reason"]
    assert not jobs


def test_values_that_look_like_options(jobs: list[Job], tmp_path: Path) -> None:
    words = [MEANT[0], "-I", "-load", "-D", "-load=evil", "-include", "-Xclang", *MEANT[1:]]
    lint(commands(tmp_path, words))
    assert given(jobs[0]) == ["-DMEANT=1", "-D-load=evil", f"-I{tmp_path}/-load", *MEANT[1:]]
    # This one takes the word behind it, whatever it is.
    assert jobs[0].arguments[-4:-2] == ("-include", "-Xclang")


@pytest.mark.parametrize("define", ["-load", "@evil", "a b", "A\n-load"])
def test_the_configuration(jobs: list[Job], tmp_path: Path, define: str) -> None:
    (tmp_path / "a.cu").write_text(SOURCE)
    file = tmp_path / "cutlass-lint.toml"
    file.write_text(f"include = [{json.dumps(str(FIXTURES))}]\ndefine = [{json.dumps(define)}]\n")
    done = CliRunner().invoke(app, [str(tmp_path / "a.cu"), "--config", str(file)])
    assert done.exit_code == 2
    assert "does not begin with the name of a macro" in done.output
    assert not jobs
