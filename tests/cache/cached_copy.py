"""A small working copy of the fixtures, and what runs of the command on it tell."""

from __future__ import annotations

import functools
import re
import shutil
import sys
from pathlib import Path

from click.testing import CliRunner
from msgspec import Struct

from cutlass_lint.analyzer.cli.app import app

FIXTURES = Path(__file__).parents[2] / "fixtures"
CUTLASS = "cutlass/include/cutlass"
BASE, SIZES, LAUNCHER = f"{CUTLASS}/cutlass.h", f"{CUTLASS}/sizes.h", "launchers/moe_launcher.inl"
HALF_BYTES = "#ifndef HALF_BYTES\n#define HALF_BYTES {}\n#endif\n"
CALL = "INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, {}, 128, {}, 128, false);"
OWN = """#include "cutlass/sizes.h"
#include "config.h"
#include "cutlass/gemm/device/gemm_universal_adapter.h"
using Gemm = cutlass::gemm::device::GemmUniversalAdapter<
    Config<Tile<128, 112, 128>, cutlass::epilogue::fusion::Finalize>::GemmKernel>;
int main() { return int(Gemm().run({})); }
"""
# After this time, in nanoseconds, a change shows in a file's times here: the kernel's clock ticks every 10 ms at most.
SETTLED_NS = 15_000_000
_WIDE = '#if __has_include("options/wide.h")\n  char wide;\n#endif'
_OUTPUT = """#if __has_include(<options/small.h>)
using Output = cutlass::float_e2m1_t;
#else
using Output = cutlass::half_t;
#endif
"""
_ASKING = '#include "cutlass/sizes.h"\n'
# What a source that makes its kernels itself is told of a missing header names a temporary file.
_TEMPORARY = re.compile(r"(?<=/cutlass-lint-)\w+(?=/)")


class Told(Struct, frozen=True):
    """What a run wrote, and how it ended."""

    code: int
    report: str
    errors: str


class Copy:
    """Sources that instantiate by a launcher, one that makes its kernel itself, and headers, one of them of a size."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(FIXTURES / "cutlass", folder / "cutlass")
        (folder / "first").mkdir()
        self.write(SIZES, HALF_BYTES.format(2))
        self.exchange(BASE, "#include <cstddef>\n", f"#include <cstddef>\n{_ASKING}")
        self.exchange(BASE, "unsigned short storage;", f"unsigned char storage[HALF_BYTES];\n{_WIDE}")
        self.write(LAUNCHER, _ASKING + (FIXTURES / LAUNCHER).read_text())
        self.exchange(LAUNCHER, "#ifdef FAST_BUILD", f"{_OUTPUT}#ifdef FAST_BUILD")
        self.exchange(LAUNCHER, "8, cutlass::half_t, void", "8, Output, void")
        # It fits, overflows, is what the source makes of it, and is refused by its device code.
        calls = [CALL.format(*what) for what in (("NONE", 112), ("FINALIZE", 112), ("FUSED", 80), ("NONE", 64))]
        calls[3] = calls[3].replace("128, 64, 128", "64, 64, 192")
        self.write("sources/moe.cu", "#define FUSED FINALIZE\n" + instantiating(*calls))
        self.write("sources/direct/config.h", (FIXTURES / "direct" / "config.h").read_text())
        self.write("sources/direct/own.cu", OWN)
        self.arguments = ["--headers", str(folder), "-I", str(folder / "first"), "--arch", "120"]

    def path(self, name: str) -> Path:
        return self.folder / name

    def text(self, name: str) -> str:
        return self.path(name).read_text()

    def write(self, name: str, text: str) -> None:
        self.path(name).parent.mkdir(parents=True, exist_ok=True)
        self.path(name).write_text(text)

    def exchange(self, name: str, one: str, other: str) -> None:
        """Replace a part of a file by another, or that by this where it has been replaced."""
        text = self.text(name)
        assert one in text or other in text
        self.write(name, text.replace(other, one) if other in text else text.replace(one, other))

    def command(self, *options: str | Path) -> list[str]:
        """The arguments of a run whose report is JSON."""
        command = ["check", self.path("sources"), *self.arguments, "--output-format", "json", *options]
        return [*map(str, command)]

    def told(self, *options: str | Path) -> Told:
        """What a run tells that knows nothing of the runs before but what the options say."""
        forget()
        done = CliRunner().invoke(app, self.command(*options))
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return Told(done.exit_code, plain(done.stdout), done.stderr)


def instantiating(*calls: str) -> str:
    """A source with calls of the launcher from its third line on."""
    return "\n".join(['#include "launchers/moe_launcher.inl"', "namespace moe {", *calls, "}", ""])


def plain(report: str) -> str:
    """A report without names that are others each time."""
    return _TEMPORARY.sub("", report)


def forget() -> None:
    """Forget all that is remembered for the length of a process."""
    for name, module in list(sys.modules.items()):
        if name.startswith("cutlass_lint"):
            for value in vars(module).values():
                if isinstance(value, functools._lru_cache_wrapper):
                    value.cache_clear()
