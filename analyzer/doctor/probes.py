"""The native libraries at work, each as the body of a process of its own: a crash costs that probe only.

`python -m cutlass_lint.analyzer.doctor.probes NAME` writes an `Answer` to standard output, as JSON.
"""

from __future__ import annotations

import ctypes
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

import msgspec

_INSTANTIATION = b"template void launch<int, 2>(int);"
_HEADER = """\
#include <cstdint>
#include <cuda/std/type_traits>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
"""
_SOURCE = """\
template <int Bytes> struct [[deprecated("cutlass-lint probe")]] probe {};
struct SharedStorage { alignas(128) std::uint8_t tensors[1000]; std::uint64_t barriers[3]; };
probe<sizeof(SharedStorage)> answer;
"""
_ANSWER = "probe<1024>"
_SECONDS = 60.0


class Answer(msgspec.Struct, frozen=True):
    """What a probe found out; or the exception that it ended with, by the name of its class and its message."""

    facts: dict[str, str] = {}
    exception: str = ""
    message: str = ""


class _String(ctypes.Structure):
    # clang-c/CXString.h
    _fields_ = (("data", ctypes.c_void_p), ("private_flags", ctypes.c_uint))


def grammar() -> dict[str, str]:
    """Read an instantiation, as every source is read. Raises ValueError where it is not understood."""
    from cutlass_lint.analyzer.sources.grammar import instantiated

    found = instantiated(_INSTANTIATION)
    if found is None or found.name != "launch":
        raise ValueError("an explicit instantiation is not understood")
    return {"tree_sitter": version("tree-sitter"), "tree_sitter_cpp": version("tree-sitter-cpp")}


def library() -> dict[str, str]:
    """Load libclang, and ask where it was loaded from and what it is. Raises LibclangError where it cannot be."""
    from clang import cindex

    cindex.Index.create()
    # Where the bindings know no more than a name, the system's loader has found the file.
    maps = Path("/proc/self/maps").read_text("utf-8", "surrogateescape")
    paths = (line.split(maxsplit=5)[-1] for line in maps.splitlines() if "libclang" in line)
    path = next(paths, cindex.conf.get_filename())
    # The bindings leave this function out; clang-c/Index.h declares it.
    loaded = ctypes.CDLL(path)
    loaded.clang_getClangVersion.restype = _String
    loaded.clang_getCString.argtypes = [_String]
    loaded.clang_getCString.restype = ctypes.c_char_p
    return {"version": loaded.clang_getCString(loaded.clang_getClangVersion()).decode(), "path": path}


def parse() -> dict[str, str]:
    """Size a small type as a kernel is sized: a precompiled header of stand-ins, and a source on top of it.

    Raises:
        FrontEndError: the front end stops, or takes too long.
        ValueError: it answers anything else than the size.
        OSError: nothing can be written in the temporary folder.

    """
    from cutlass_lint.analyzer.model import Flags
    from cutlass_lint.analyzer.smem.frontend import Settings, arguments
    from cutlass_lint.analyzer.smem.jobs import Job
    from cutlass_lint.analyzer.smem.unit import MAIN
    from cutlass_lint.analyzer.smem.workers import Workers
    from cutlass_lint.analyzer.temporary import temporary_folder

    start = time.monotonic()
    settings = Settings(1, _SECONDS)
    base = arguments(Flags(), settings)
    with tempfile.TemporaryDirectory(dir=temporary_folder()) as folder, Workers(settings) as workers:
        header, output = Path(folder, "probe.h"), str(Path(folder, "probe.pch"))
        header.write_text(_HEADER, "utf-8")
        first = workers.parse(Job(str(header), {}, (*base, "-x", "c++-header"), None, precompiled=output))
        second = workers.parse(Job(MAIN, {MAIN: _SOURCE.encode()}, (*base, "-include-pch", output), None))
    said = [diagnostic.text for diagnostic in (*first.diagnostics, *second.diagnostics)]
    if said != [_ANSWER]:
        raise ValueError(f"of a type of 1,024 bytes it says {'; '.join(said) or 'nothing'}")
    return {"seconds": f"{time.monotonic() - start:.1f}"}


def main() -> None:
    """Run the probe that is named on the command line."""
    probes = {"grammar": grammar, "library": library, "parse": parse}
    try:
        answer = Answer(probes[sys.argv[1]]())
    except Exception as error:  # noqa: BLE001 - whatever it is, it is the answer
        answer = Answer(exception=type(error).__name__, message=str(error))
    sys.stdout.buffer.write(msgspec.json.encode(answer))


if __name__ == "__main__":
    main()
