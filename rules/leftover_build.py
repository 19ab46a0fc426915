"""CACHE005: the cache holds what nothing uses any more.

## What it does

Names two kinds of leftovers in a FlashInfer cache:

- objects in a module's folder that its `build.ninja` does not make;
- modules that were built for another FlashInfer than the one that lies now where their `build.ninja` has its include
  folders. That one has a cache of its own, in the folder of its version.

Left out: what a process may be building now, and packages that do not tell their version.

## Why it matters

Nothing is broken. But a module can have hundreds of megabytes, and its sources no longer fit to the headers: what this
tool says of their kernels is about nothing that will be run.

## Example

FlashInfer 0.6.3 was upgraded to 0.6.8 in place: `~/.cache/flashinfer/0.6.3` stays as it was. Objects are left where
FlashInfer names them anew under the same version, as `<folder>_<stem>.cuda.o` from 0.6.7 on.

## What to do

Delete what is named.

## References

FlashInfer, flashinfer/jit/env.py: `_get_workspace_dir_name`; flashinfer/jit/cpp_ext.py: `generate_ninja_build_for_op`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path, PurePath

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Build, Finding
from cutlass_lint.analyzer.wording import count, few
from cutlass_lint.rules import Rule
from cutlass_lint.rules.cached_builds import at_rest, names, whole


def check(graph: KernelGraph) -> Iterator[Finding]:
    """Yield a finding for each cache of another FlashInfer, and for the objects that are left in a module."""
    abandoned: dict[tuple[str, str], list[Build]] = defaultdict(list)
    for build in graph.surroundings.builds:
        if build.is_abandoned and not build.is_locked:
            abandoned[build.architecture, build.release or ""].append(build)
    for builds in abandoned.values():
        yield _cache(builds)
    for build in at_rest(graph):
        if build.leftovers:
            yield _objects(build)


RULE = Rule("CACHE005", "leftover-build", "note", check)


def _cache(builds: list[Build]) -> Finding:
    first = builds[0]
    modules = few([build.module for build in builds])
    return RULE.at(
        whole(first.file),
        f"{count(len(builds), 'module')} of FlashInfer {first.version} ({modules}) are not used any more: "
        f"their headers are those of {first.release} now, which has a cache of its own",
        details=(f"delete {PurePath(first.architecture)}, unless FlashInfer {first.version} comes back",),
    )


def _objects(build: Build) -> Finding:
    return RULE.at(
        whole(build.leftovers[0]),
        f"{count(len(build.leftovers), 'object')} in the folder of {build.module} {_size(build.leftovers)}"
        f"which its build.ninja does not make: {names(build.leftovers)}",
        details=("delete them: nothing is linked from them",),
    )


def _size(paths: tuple[str, ...]) -> str:
    try:
        return f"({sum(Path(path).stat().st_size for path in paths):,} bytes), "
    except OSError:
        return ""
