"""CACHE007: the include folders lead to another CUTLASS than the launchers were written for.

## What it does

Compares the CUTLASS that the compiler finds first with two others:

- the version that this FlashInfer release has as its submodule, where the one found is older;
- the one that lies in the folder of the launchers themselves, where another folder comes before it.

The versions are those of `cutlass/version.h`. Left out: releases that this tool does not know, a newer CUTLASS than the
release's where it is the only one, and a CUTLASS that differs without another number.

## Why it matters

The launchers use templates of CUTLASS with all their parameters, which change from one version to the next. With an
older CUTLASS the compile most often fails, deep in a builder, with an error that does not name the version. Where it
succeeds, sizes and stage counts are those of the other CUTLASS.

## Example

The source archive of FlashInfer 0.2.7.post1 was packed with CUTLASS 3.9.2, and its launchers are written for 4.0.0:
`sm90_get_smem_store_op_for_accumulator` has a parameter less there.

## What to do

Use the CUTLASS that FlashInfer comes with: install its wheel again, update the submodules of a checkout, and take other
CUTLASS folders out of `FLASHINFER_EXTRA_CUDAFLAGS` and `CPATH`.

## References

FlashInfer, the submodule 3rdparty/cutlass of each release's tag; flashinfer-ai/flashinfer#1166.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from packaging.version import InvalidVersion, Version

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Finding, HeaderRoot, Location, Module
from cutlass_lint.analyzer.wording import few
from cutlass_lint.analyzer.workspace.headers import cutlass_of
from cutlass_lint.rules import Rule
from cutlass_lint.rules.cached_builds import build_of

# From the first release on: what include/cutlass/version.h says in the submodule 3rdparty/cutlass of the release's tag.
_SUBMODULE = (
    ("0.2.0", "3.6.0"),  # cc3c29a81a
    ("0.2.5", "3.9.0"),  # df8a550d39
    ("0.2.6", "4.0.0"),  # f115c3f854, e51efbfe18
    ("0.3.0", "4.1.0"),  # a49a78ffef
    ("0.4.0", "4.2.1"),  # f3fde58372
    ("0.6.7", "4.4.2"),  # da5e086dab
    ("0.6.11", "4.5.0"),  # b46b16d003
    ("0.7.5", None),  # not known
)


def check(graph: KernelGraph) -> Iterator[Finding]:
    """Yield a finding for each CUTLASS that is not the one of the launchers that use it."""
    found: dict[tuple[str, str], list[Module]] = defaultdict(list)
    for module in graph.surroundings.modules:
        root = module.headers
        if root and root.cutlass and module.problem is None and (why := _mismatch(module, root, root.cutlass)):
            found[why].append(module)
    for (message, version_file), modules in found.items():
        build = build_of(modules[0], graph)
        yield RULE.at(
            Location(build.file if build else version_file, 1),
            f"{few([module.name for module in modules])}: {message}",
            details=(f"the compiler finds {version_file} first",),
        )


RULE = Rule("CACHE007", "mismatched-cutlass", "warning", check)


def _mismatch(module: Module, root: HeaderRoot, version: str) -> tuple[str, str] | None:
    """What is wrong with the CUTLASS that a module finds first, and where that says its version."""
    holders = [folder for folder in module.flags.include_dirs if cutlass_of((folder,))]
    if not holders:
        return None
    first = str(Path(holders[0], "cutlass", "version.h"))
    own = next((folder for folder in holders if Path(folder).is_relative_to(root.path)), None)
    if own and own != holders[0] and cutlass_of((own,)) != version:
        return f"CUTLASS {version} comes before {cutlass_of((own,))}, which belongs to the launchers ({own})", first
    wanted = _submodule(root.release)
    if wanted and Version(version) < Version(wanted):
        return f"FlashInfer {root.release} is written for CUTLASS {wanted}, not for {version} as it is found", first
    return None


def _submodule(release: str | None) -> str | None:
    """The CUTLASS of a FlashInfer release; None where the version is no release's."""
    try:
        version = Version(release or "")
    except InvalidVersion:
        return None
    if version.is_prerelease:
        return None
    known = ((first, cutlass) for (first, cutlass), (next_, _) in pairwise(_SUBMODULE) if version < Version(next_))
    return next((cutlass for first, cutlass in known if version >= Version(first)), None)
