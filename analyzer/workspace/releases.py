"""FlashInfer releases from the package index, unpacked.

A release is kept below the user's cache folder and used again without network. What it generates is written by
`generate`, from `generation`.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

import msgspec

from cutlass_lint.analyzer.workspace import pip_index, sdist
from cutlass_lint.analyzer.workspace.generation import Generated, generate
from cutlass_lint.analyzer.workspace.pip_index import NoWheel, PipError
from cutlass_lint.analyzer.workspace.store import RECORD, ReleaseError, explained, fetched, home, move, temporary
from cutlass_lint.analyzer.workspace.unpack import UnpackError, unpack

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

__all__ = ["RECORD", "Generated", "Record", "ReleaseError", "fetch", "fetched", "generate", "home"]

LAYOUT = 3
"""Which files are unpacked, and where to. Raised with any change, so that earlier folders are fetched anew."""

_REQUIREMENT = re.compile(r"flashinfer(?:[-_.]python)?\s*(?:==\s*v?(\d[0-9A-Za-z.!+_-]*))?", re.IGNORECASE)


class Record(msgspec.Struct, frozen=True):
    """What a release's folder was unpacked from."""

    version: str
    filename: str
    sha256: str
    """Of the archive."""
    index_sha256: str | None
    """As the index stated it; None where it stated none."""
    layout: int = 1
    """`LAYOUT` as it was when the folder was written."""


def fetch(requirement: str, progress: Callable[[str], None] | None = None) -> Path:
    """Return the folder of an unpacked release, downloading it where it wasn't fetched before.

    `requirement` is flashinfer==0.6.4 or flashinfer-python==0.6.4; without a version the index's latest release is
    taken. Of a version without a wheel the source archive is taken; nothing in it is run. `progress` is told what is
    being done.

    Raises:
        ReleaseError: it can't be understood, there is no such release, the index can't be reached, pip is missing, the
            disk is full, or the archive isn't the one that the index names.

    """
    match = _REQUIREMENT.fullmatch(requirement.strip())
    if match is None:
        raise ReleaseError(f"cannot read the release {requirement!r}: write it as flashinfer==0.6.4")
    version: str | None = match[1]
    if version and _is_current(home() / version):
        return home() / version
    try:
        with explained():
            archive = _find(version)
            folder = home() / archive.version
            if not _is_current(folder):
                if progress:
                    progress(f"downloading FlashInfer {archive.version}")
                _download(archive, folder)
            return folder
    except (PipError, UnpackError) as error:
        raise ReleaseError(str(error)) from error


def _find(version: str | None) -> pip_index.Wheel | sdist.Sdist:
    try:
        return pip_index.find_wheel(version)
    except NoWheel as error:
        try:
            found = sdist.find(version) if version else None
        except PipError as reason:
            raise PipError(f"{error}; nor can a source archive be looked up: {reason}") from reason
        if found is None:
            raise
        return found


def _download(archive: pip_index.Wheel | sdist.Sdist, folder: Path) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    with temporary(folder.parent) as made:
        downloads, unpacked = made / "archive", made / "release"
        downloads.mkdir()
        if isinstance(archive, sdist.Sdist):
            file = sdist.download(archive, downloads)
        else:
            file = pip_index.download(archive.version, downloads)
        with file.open("rb") as opened:
            sha256 = hashlib.file_digest(opened, "sha256").hexdigest()
        if archive.sha256 and sha256 != archive.sha256:
            raise ReleaseError(
                f"{file.name} does not match the index's hash (sha256 {sha256}, not {archive.sha256}); nothing was kept"
            )
        unpack(file, unpacked)
        record = Record(archive.version, file.name, sha256, archive.sha256, LAYOUT)
        (unpacked / RECORD).write_bytes(msgspec.json.format(msgspec.json.encode(record)))
        move(unpacked, folder, lambda: _is_current(folder))


def _is_current(folder: Path) -> bool:
    try:
        return msgspec.json.decode((folder / RECORD).read_bytes(), type=Record).layout >= LAYOUT
    except (OSError, msgspec.DecodeError):
        return False
