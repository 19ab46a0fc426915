"""Header folders that differ from a release's in one respect, made of its files."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path, PurePath

from cutlass_lint.analyzer.workspace import releases


def headers(version: str) -> Path:
    """The folder of a release that holds its launchers and its CUTLASS."""
    return releases.fetch(f"flashinfer=={version}") / "flashinfer" / "data"


def with_cutlass_of(version: str, other: str, target: Path) -> Path:
    """A release's launchers with the CUTLASS of another release."""
    target.mkdir()
    for folder in headers(version).iterdir():
        (target / folder.name).symlink_to(headers(other) / folder.name if folder.name == "cutlass" else folder)
    return target


def edited(version: str, file: str, changes: Mapping[str, str], target: Path) -> Path:
    """A release's headers, in one file of which each text that `changes` has is another, once."""
    _linked(headers(version), PurePath(file), target)
    text = (headers(version) / file).read_text()
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new, 1)
    (target / file).write_text(text)
    return target


def _linked(source: Path, file: PurePath, target: Path) -> None:
    """All that a folder holds under other names, but for the folders on the way to a file and the file itself.

    No symbolic links: what these lead to is not below the folder, and would not be read.
    """
    target.mkdir()
    first, *rest = file.parts
    for entry in source.iterdir():
        if entry.is_dir() and entry.name != first:
            shutil.copytree(entry, target / entry.name, copy_function=_link)
        elif entry.name != first:
            _link(entry, target / entry.name)
    if rest:
        _linked(source / first, PurePath(*rest), target / first)


def _link(source: str | Path, target: str | Path) -> None:
    try:
        os.link(source, target)
    except OSError:  # another file system
        shutil.copyfile(source, target)
