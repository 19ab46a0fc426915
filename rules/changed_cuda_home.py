"""CACHE004: a module was built with another CUDA toolkit than FlashInfer would use now.

## What it does

Compares `cuda_home` in the `build.ninja` of modules that were built with what FlashInfer finds in this environment:
`CUDA_HOME` or `CUDA_PATH`, else the folder above the `nvcc` on `PATH`, else `/usr/local/cuda`. The texts are compared,
because ninja compares commands as text. Run it in the environment of the server.

Left out: modules of which nothing was built yet, and machines where FlashInfer finds no toolkit at all.

## Why it matters

What becomes of it depends on FlashInfer's version. From 0.6.12 on, and up to 0.3.1, it writes `build.ninja` again, and
ninja compiles all of the module, for half an hour where it is large, even where both texts lead to the same toolkit: a
link such as `/usr/local/cuda`, or a login shell that has the versioned folder on its `PATH`. From 0.4.0 to 0.6.11 it
keeps a `build.ninja` that is there: the new toolkit is not used, and a compile fails once the old one is gone.

## Example

A module was built by a shell with `/usr/local/cuda-13.2/bin` on its `PATH`; the service finds `/usr/local/cuda/bin`.

## What to do

Set `CUDA_HOME` to one value wherever FlashInfer runs. Where another toolkit is meant and FlashInfer keeps
`build.ninja`, delete the module's folder.

## References

FlashInfer, flashinfer/jit/cpp_ext.py: `get_cuda_path`; flashinfer/jit/core.py: `build`;
flashinfer-ai/flashinfer#4884, #3229.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Build, CudaHome, Finding, Location, Toolkit
from cutlass_lint.analyzer.wording import count, few
from cutlass_lint.rules import Rule
from cutlass_lint.rules.cached_builds import at_rest


def check(graph: KernelGraph) -> Iterator[Finding]:
    """Yield a finding for each toolkit of a cache that differs from the one that is found here."""
    toolkit = graph.surroundings.toolkit
    differing: dict[tuple[str, str], list[tuple[Build, CudaHome]]] = defaultdict(list)
    for build in at_rest(graph):
        home = build.cuda_home
        if toolkit and home and build.is_built and home.path != toolkit.path:
            differing[build.architecture, home.path].append((build, home))
    if toolkit:
        for found in differing.values():
            yield _finding(found, toolkit)


RULE = Rule("CACHE004", "changed-cuda-home", "warning", check)


def _finding(found: list[tuple[Build, CudaHome]], toolkit: Toolkit) -> Finding:
    build, home = found[0]
    modules = [build.module for build, _home in found]
    what = modules[0] if len(modules) == 1 else f"{count(len(modules), 'module')} ({few(modules)})"
    verb = "was" if len(modules) == 1 else "were"
    return RULE.at(
        Location(build.file, home.line),
        f"{what} {verb} built with cuda_home={home.path}, but FlashInfer would use {toolkit.path} "
        f"here ({toolkit.origin})",
        details=[*_remarks(home, toolkit), *_consequences(build, home)],
    )


def _remarks(home: CudaHome, toolkit: Toolkit) -> Iterator[str]:
    if not home.exists:
        yield f"{home.path} is gone"
    elif os.path.realpath(home.path) == os.path.realpath(toolkit.path):
        yield "both lead to the same folder, but ninja compares the text"


def _consequences(build: Build, home: CudaHome) -> Iterator[str]:
    if build.is_kept is not False:
        keeps = f"FlashInfer {build.version}" if build.is_kept else "FlashInfer 0.4.0 to 0.6.11"
        used = "compiles fail" if not home.exists else "the other toolkit is not used"
        yield f"{keeps} keeps build.ninja: {used} until the module's folder is deleted"
    if not build.is_kept:
        writes = f"FlashInfer {build.version}" if build.is_kept is False else "any other FlashInfer"
        yield f"{writes} writes build.ninja again: the next load compiles everything"
