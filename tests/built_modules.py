"""Modules of a FlashInfer cache as ninja leaves them, with the logs that it keeps; nothing is compiled."""

from __future__ import annotations

import os
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path

SECOND = 1_000_000_000
START = 1_700_000_000 * SECOND
"""When the sources were written, in nanoseconds: build.ninja 10 seconds later, objects 20, the library 30."""
ELF = b"\x7fELF\x02\x01\x01" + bytes(57)
"""An ELF file without sections, which is whole."""
CUT_OFF = ELF[:40] + struct.pack("<Q10xHH", 4096, 64, 9) + bytes(2)
"""An ELF file whose nine section headers would begin at 4,096."""

_NINJA = """ninja_required_version = 1.3
name = {name}
cuda_home = {cuda_home}
cxx = c++
nvcc = $cuda_home/bin/nvcc

common_cflags = -DPy_LIMITED_API=0x03090000{includes}
cuda_cflags = $common_cflags $
    -gencode=arch=compute_120a,code=sm_120a
ldflags = -shared

rule cuda_compile
  command = $nvcc --generate-dependencies-with-compile -MF $out.d $cuda_cflags -c $in -o $out
  depfile = $out.d
  deps = gcc

rule link
  command = $cxx $in $ldflags -o $out

rule left_as_it_was
  command = $nvcc -c $in -o $out
  restat = 1

{edges}
build {library}: link {objects}
default {library}
"""


def write(path: Path, content: str | bytes = "", *, at: int = 0) -> Path:
    """Write a file, as it was written some seconds after `START`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return written(path, at)


def written(path: Path, at: float) -> Path:
    """Have a file written some seconds after `START`."""
    os.utime(path, ns=(START + int(at * SECOND),) * 2)
    return path


def package(folder: Path, version: str = "0.6.3", cutlass: str = "4.2.1") -> Path:
    """The data folder of FlashInfer's package, with the CUTLASS that it comes with."""
    data = folder / "flashinfer" / "data"
    write(folder / "flashinfer" / "_build_meta.py", f'__version__ = "{version}"\n')
    (data / "csrc" / "nv_internal").mkdir(parents=True, exist_ok=True)
    cutlass_tree(data / "cutlass" / "include", cutlass)
    return data


def cutlass_tree(include: Path, version: str) -> Path:
    """An include folder with CUTLASS of a version."""
    numbers = zip(("MAJOR", "MINOR", "PATCH"), version.split("."), strict=True)
    write(include / "cutlass" / "version.h", "".join(f"#define CUTLASS_{name} {number}\n" for name, number in numbers))
    write(include / "cutlass" / "cutlass.h", "#pragma once\n")
    return include


class Module:
    """A module that was built: two generated sources that include one header, their objects, and the library."""

    def __init__(
        self,
        cache: Path,
        *,
        name: str = "gemm_sm120",
        version: str = "0.6.3",
        cuda_home: str = "/usr",
        include_dirs: Sequence[Path] = (),
        relative: bool = False,
    ) -> None:
        self.architecture = cache / version / "120a"
        self.cached = self.architecture / "cached_ops"
        self.folder = self.cached / name
        self.generated = self.architecture / "generated" / f"gen_{name}"
        self.name = name
        self.cuda_home = cuda_home
        self.include_dirs = include_dirs
        self.relative = relative
        self.header = write(self.generated / "shared.h")
        self.sources = [write(self.generated / f"{stem}.cu", '#include "shared.h"\n') for stem in ("first", "second")]
        self.build = self.write_build()
        self.objects = [write(self.folder / f"{source.stem}.cuda.o", ELF, at=20) for source in self.sources]
        self.library = write(self.folder / f"{name}.so", ELF, at=30)
        self.log()
        self.deps()

    def output(self, path: Path) -> str:
        """How build.ninja names an output."""
        return f"{self.name}/{path.name}" if self.relative else str(path)

    @property
    def logs(self) -> Path:
        """The folder that ninja runs in."""
        return self.cached if self.relative else self.folder

    def write_build(self, rule: str = "cuda_compile") -> Path:
        """Write build.ninja."""
        library = self.folder / f"{self.name}.so"
        objects = [self.folder / f"{source.stem}.cuda.o" for source in self.sources]
        text = _NINJA.format(
            name=self.name,
            cuda_home=self.cuda_home,
            includes="".join(f" $\n    -isystem {folder}" for folder in self.include_dirs),
            edges="".join(
                f"build {self.output(made)}: {rule} {source}\n"
                for made, source in zip(objects, self.sources, strict=True)
            ),
            library=self.output(library),
            objects=" ".join(map(self.output, objects)),
        )
        return write(self.folder / "build.ninja", text, at=10)

    def log(self, times: Mapping[Path, int] | None = None, *, version: int = 5, more: str = "") -> Path:
        """Write .ninja_log: what was made, each at its own time where no other is given."""
        lines = [f"# ninja log v{version}"]
        for path in (*self.objects, self.library):
            time = (times or {}).get(path, path.stat().st_mtime_ns)
            lines.append(f"0\t1\t{time}\t{self.output(path)}\t1a2b3c")
        return write(self.logs / ".ninja_log", "\n".join((*lines, more)), at=30)

    def deps(self, *, cut: int = 0) -> Path:
        """Write .ninja_deps: each object depends on its source and on the header. Its last `cut` bytes are missing."""
        names = [*map(self.output, self.objects), *map(str, (*self.sources, self.header))]
        data = b"# ninjadeps\n" + struct.pack("<i", 4)
        for number, name in enumerate(names):
            padded = name.encode() + bytes(-len(name.encode()) % 4)
            data += struct.pack("<I", len(padded) + 4) + padded + struct.pack("<I", ~number & 0xFFFFFFFF)
        for number, made in enumerate(self.objects):
            time = made.stat().st_mtime_ns
            words = (number, time & 0xFFFFFFFF, time >> 32, number + len(self.objects), len(names) - 1)
            data += struct.pack(f"<I{len(words)}I", len(words) * 4 | 1 << 31, *words)
        return write(self.logs / ".ninja_deps", data[: len(data) - cut], at=30)
