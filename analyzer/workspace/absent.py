"""What lies under a path without its sources, and how to get them."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from cutlass_lint.analyzer.devices import capability_of
from cutlass_lint.analyzer.model import Problem
from cutlass_lint.analyzer.wording import few
from cutlass_lint.analyzer.workspace.headers import INSTANTIATIONS, release_of
from cutlass_lint.analyzer.workspace.places import GENERATED, VERSION, architecture_of, architecture_of_module

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

_FUSED_MOE = re.compile(r"fused_moe_(\d+)\w*")
_SHOWN = 3


def prebuilt(
    libraries: Sequence[Path], with_sources: Collection[tuple[str | None, str]], chosen: Callable[[str], bool]
) -> Iterator[Problem]:
    """Name the modules whose libraries are here but whose sources are not.

    `with_sources` are the architecture folders and names of modules that have sources, `chosen` tells which names
    matter.
    """
    missing: dict[Path, list[str]] = defaultdict(list)
    for library in libraries:
        folder, module = library.parents[1], library.parent.name
        architecture = architecture_of_module(library)
        generated = Path(architecture or folder, GENERATED)
        if fused := _FUSED_MOE.fullmatch(module):
            bare = not (generated / INSTANTIATIONS / fused[1]).is_dir()
        else:
            bare = not generated.is_dir()
        if bare and (architecture, module) not in with_sources and chosen(module):
            missing[folder].append(module)
    for folder, modules in missing.items():
        message = f"prebuilt, no sources: {few(modules, _SHOWN)}"
        yield Problem(str(folder), 0, message, regenerate(architecture_of(folder.parent)))


def bare_packages(packages: Sequence[Path]) -> Iterator[Problem]:
    """Say of FlashInfer packages that nothing was generated into them."""
    for package in packages:
        version = release_of(package)
        named = f"--release flashinfer=={version}" if version else "--release"
        message = "a FlashInfer package without generated sources"
        yield Problem(str(package), 0, message, f"let {named} --arch ARCH generate them")


def regenerate(architecture: str | None) -> str:
    """Return the remedy for missing sources of a cache's architecture folder."""
    version = architecture and Path(architecture).parent.name
    release = f"flashinfer=={version}" if version and VERSION.fullmatch(version) else "flashinfer==VERSION"
    names = Path(architecture).name.split("_") if architecture else []
    device = (len(names) == 1 and capability_of(names[0])) or "ARCH"
    return f"regenerate them: run with --release {release} --arch {device}"
