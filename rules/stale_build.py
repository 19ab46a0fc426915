"""CACHE002: a library in the cache is out of date, so that the next load compiles.

## What it does

Tells which libraries ninja makes again at the next load, how much of them, and why: a source, a header or an object is
newer, or ninja has no record of what lies there. Headers are those that the compiler named when it made the objects
(`.ninja_deps`). It follows ninja's rules step by step; only a command that changed is not noticed, as `build.ninja` is
then newer than what it made and nothing is said.

Sources that were replaced by others with an older time are not noticed either, by ninja as little as by this rule: a
package of the same version that is installed over the old one can have such files (flashinfer-ai/flashinfer#4489).

Left out: modules without a library, that a process may be building now, or whose sources are gone.

## Why it matters

Nothing is broken: FlashInfer runs ninja before each load and never loads a library that is out of date. But the load
then takes as long as the compile, half an hour for a large module, at the start of a server. The usual causes leave
no trace elsewhere: FlashInfer was installed again, the cache was restored from an archive or an image with other times,
or without the hidden `.ninja_log` and `.ninja_deps`.

## Example

A container image holds `cached_ops/fused_moe_120/` with all objects, and installs FlashInfer in a later layer: every
header is newer than every object, and the first request waits for 62 compiles.

## What to do

Let the module be built once, at a time that suits, and keep the cache with its times and hidden files (`cp --archive`,
`tar`); or use the libraries of flashinfer-jit-cache, which ninja does not look after.

## References

ninja, src/graph.cc: `RecomputeOutputDirty`, `LoadDepsFromLog`; FlashInfer, flashinfer/jit/core.py: `build_and_load`;
flashinfer-ai/flashinfer#4884.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import PurePath

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Artifact, Build, Finding
from cutlass_lint.analyzer.wording import count
from cutlass_lint.rules import Rule
from cutlass_lint.rules.cached_builds import at_rest, whole


def check(graph: KernelGraph) -> Iterator[Finding]:
    """Yield a finding for each library that the next load makes again."""
    for build in at_rest(graph):
        library = build.library
        if library and library.size is not None and library.state == "outdated" and not build.gone:
            yield _finding(build, library)


RULE = Rule("CACHE002", "stale-build", "note", check)


def _finding(build: Build, library: Artifact) -> Finding:
    stale = [one for one in build.objects if one.state == "outdated"]
    what = f"compiles {len(stale):,} of {count(len(build.objects), 'object')} and links" if stale else "links"
    reasons = Counter(one.reason for one in stale or (library,))
    details = [_told(reason or "", number, len(stale)) for reason, number in reasons.most_common(3)]
    return RULE.at(
        whole(library.file),
        f"{PurePath(library.file).name} is out of date: the next load of {build.module} {what} it again",
        details=details,
    )


def _told(reason: str, number: int, of: int) -> str:
    return f"{count(number, 'object')}: {reason}" if of > 1 else reason
