"""What the works are compared with: nvcc, clang, and a search of the files."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from measuring import Failed, Subject, printed
from table import Goal

from cutlass_lint.analyzer.model import Flags
from cutlass_lint.analyzer.smem.frontend import Settings, arguments

sys.path.append(str(Path(__file__).parents[1] / "fixtures" / "truth"))
from ask_nvcc import Compiler  # a script, in no package

MACRO = "INSTANTIATE_TMA_WARP_SPECIALIZED_MOE_GEMM"
_KERNELS = 40
_INTERNAL = Path("flashinfer", "data", "csrc", "nv_internal")
_LAUNCHER = "tensorrt_llm/kernels/cutlass_kernels/moe_gemm/launchers/moe_gemm_tma_ws_launcher.inl"

# The launcher's macro made anew, up to its kernel type, and all it is called with.
_PROGRAM = """\
#include <cstdio>
#include "{launcher}"
#undef {macro}
namespace cutlass_lint {{
template <int Epilogue, int Mainloop, int Kernel, int Stages, int Threads, class>
inline int printed = std::printf("%d %d %d %d %d\\n", Epilogue, Mainloop, Kernel, Stages, Threads);
}}
#define {macro}{body} \
  (void)::cutlass_lint::printed<sizeof(typename CollectiveEpilogue::SharedStorage), \
      sizeof(typename CollectiveMainloop::SharedStorage), sizeof(typename GemmKernel::SharedStorage), \
      CollectiveMainloop::DispatchPolicy::Stages, GemmKernel::MaxThreadsPerBlock, GemmKernel>; }} }}
{calls}
int main() {{}}
"""
# What the launcher's checks call.
_RUNTIME = ("stringUtils", "tllmException", "logger", "envUtils")
# How nvcc complains of what ask_nvcc's headers make it print.
_ANSWER = 'error: incomplete type "cutlass_lint::answer<'


def nvcc(release: Path, sources: Sequence[Path], folder: Path) -> list[Subject]:
    """nvcc, asked for the sizes of the grouped kernels of SM120 in the two ways that are known to work.

    The first is what one would write: a program that prints them, linked with what the launcher calls of the release.
    The second has them in error messages, as fixtures/truth: one front end only, nothing is compiled.
    """
    names = f"nvcc: a program that prints {_KERNELS} sizes", f"nvcc: these {_KERNELS} in its error messages"
    goal = Goal(9, "×", at_least=True)
    if shutil.which("nvcc") is None:
        return [Subject("", f"{names[0]}: not here", goal=goal), Subject("", f"{names[1]}: not here")]
    compiler = Compiler(release, "120", folder)
    calls = "\n".join(source.read_text() for source in sources)
    body = (release / _INTERNAL / _LAUNCHER).read_text().partition(f"#define {MACRO}")[2].partition("using GemmGrouped")
    program = _PROGRAM.format(launcher=_LAUNCHER, macro=MACRO, body=body[0], calls=calls)
    (folder / "program.cu").write_text(program)
    (folder / "errors.cu").write_text(calls)
    common = (*compiler.flags, "-x", "cu")
    runtime = (str(release / _INTERNAL / "cpp" / "common" / f"{name}.cpp") for name in _RUNTIME)
    linked = (compiler.nvcc, *common, "program.cu", *runtime, "-o", "program")
    asked = (compiler.nvcc, compiler.overlay, "-ptx", *common, "errors.cu", "-o", "errors.ptx")

    def counted(sizes: int) -> str:
        if sizes != _KERNELS:
            raise Failed(f"{sizes} sizes")
        return f"{sizes} sized"

    return [
        Subject("", names[0], linked, goal, told=lambda _: counted(printed(str(folder / "program")).count("\n") + 1)),
        Subject("", names[1], asked, None, (1, 2), lambda done: counted((done.output + done.errors).count(_ANSWER))),
    ]


def clang(release: Path, flags: Flags) -> Subject:
    """One parse, by a clang as new as the front end or newer, of the launcher and all that it includes."""
    name = "clang -fsyntax-only: the launcher's headers, once"
    command = (_clang(), "-fsyntax-only", *arguments(flags, Settings(jobs=1)), str(release / _INTERNAL / _LAUNCHER))
    # A kernel's launch, <<<>>>, is an error in C++, which the parse goes on behind.
    return Subject("", name, command, codes=(0, 1)) if command[0] else Subject("", f"{name}: not here")


def _clang() -> str:
    names = ("clang", "clang-20", "clang-19", "clang-18")
    return next((name for name in names if re.search(r"version (1[89]|2\d)\.", printed(name, "--version"))), "")


def reading(paths: Iterable[Path], what: str) -> Subject:
    """A search of files for a word: what reading them takes."""
    name, command = ("rg", ("rg", "-uu")) if shutil.which("rg") else ("rg: not here; grep -r", ("grep", "-r"))
    return Subject("", f"{name} INSTANTIATE: {what}", (*command, "-c", "INSTANTIATE", *map(str, paths)))


def versions() -> dict[str, str]:
    """The versions of the programs."""
    commands = {"nvcc": "nvcc", "clang": _clang(), "rg": "rg", "grep": "grep"}
    found = {name: re.search(r"\d+\.[\d.]*\d", printed(command, "--version")) for name, command in commands.items()}
    return {name: version[0] if version else "not here" for name, version in found.items()}
