"""Checks of where headers and sources are taken from: FlashInfer, its cache, and the releases that were fetched.

This loads what reads sources, which the checks of the front end are about: those come first.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from cutlass_lint.analyzer.devices import is_device_folder
from cutlass_lint.analyzer.doctor.checks import Check, Facts
from cutlass_lint.analyzer.doctor.programs import megabytes
from cutlass_lint.analyzer.wording import count
from cutlass_lint.analyzer.workspace import InputError, Workspace, discover, headers
from cutlass_lint.analyzer.workspace import releases as fetching
from cutlass_lint.analyzer.workspace.places import VERSION, place_of

_NAME = "FlashInfer cache"
_SHOWN = 5
_INSTEAD = "--release flashinfer==VERSION --arch ARCH brings its own headers, --headers DIR or -I DIR names others"
_FETCH = "--release flashinfer==VERSION --arch ARCH makes what a release would generate there"


def flashinfer() -> Check:
    """The FlashInfer that this Python has, whose headers are taken where a source names no others."""
    name = "FlashInfer"
    if folder := headers.installed():
        root = headers.find(folder, "installed").root
        versions = f"{root.release or 'of unknown version'} with CUTLASS {root.cutlass or 'of unknown version'}"
        facts: Facts = {"version": root.release, "cutlass": root.cutlass, "path": str(folder)}
        return Check(name, "ok", f"{versions}, {folder}", facts=facts)
    if place := _package("flashinfer"):
        found = f"{place} lacks the headers of a FlashInfer package (data/csrc and data/cutlass)"
        return Check(name, "warning", found, f"install flashinfer-python again; else {_INSTEAD}", {"path": place})
    return Check(name, "absent", f"not installed for {sys.executable}", _INSTEAD)


def flashinfer_cache(cache: Path) -> Iterator[Check]:
    """Yield what lies in FlashInfer's cache, then what a run could not use of it."""
    facts: Facts = {"path": str(cache)}
    try:
        if not cache.exists():
            yield Check(_NAME, "absent", f"there is no {cache}", _FETCH, facts)
            return
        found = discover(cache)
    except (InputError, OSError) as error:
        reason = f"cannot read {cache}: {error.strerror}" if isinstance(error, OSError) else str(error)
        remedy = f"set FLASHINFER_WORKSPACE_BASE to the folder that has .cache/flashinfer; {_FETCH}"
        yield Check(_NAME, "warning", reason, remedy, facts)
        return
    yield _contents(cache, found)
    without = Counter((module.problem.message, module.problem.remedy) for module in found.modules if module.problem)
    lines = [(f"{message} ({count(number, 'module')})", remedy) for (message, remedy), number in without.items()]
    lines += [(f"{problem.file}: {problem.message}", problem.remedy) for problem in found.problems]
    for message, remedy in lines[:_SHOWN]:
        yield Check(_NAME, "warning", message, remedy)
    if (more := len(lines) - _SHOWN) > 0:
        yield Check(_NAME, "warning", f"{more} more like these", f"`cutlass-lint {cache}` tells them all")


def _package(name: str) -> str | None:
    """The folder of a package that this Python has, found without importing it."""
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return None
    return next(iter(spec.submodule_search_locations or ()), None) if spec else None


def _contents(cache: Path, found: Workspace) -> Check:
    architectures = tuple(_architectures(cache))
    modules = {(place_of(Path(module.sources[0])).architecture, module.name) for module in found.modules}
    sources = sum(len(module.sources) for module in found.modules)
    facts: Facts = {
        "path": str(cache),
        "architectures": architectures,
        "modules": len(modules),
        "sources": sources,
    }
    listed = f" ({', '.join(architectures)})" if architectures else ""
    if not modules:
        return Check(_NAME, "absent", f"no module in {cache} has sources{listed}", _FETCH, facts)
    counted = f"{count(len(modules), 'module')} with {count(sources, 'source')}"
    return Check(_NAME, "ok", f"{counted}, {cache}{listed}", facts=facts)


def _architectures(cache: Path) -> Iterator[str]:
    """Yield each architecture folder, below that of its version where there is one: up to 0.3.1 there is none."""
    for folder in _folders(cache):
        if is_device_folder(folder.name):
            yield folder.name
        elif VERSION.fullmatch(folder.name):
            yield from (f"{folder.name}/{below.name}" for below in _folders(folder) if is_device_folder(below.name))


def _folders(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.is_dir())
    except OSError:
        return []  # said by the scan


def releases() -> Check:
    """The releases that --release has fetched, and whether it can keep more."""
    name, home = "releases", fetching.home()
    fetched = fetching.fetched()
    size = sum(_size(folder) for folder in fetched)
    facts: Facts = {"path": str(home), "versions": tuple(folder.name for folder in fetched), "bytes": size}
    if not _is_writable(home):
        remedy = "set XDG_CACHE_HOME to a folder that can be written"
        return Check(name, "warning", f"--release cannot keep any in {home}", remedy, facts)
    if not fetched:
        return Check(name, "absent", f"none in {home}", "--release fetches the one that it names", facts)
    listed = ", ".join(folder.name for folder in fetched)
    return Check(name, "ok", f"FlashInfer {listed}: {megabytes(size)}, {home}", facts=facts)


def _size(folder: Path) -> int:
    """The bytes of all files below a folder."""
    size = 0
    for top, _folders, names in os.walk(folder):
        for name in names:
            with suppress(OSError):  # of a run that writes there now
                size += Path(top, name).lstat().st_size
    return size


def _is_writable(folder: Path) -> bool:
    """Whether a folder can be written, or else made."""
    there = next((path for path in (folder, *folder.parents) if os.path.lexists(path)), folder)
    return there.is_dir() and os.access(there, os.W_OK | os.X_OK)
