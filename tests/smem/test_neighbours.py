"""Sources that are parsed together: what one defines changes nothing of another, and all that it changes of its own."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cutlass_lint.analyzer.model import Flags, HeaderRoot, Module
from cutlass_lint.analyzer.smem.frontend import Settings
from cutlass_lint.analyzer.smem.jobs import Job, Parsed
from cutlass_lint.analyzer.smem.resolve import resolve
from cutlass_lint.analyzer.smem.workers import Workers
from cutlass_lint.analyzer.sources import read_source

FIXTURES = Path(__file__).parents[2] / "fixtures"
BASE = "cutlass/include/cutlass/cutlass.h"
# Of a fixture launcher's kernel: 64 x 64 elements of its epilogue, of two bytes each or, where NARROW is defined, one.
PLAIN, NARROW = "sized 8192 fits", "sized 4096 fits"
DISABLED = "disabled"
LAUNCHER = '#include "launchers/moe_launcher.inl"\n'
# Only the name of what it makes has the last argument.
CALL = "namespace moe {{ INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 112, 128, own_{}) }}\n"
SOURCES = {
    "defines.cu": ("#define FAST_BUILD\n" + LAUNCHER, DISABLED),
    "narrows.cu": ("#define NARROW\n" + LAUNCHER, NARROW),
    "narrows_by_header.cu": ('#include "narrow.h"\n' + LAUNCHER, NARROW),
    "narrows_too_late.cu": (LAUNCHER + "#define NARROW\n", PLAIN),
    "narrows_under_condition.cu": (f"#if 1\n#define NARROW\n{LAUNCHER}#else\n#define FAST_BUILD\n#endif\n", NARROW),
    "narrows_and_takes_back.cu": ("#define NARROW\n#undef NARROW\n" + LAUNCHER, PLAIN),
    "once.cu": ("#ifndef ONCE\n#define ONCE\n#endif\n" + LAUNCHER, PLAIN),
    "once_too.cu": ("#ifndef ONCE\n#define ONCE\n" + LAUNCHER + "#endif\n", PLAIN),
    "plain.cu": (LAUNCHER, PLAIN),
    "plain_too.cu": ("// The same but for this line.\n#ifdef NEVER\n#endif\n" + LAUNCHER, PLAIN),
    "uses.cu": (LAUNCHER + "namespace moe { struct Own {}; }\n", PLAIN),
    "uses_too.cu": (LAUNCHER + "namespace moe { enum Own {}; }\n", PLAIN),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("cutlass", "launchers"):
        shutil.copytree(FIXTURES / name, tmp_path / name)
    base = (tmp_path / BASE).read_text()
    storage = "unsigned short storage;"
    assert storage in base
    narrowed = f"#ifdef NARROW\n  unsigned char storage;\n#else\n  {storage}\n#endif"
    (tmp_path / BASE).write_text(base.replace(storage, narrowed))
    (tmp_path / "narrow.h").write_text("#pragma once\n#define NARROW\n")
    for number, (name, (text, _)) in enumerate(SOURCES.items()):
        (tmp_path / name).write_text(text + CALL.format(number))
    return tmp_path


def answers(folder: Path, names: list[str], jobs: int) -> dict[str, str]:
    files = [str(folder / name) for name in names]
    flags = Flags(include_dirs=(str(folder), str(folder / "cutlass" / "include")))
    module = Module(str(folder), "neighbours", tuple(files), flags, ("120",), HeaderRoot(str(folder), "--headers"))
    kernels = resolve([module], {file: read_source(Path(file)) for file in files}, Settings(jobs=jobs, timeout=120))
    return {
        Path(kernel.instantiation.file).name: f"{kernel.status} {kernel.sizes.epilogue} {kernel.verdict}"
        if kernel.sizes
        else kernel.status
        for kernel in kernels
    }


@pytest.mark.parametrize("jobs", [1, 3])
@pytest.mark.parametrize("reverse", [False, True])
def test_sources_mean_together_what_each_means_alone(folder: Path, jobs: int, *, reverse: bool) -> None:
    names = sorted(SOURCES, reverse=reverse)
    assert answers(folder, names, jobs) == {name: expected for name, (_, expected) in SOURCES.items()}


def test_sources_that_are_alike_are_parsed_together(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[Job] = []
    monkeypatch.setattr(Workers, "parse", lambda _workers, job: parsed.append(job) or Parsed(()))
    answers(folder, ["plain.cu", "plain_too.cu"], 1)
    assert [job.precompiled is None for job in parsed] == [False, True]
