"""How libclang is called: arguments, the precompiled header of a launcher's includes, the process around a parse."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import ParamSpec, Self, TypeVar

import msgspec

from cutlass_lint.analyzer.model import Flags, Launcher, Module
from cutlass_lint.analyzer.smem.hooks import Hooks, hooks
from cutlass_lint.analyzer.smem.worker import Diagnostic, Job, Parsed

P = ParamSpec("P")
T = TypeVar("T")

_HERE = Path(__file__).parent
OVERLAY = _HERE / "overlay"
STANDINS = _HERE / "standins"
_ADAPTER = "cutlass/gemm/device/gemm_universal_adapter.h"

# Sizes are those of the host's ABI, which CUDA shares, so that one target serves every host. Every diagnostic that is
# not ours is off, and nothing is cut: a number printed behind "..." would be lost.
_LANGUAGE = (
    *("-x", "c++", "-std=c++17", "-target", "x86_64-unknown-linux-gnu", "-nostdinc", "-nostdinc++"),
    *("-ferror-limit=0", "-ftemplate-depth=2000", "-ftemplate-backtrace-limit=0", "-fmacro-backtrace-limit=0"),
    *("-fconstexpr-steps=100000000", "-fno-spell-checking", "-Wno-everything", "-Wdeprecated-declarations"),
    # A template may have more, defaulted, parameters than a template template parameter names: C++17, as nvcc has it.
    "-frelaxed-template-template-args",
)
# The SM90 builder of CUTLASS answers "Unsupported Toolkit" without a compiler version; 13.0 has every architecture.
_CUDA_VERSION = ("-D__CUDACC_VER_MAJOR__=13", "-D__CUDACC_VER_MINOR__=0")


_GUARD = re.compile(r"^\s*#\s*(?:pragma\s+once\b|ifndef\s+(\w+)\s+#\s*define\s+\1\b)", re.MULTILINE)


class Settings(msgspec.Struct, frozen=True):
    """How to run the front end.

    `jobs` is parses at once, `timeout` seconds for one, `toolkit` a CUDA toolkit whose headers to prefer. `deep` also
    lays out `GemmKernel::Params`, as nvcc does: some kernels are refused only there, and it takes three times as long.
    """

    jobs: int
    timeout: float = 600.0
    toolkit: Path | None = None
    deep: bool = False


class FrontEndError(Exception):
    """A parse that gave no result. The message is one line for the user."""


def arguments(flags: Flags, settings: Settings) -> tuple[str, ...]:
    """The command line for sources compiled with `flags`."""
    # The toolkit's libcu++ needs a whole standard library below it, and its mma.h a device compiler.
    folders = [STANDINS / "always", STANDINS / "cuda", STANDINS / "cxx"]
    if settings.toolkit:
        folders.insert(1, settings.toolkit / "include")
    return (
        *_LANGUAGE,
        *_CUDA_VERSION,
        *(("-DCUTLASS_LINT_DEEP",) if settings.deep else ()),
        *(f"-D{define}" for define in flags.defines),
        f"-I{OVERLAY}",
        *(f"-I{folder}" for folder in flags.include_dirs),
        *(flag for folder in folders for flag in ("-isystem", str(folder))),
        *("-include", str(STANDINS / "device.h")),
        *(word for header in flags.forced for word in ("-include", header)),
    )


class Workers:
    """The processes that parse, `jobs` at once: a crash, hang or memory hog costs one parse, and none outlives a run.

    A context manager: on the way out, what waits is dropped and what runs is killed.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._pool = ThreadPoolExecutor(settings.jobs)
        self._processes: set[subprocess.Popen[bytes]] = set()
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self._closed = True
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in tuple(self._processes):
            process.kill()
        self._pool.shutdown()

    def submit(self, task: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> Future[T]:
        """Have a task that calls `parse` done in its turn."""
        return self._pool.submit(task, *arguments, **named)

    def parse(self, job: Job) -> Parsed:
        """Parse in a process of its own. Raises FrontEndError where that crashes, or takes too much memory or time."""
        # -P: nothing in the current folder may stand in for a module.
        command = [sys.executable, "-P", "-m", "cutlass_lint.analyzer.smem.worker"]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:  # noqa: S603 - our own module
            self._processes.add(process)
            try:
                if self._closed:  # between the starting of a process and here, all that ran were killed
                    process.kill()
                out, err = process.communicate(msgspec.msgpack.encode(job), self.settings.timeout)
            except subprocess.TimeoutExpired as error:
                raise FrontEndError(f"the front end took longer than {self.settings.timeout:.0f} s") from error
            finally:
                process.kill()
                self._processes.discard(process)
        try:
            return msgspec.msgpack.decode(out, type=Parsed)
        except msgspec.DecodeError as error:
            raise FrontEndError(f"the front end stopped: {_ending(process.returncode, err)}") from error


def _ending(status: int, output: bytes) -> str:
    if status < 0:
        return signal.strsignal(-status) or f"signal {-status}"
    lines = output.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else f"exit status {status}"


class Prefix(msgspec.Struct, frozen=True):
    """A launcher's includes, parsed once: the arguments that its sources are parsed with, and the changed headers.

    `error` is set where the headers have one: nothing that includes them can be trusted.
    """

    launcher: Launcher
    hooks: Hooks
    arguments: tuple[str, ...] = ()
    error: Diagnostic | None = None


def precompile(launcher: Launcher, module: Module, folder: Path, workers: Workers) -> Prefix:
    """Parse the headers that a launcher includes into `folder`, and answer how to build on them.

    Raises FrontEndError as `Workers.parse` does.
    """
    header = folder / "launcher_includes.h"
    folders = [str(Path(launcher.file).parent), *module.flags.include_dirs]
    # The overlay's own comes last: a launcher that makes no adapter does not include it.
    names = [*(name for name in launcher.includes if _may_precede(name, folders)), _ADAPTER]
    header.write_text("".join(f"#include {_quoted(name)}\n" for name in names), encoding="utf-8")
    output = folder / "launcher_includes.pch"
    quotes = ("-iquote", str(Path(launcher.file).parent))
    base = (*arguments(module.flags, workers.settings), *quotes)
    changed = hooks(module.flags.include_dirs, module.devices)
    job = Job(str(header), dict(changed.files), (*base, "-x", "c++-header"), precompiled=str(output))
    error = next((diagnostic for diagnostic in workers.parse(job).diagnostics if diagnostic.error), None)
    return Prefix(launcher, changed, (*base, "-include-pch", str(output)), error)


def _may_precede(name: str, folders: Sequence[str]) -> bool:
    """Whether a header can be included ahead of the launcher, which includes it again: only where it guards itself."""
    found = next((path for path in (Path(folder, name.strip('<>"')) for folder in folders) if path.is_file()), None)
    try:
        return found is None or _GUARD.search(found.read_text(encoding="utf-8", errors="replace")) is not None
    except OSError:
        return False


def _quoted(name: str) -> str:
    return name if name.startswith(("<", '"')) else f'"{name}"'
