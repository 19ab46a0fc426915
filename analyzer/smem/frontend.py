"""How libclang is called: the arguments of any parse, and what a run chooses of them."""

from __future__ import annotations

from concurrent.futures import Executor
from itertools import pairwise
from pathlib import Path

import msgspec

from cutlass_lint.analyzer.cache.answers import Cache
from cutlass_lint.analyzer.model import Flags
from cutlass_lint.analyzer.roots import Roots, below

_HERE = Path(__file__).parent
OVERLAY = _HERE / "overlay"
STANDINS = _HERE / "standins"

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


class Settings(msgspec.Struct, frozen=True):
    """How to run the front end.

    `jobs` is parses at once, `timeout` seconds for one, `toolkit` a CUDA toolkit whose headers to prefer. `deep` also
    lays out `GemmKernel::Params`, as nvcc does: some kernels are refused only there, and it takes three times as long.
    `cache` has the answers of earlier runs; None has none. An `executor` has the parses done
    elsewhere, such as on a cluster, whose machines must see the same files under the same paths, the temporary folder
    and that of the cache included.
    """

    jobs: int
    timeout: float = 600.0
    toolkit: Path | None = None
    deep: bool = False
    cache: Cache | None = None
    executor: Executor | None = None


class FrontEndError(Exception):
    """A parse that gave no result. The message is one line for the user."""


def cause(error: FrontEndError | OSError) -> str:
    """Why a parse gave no result, as one line for the user."""
    if isinstance(error, OSError):
        return f"{error.filename or 'the temporary folder'} cannot be used: {error.strerror or error}"
    return str(error)


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


def readable(flags: Flags, settings: Settings) -> Roots:
    """Folders below which everything that is included has to lie: the tool's own and a toolkit's among them."""
    if flags.roots is None:
        return None
    toolkit = (settings.toolkit, settings.toolkit / "include") if settings.toolkit else ()
    return below(*flags.roots, *map(str, (_HERE, *toolkit)))


def searched(arguments: tuple[str, ...]) -> list[str]:
    """The folders that a command line has included files looked for in, in their order."""
    return [
        *(word[2:] for word in arguments if word.startswith("-I")),
        *(folder for flag, folder in pairwise(arguments) if flag == "-isystem"),
    ]
