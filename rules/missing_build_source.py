"""CACHE008: a `build.ninja` compiles sources that are gone, and FlashInfer keeps it.

## What it does

Looks for the sources that the `build.ninja` of a module names outside of the cache, in FlashInfer's package. Only the
caches of FlashInfer 0.4.0 to 0.6.11 count: these versions keep a `build.ninja` that is there, the others write it again
with the paths of the package that runs.

Left out: caches of another machine, as whose `cuda_home` or outputs are not here either.

## Why it matters

The next load fails: ninja ends with "missing and no known rule to make it", or the compiler finds no such file.
FlashInfer does not mend it, whatever is installed by then: its package is at another place, the cache still names the
old one.

## Example

FlashInfer 0.5.3 was moved from one virtual environment to another: `~/.cache/flashinfer/0.5.3` is shared, and its
modules name the sources in the environment that was deleted.

## What to do

Delete the module's folder in `cached_ops`: FlashInfer writes it again and compiles.

## References

FlashInfer, flashinfer/jit/core.py: `JitSpec.build` before 0.6.11.post1; ninja, src/build.cc: `Plan::AddSubTarget`.
"""

from __future__ import annotations

from collections.abc import Iterator

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Build, Finding, Location
from cutlass_lint.analyzer.wording import count
from cutlass_lint.rules import Rule
from cutlass_lint.rules.cached_builds import at_rest, names


def check(graph: KernelGraph) -> Iterator[Finding]:
    """Yield a finding for each build.ninja whose sources are gone for good."""
    for build in at_rest(graph):
        gone = [source for source in build.gone if not source.startswith(f"{build.architecture}/")]
        if gone and build.is_kept and build.library and build.cuda_home and build.cuda_home.exists:
            yield _finding(build, gone)


RULE = Rule("CACHE008", "missing-build-source", "error", check)


def _finding(build: Build, gone: list[str]) -> Finding:
    return RULE.at(
        Location(build.file, 1),
        f"the build.ninja of {build.module} compiles {count(len(gone), 'source')} of a package that is gone, "
        f"and FlashInfer {build.version} keeps it: {names(gone)}",
        details=(f"such as {gone[0]}", f"delete the folder of {build.module}: the next load writes it again"),
    )
