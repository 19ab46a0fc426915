"""CACHE001: an object or a library in the cache is empty or cut off, and ninja takes it for built.

## What it does

Looks at the first bytes of the objects and the library that a module's `build.ninja` makes: whether a file is empty,
begins with zero bytes, or is an ELF file that ends before its section headers do. A library that is no ELF file counts
too. It asks ninja's own logs (`.ninja_log`, `.ninja_deps`) whether ninja would make the file again.

Left out: what ninja makes again at the next load anyway, as after a compile that was killed; modules that a process
may be building now; builds of which it cannot be told what ninja would do, because `build.ninja` was written after them
or the logs cannot be read.

## Why it matters

FlashInfer leaves it to ninja whether a module is up to date, and ninja looks at times, never at content. A file that
lost its bytes after it was made (a full disk, a copy that was interrupted, a machine that lost power) therefore stays:
every load of the module fails with "file too short", "invalid ELF header" or an undefined symbol, and starting again
does not help.

## Example

`cached_ops/fused_moe_120/fused_moe_120.so` of 0 bytes, newer than its objects and listed in `.ninja_log`: ninja says
"no work to do", and the load fails. An empty object is no error to GNU ld, which takes it for an empty linker script:
the library is linked without its kernels.

## What to do

Delete the files that are named: ninja makes again what is missing. Where the disk was full, make room first.

## References

ninja, src/graph.cc: `RecomputeOutputDirty`; FlashInfer, flashinfer/jit/core.py: `JitSpecNvcc.try_load`; ELF-64 object
file format: `e_shoff`; flashinfer-ai/flashinfer#2010.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Artifact, Build, Finding
from cutlass_lint.analyzer.wording import count, few
from cutlass_lint.rules import Rule
from cutlass_lint.rules.cached_builds import at_rest, whole


def check(graph: KernelGraph) -> Iterator[Finding]:
    """Yield a finding for each library, and one for the objects of each module, that stay damaged."""
    for build in at_rest(graph):
        if build.library and _stays_damaged(build.library):
            yield _library(build, build.library)
        if objects := [one for one in build.objects if _stays_damaged(one)]:
            yield _objects(build, objects)


RULE = Rule("CACHE001", "damaged-build-output", "error", check)


def _stays_damaged(artifact: Artifact) -> bool:
    return artifact.damage is not None and artifact.state == "built"


def _library(build: Build, library: Artifact) -> Finding:
    return RULE.at(
        whole(library.file),
        f"{PurePath(library.file).name} {library.damage}, and ninja takes it for built: loading {build.module} fails",
        details=("delete it: the next load links it again",),
    )


def _objects(build: Build, objects: list[Artifact]) -> Finding:
    told = few([f"{PurePath(one.file).name} {one.damage}" for one in objects])
    details = []
    if any(one.size == 0 for one in objects):
        details.append(
            "GNU ld takes an empty file for an empty linker script: a library that is linked with it lacks its kernels"
        )
    details.append("delete them: the next load compiles them again")
    return RULE.at(
        whole(objects[0].file),
        f"{count(len(objects), 'object')} of {build.module} cannot be linked, and ninja takes "
        f"{'it' if len(objects) == 1 else 'them'} for built: {told}",
        details=details,
    )
