"""What a parse that crashes, hangs or takes all memory costs: the kernels that it is about, by name."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from cutlass_lint.analyzer.model import Flags, HeaderRoot, Module
from cutlass_lint.analyzer.smem.frontend import Settings
from cutlass_lint.analyzer.smem.jobs import Job, Parsed
from cutlass_lint.analyzer.smem.resolve import resolve
from cutlass_lint.analyzer.smem.workers import Workers
from cutlass_lint.analyzer.sources import read_source
from reliability.runs import MARK, processes

FIXTURES = Path(__file__).parents[2] / "fixtures"
LAUNCHER = '#include "launchers/mixed_launcher.inl"\n'
CALL = (
    "namespace mixed {{ template void forwarded_gemm_kernelLauncher<cutlass::half_t, "
    "cute::Shape<cute::Int<128>, cute::Int<{}>, cute::Int<128>>, {}, true>(int); }}\n"
)
# What they declare does no harm until a template argument asks for it.
HEADER = """#pragma once
template <int> constexpr int looped() { int i = 0; while (i < 2'000'000'000) ++i; return i ? 2 : 3; }
template <class T, T... I> struct Sequence { static constexpr int stages = 2; };
template <class T> using Long = __make_integer_seq<Sequence, T, 200'000'000>;
"""
HOSTILE = {
    "hang": ("looped<0>()", "the front end took longer than 6 s"),
    "memory": ("Long<int>::stages", "the front end stopped: "),
    "crash": ("1 + " * 100_000 + "1", "the front end stopped: "),
}


@pytest.fixture
def _little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    parse = Workers.parse
    monkeypatch.setattr(Workers, "parse", lambda workers, job: parse(workers, replace(job, memory=700 << 20)))


def answers(folder: Path, texts: dict[str, str], timeout: float = 60) -> dict[str, tuple[str, str]]:
    for name, text in texts.items():
        (folder / name).write_text(text)
    files = [str(folder / name) for name in texts]
    flags = Flags(include_dirs=(str(folder), str(FIXTURES), str(FIXTURES / "cutlass" / "include")))
    module = Module(str(folder), "isolated", tuple(files), flags, ("120",), HeaderRoot(str(FIXTURES), "--headers"))
    sources = {file: read_source(Path(file)) for file in files}
    kernels = resolve([module], sources, Settings(jobs=2, timeout=timeout))
    return {Path(kernel.instantiation.file).name: (kernel.status, kernel.reason or "") for kernel in kernels}


@pytest.mark.usefixtures("_little_memory")
@pytest.mark.parametrize("kind", HOSTILE)
def test_a_kernel_that_stops_the_front_end_costs_itself(tmp_path: Path, kind: str) -> None:
    argument, reason = HOSTILE[kind]
    (tmp_path / "hostile.h").write_text(HEADER)
    include = LAUNCHER + '#include "hostile.h"\n'
    texts = {f"{tile}.cu": include + CALL.format(tile, 2) for tile in (64, 80, 96)}
    found = answers(tmp_path, texts | {"hostile.cu": include + CALL.format(112, argument)}, timeout=6)
    status, said = found.pop("hostile.cu")
    assert (status, said[: len(reason)]) == ("unknown", reason)
    assert found == dict.fromkeys(texts, ("sized", ""))


@pytest.mark.usefixtures("_little_memory")
def test_headers_that_stop_the_front_end_cost_the_launcher_that_includes_them(tmp_path: Path) -> None:
    (tmp_path / "hostile.h").write_text(HEADER + "static_assert(looped<0>() == 2);\n")
    launcher = (FIXTURES / "launchers" / "mixed_launcher.inl").read_text()
    (tmp_path / "other.inl").write_text(launcher.replace("#pragma once\n", '#pragma once\n#include "hostile.h"\n'))
    texts = {"one.cu": LAUNCHER + CALL.format(64, 2), "other.cu": '#include "other.inl"\n' + CALL.format(64, 2)}
    assert answers(tmp_path, texts, timeout=6) == {
        "one.cu": ("sized", ""),
        "other.cu": ("unknown", "the front end took longer than 6 s"),
    }


def worker(*arguments: str, job: Job, setting: str = "") -> subprocess.CompletedProcess[bytes]:
    code = f"import sys, cutlass_lint.analyzer.smem.worker as worker\n{setting}\nworker.main()"
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, input=msgspec.msgpack.encode(job), capture_output=True, check=False, timeout=60)


JOB = Job("/a.cpp", {"/a.cpp": b"int a = b;"}, ("-x", "c++"), None)


def test_an_answer_is_no_larger_than_allowed() -> None:
    assert msgspec.msgpack.decode(worker(str(os.getpid()), job=JOB).stdout, type=Parsed).diagnostics
    done = worker(
        str(os.getpid()), job=JOB, setting="worker._MOST_ANSWERED = 1 << 20; worker.parse = lambda job: bytes(2 << 20)"
    )
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"its answer is larger than 1 MB\n")


def test_what_is_printed_is_no_larger_than_allowed(tmp_path: Path) -> None:
    printed = tmp_path / "printed"
    done = worker(
        str(os.getpid()),
        str(printed),
        job=replace(JOB, layouts=True),
        setting="worker._MOST_WRITTEN = 1 << 20; worker.parse = lambda job: [print('a' * 99) for _ in range(99_999)]",
    )
    assert (done.returncode, printed.stat().st_size) == (1, 1 << 20)


def test_a_parse_that_nobody_waits_for_does_not_begin() -> None:
    done = worker("1" if os.getppid() != 1 else "2", job=JOB)
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"nobody waits for it\n")


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_no_parse_outlives_its_run(tmp_path: Path, number: signal.Signals) -> None:
    (tmp_path / "hostile.h").write_text(HEADER)
    (tmp_path / "hostile.cu").write_text(LAUNCHER + '#include "hostile.h"\n' + CALL.format(112, "looped<0>()"))
    mark = str(tmp_path)
    command = [sys.executable, "-m", "cutlass_lint", "hostile.cu", "--headers", str(FIXTURES), "--arch", "120"]
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    with subprocess.Popen(
        [*command, "--output", "json=report.json"],
        cwd=tmp_path,
        env={**os.environ, MARK: mark, "TMPDIR": str(temporary)},
        preexec_fn=lambda: [signal.signal(one, signal.SIG_DFL) for one in (signal.SIGINT, signal.SIGHUP)],
    ) as process:
        while not list(temporary.glob("*/*/*.pch")) or len(processes(mark)) < 2:
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(number)
        process.wait(timeout=10)
    gone = time.monotonic() + 5
    while processes(mark) and time.monotonic() < gone:
        time.sleep(0.05)
    assert processes(mark) == []
    assert not (tmp_path / "report.json").exists()
    assert bool(list(temporary.iterdir())) is (number == signal.SIGKILL)


def test_what_a_killed_run_left_goes_with_the_next(tmp_path: Path) -> None:
    run, own = "cutlass-lint-run-", "cutlass-lint-checkout"
    for left in (f"{run}killed00", f"{run}running0", f".{run}begun000", f".{run}old00000", f"{run}public00", own):
        (tmp_path / left).mkdir(0o755 if left.endswith("public00") else 0o700)
        (tmp_path / left / "sub").mkdir()
    os.utime(tmp_path / f".{run}old00000", (0, 0))
    (tmp_path / f"{run}link0000").symlink_to(own)
    (tmp_path / f"{run}notes000").write_text("")
    code = "from cutlass_lint.analyzer.temporary import temporary_folder; print(temporary_folder().is_dir())"
    lock = os.open(tmp_path / f"{run}running0", os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        environment = {**os.environ, "TMPDIR": str(tmp_path)}
        done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    finally:
        os.close(lock)
    assert done.stdout == "True\n"
    kept = [f".{run}begun000", own, *(f"{run}{name}" for name in ("link0000", "notes000", "public00", "running0"))]
    assert sorted(path.name for path in tmp_path.iterdir()) == kept
