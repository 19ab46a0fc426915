"""FlashInfer releases from the package index, and the sources that their generators write.

A release is kept, unpacked, below the user's cache folder and used again without network. Nothing of it runs in this
process: its generator of CUTLASS instantiations runs in a separate, isolated interpreter.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import platformdirs

from cutlass_lint.analyzer.workspace import pip_index
from cutlass_lint.analyzer.workspace.flags import TABLE, device_module
from cutlass_lint.analyzer.workspace.headers import INSTANTIATIONS, release_of
from cutlass_lint.analyzer.workspace.pip_index import PipError, version_key
from cutlass_lint.analyzer.workspace.unpack import UnpackError, unpack

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cutlass_lint.analyzer.devices import Device

RECORD = "wheel.json"
"""The file in a release's folder that says which wheel it was unpacked from."""

_GENERATE_SECONDS = 120
_STALE_SECONDS = 24 * 3600
_TEMPORARY = ".tmp-"
_REQUIREMENT = re.compile(r"flashinfer(?:[-_.]python)?\s*(?:==\s*v?(\d[0-9A-Za-z.!+_-]*))?", re.IGNORECASE)
_SCRIPT = Path(__file__).with_name("generate_sources.py")


class ReleaseError(Exception):
    """A release that can't be had, or doesn't generate what was asked; the message is one line: what to do."""


class Record(msgspec.Struct, frozen=True):
    """What a release's folder was unpacked from."""

    version: str
    filename: str
    sha256: str
    """Of the wheel."""
    index_sha256: str | None
    """As the index stated it; None where it stated none."""


def home() -> Path:
    """Return the folder that releases are kept in, one folder for each version."""
    return platformdirs.user_cache_path("cutlass-lint") / "releases"


def fetched() -> list[Path]:
    """Return the folders of the releases fetched before, newest version first."""
    try:
        names = sorted(os.listdir(home()), key=version_key, reverse=True)  # noqa: PTH208 - names only
    except OSError:
        return []
    return [home() / name for name in names if not name.startswith(".") and (home() / name / RECORD).is_file()]


def fetch(requirement: str, progress: Callable[[str], None] | None = None) -> Path:
    """Return the folder of an unpacked release, downloading it where it wasn't fetched before.

    `requirement` is flashinfer==0.6.4 or flashinfer-python==0.6.4; without a version the index's latest release is
    taken. `progress` is told what is being done.

    Raises:
        ReleaseError: it can't be understood, there is no such release, the index can't be reached, pip is missing, the
            disk is full, or the wheel isn't the one that the index names.

    """
    match = _REQUIREMENT.fullmatch(requirement.strip())
    if match is None:
        raise ReleaseError(f"cannot read the release {requirement!r}: write it as flashinfer==0.6.4")
    version: str | None = match[1]
    if version and (home() / version / RECORD).is_file():
        return home() / version
    with _explained():
        wheel = pip_index.find_wheel(version)
        folder = home() / wheel.version
        if not (folder / RECORD).is_file():
            if progress:
                progress(f"downloading FlashInfer {wheel.version}")
            _download(wheel, folder)
    return folder


def _download(wheel: pip_index.Wheel, folder: Path) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    with _temporary(folder.parent) as temporary:
        downloads, unpacked = temporary / "wheel", temporary / "release"
        downloads.mkdir()
        file = pip_index.download(wheel.version, downloads)
        with file.open("rb") as opened:
            sha256 = hashlib.file_digest(opened, "sha256").hexdigest()
        if wheel.sha256 and sha256 != wheel.sha256:
            raise ReleaseError(
                f"{file.name} does not match the index's hash (sha256 {sha256}, not {wheel.sha256}); nothing was kept"
            )
        unpack(file, unpacked)
        record = Record(wheel.version, file.name, sha256, wheel.sha256)
        (unpacked / RECORD).write_bytes(msgspec.json.format(msgspec.json.encode(record)))
        _move(unpacked, folder, lambda: (folder / RECORD).is_file())


def generate(release: Path, device: Device, out: Path | None = None) -> Path:
    """Write the fused-MoE sources that a release generates for a device, and return the cache's folder for it.

    The folder has the layout of FlashInfer's own cache: <out>/<version>/<architecture>/generated/
    cutlass_instantiations/<module's device>. `out` is a folder of the release's own where not given. What was
    generated before is used again.

    Raises:
        ReleaseError: the release has no generator, or it doesn't know the device, fails or takes too long.

    """
    version = release_of(release)
    devarch = device_module(device.capability)
    if version is None or not (release / "flashinfer" / "jit").is_dir():
        raise ReleaseError(f"{release} is not an unpacked FlashInfer release")
    if devarch not in TABLE:
        raise ReleaseError(f"FlashInfer has no fused-MoE module for {device.name}: name one of {', '.join(TABLE)}")
    # FlashInfer names the folder after the architecture-specific target, which there is from 9.0 on.
    name = device.capability + ("a" if int(device.capability) >= 90 else "")
    cache = (out or release / "cache") / version / name
    target = cache / "generated" / INSTANTIATIONS / devarch
    if target.is_dir():
        return cache
    with _explained():
        target.parent.mkdir(parents=True, exist_ok=True)
        with _temporary(target.parent) as temporary:
            written = temporary / devarch
            written.mkdir()
            _run_generator(release, version, devarch, written)
            if not _serves(written, devarch):
                raise ReleaseError(
                    f"FlashInfer {version} generates no sources for Sm{devarch}; name a newer release or another --arch"
                )
            _move(written, target, target.is_dir)
    return cache


def _run_generator(release: Path, version: str, devarch: str, out: Path) -> None:
    # -I and -S: no site-packages, no user folder, no PYTHON* variables; -B: no bytecode beside the release's files.
    command = [sys.executable, "-I", "-S", "-B", str(_SCRIPT), str(release), devarch, str(out)]
    with _temporary(out.parent) as empty:
        try:
            done = subprocess.run(  # noqa: S603 - our own script; no shell is involved
                command,
                cwd=empty,
                env={"LC_ALL": "C.UTF-8"},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_GENERATE_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise ReleaseError(
                f"FlashInfer {version}'s generator did not end within {_GENERATE_SECONDS} s for Sm{devarch}"
            ) from error
    if done.returncode:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines() or [f"exit code {done.returncode}"]
        raise ReleaseError(f"FlashInfer {version}'s generator failed for Sm{devarch}: {lines[-1]}")


def _serves(folder: Path, devarch: str) -> bool:
    """Whether there are grouped GEMMs of the device itself: the generator writes some sources for every device."""
    own = "80" if devarch in ("80", "89") else devarch
    return any((folder / "gemm_grouped" / own).glob("*.cu"))


@contextmanager
def _temporary(parent: Path) -> Iterator[Path]:
    """Make a folder beside the final one, so that one rename moves the result there."""
    for left in parent.glob(f"{_TEMPORARY}*"):
        with suppress(OSError):  # of a run that was killed; another run may be removing it too
            if time.time() - left.stat().st_mtime > _STALE_SECONDS:
                shutil.rmtree(left, ignore_errors=True)
    folder = Path(tempfile.mkdtemp(prefix=_TEMPORARY, dir=parent))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _move(source: Path, target: Path, complete: Callable[[], bool]) -> None:
    """Rename a finished folder to its final name; where another run was quicker, keep what it made."""
    try:
        source.replace(target)
    except OSError as error:
        if complete():
            return
        if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
            raise
        shutil.rmtree(target)  # left by something else: a release without its record is not whole
        source.replace(target)


@contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except (PipError, UnpackError) as error:
        raise ReleaseError(str(error)) from error
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise ReleaseError(f"the disk is full: a release needs about 200 MB below {home()}") from error
        raise ReleaseError(f"cannot write below {home()}: {error.strerror or error}") from error
