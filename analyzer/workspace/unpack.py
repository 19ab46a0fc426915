"""Safe unpacking of the part of a wheel or a source archive that sizes, and the choice of kernels, depend on."""

from __future__ import annotations

import shutil
import stat
import tarfile
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import IO

MAX_BYTES = 4 << 30
"""Bytes that one archive may unpack to. FlashInfer 0.7.4's wheel has 716 MB."""
MAX_MEMBERS = 200_000
"""Members that one archive may have. FlashInfer 0.7.4's wheel has 14,705."""

_DATA = PurePosixPath("flashinfer/data")
# Most host and device sources, prebuilt kernels and CUTLASS's examples hold no launcher, but most of the bytes: without
# them 0.7.4 takes a fifth of the room. FlashInfer's build scripts are kept, they generate sources and tell modules'
# flags.
_LEFT_OUT_OF_DATA = ("cccl", "cutlass/examples", "cutlass/test", "cutlass/python", "cutlass/media", "cutlass/docs")
_SOURCES = frozenset({".cu", ".cpp", ".cc", ".c", ".ptx", ".json", ".md", ".csv"})
# Where the sources are that choose among the kernels which are generated: less than 1 MB.
_CHOOSING = ("csrc/nv_internal", "csrc/fused_moe/cutlass_backend")
# Where a source archive, whose layout is the repository's, keeps what a wheel has in flashinfer/data.
_OF_SOURCE_ARCHIVE = {"csrc": "csrc", "include": "include", "3rdparty/cutlass": "cutlass", "3rdparty/spdlog": "spdlog"}


class UnpackError(Exception):
    """An archive that isn't unpacked because it is broken or could do harm; the message is one line."""


class _Member(Struct, frozen=True):
    name: str
    size: int
    """In bytes, unpacked."""
    regular: bool


def unpack(archive: Path, folder: Path) -> None:
    """Unpack what `wanted` names from a wheel, or a source archive (.tar.gz), into `folder`, in a wheel's layout.

    Raises:
        UnpackError: the archive is damaged, or a member would leave the folder, is a link, or is absurdly large.
        OSError: it can't be read or written, for example because the disk is full.

    """
    try:
        if archive.name.endswith(".tar.gz"):
            _unpack_sources(archive, folder)
        else:
            _unpack_wheel(archive, folder)
    except (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise UnpackError(f"{archive.name} is damaged: {error}") from error


def wanted(member: str) -> bool:
    """Whether a member of FlashInfer's wheel can matter to the size of a kernel, or to what is generated or chosen."""
    path = PurePosixPath(member)
    if path.parts[0].endswith(".dist-info"):
        return True
    if path.is_relative_to(_DATA):
        inside = path.relative_to(_DATA)
        if "cutlass_instantiations" in inside.parts:
            return True
        if inside.parent == PurePosixPath("csrc") and path.suffix == ".cu":
            return True  # generators copy some of them into the cache
        if path.suffix in (".cu", ".cpp") and any(inside.is_relative_to(folder) for folder in _CHOOSING):
            return True
        return path.suffix not in _SOURCES and not any(inside.is_relative_to(left) for left in _LEFT_OUT_OF_DATA)
    return path.suffix == ".py" and (
        path.parent.as_posix() in ("flashinfer", "flashinfer/fused_moe") or path.is_relative_to("flashinfer/jit")
    )


def _unpack_wheel(wheel: Path, folder: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        members = [member for member in archive.infolist() if not member.is_dir()]
        kinds = (stat.S_IFMT(member.external_attr >> 16) for member in members)
        regular = (kind in (0, stat.S_IFREG) for kind in kinds)
        _check(wheel, (_Member(m.filename, m.file_size, r) for m, r in zip(members, regular, strict=True)))
        for member in members:
            if wanted(member.filename):
                # zipfile stops at the size that the directory of the archive states, so the checked sum holds.
                with archive.open(member) as source:
                    _write(source, folder / member.filename)


def _unpack_sources(file: Path, folder: Path) -> None:
    with tarfile.open(file, "r:gz") as archive:
        _check(file, (_Member(m.name, m.size, m.type in _REGULAR) for m in archive if not m.isdir()))
        for member in archive:
            name = _as_in_wheel(member.name)
            if name and wanted(name) and (source := archive.extractfile(member)):
                with source:
                    _write(source, folder / name)


_REGULAR = frozenset({tarfile.REGTYPE, tarfile.AREGTYPE})


def _as_in_wheel(name: str) -> str | None:
    """Return where a wheel has a source archive's member; None where it has no place there."""
    inside = PurePosixPath(*PurePosixPath(name).parts[1:])  # below a folder of the archive's name
    for of_archive, of_wheel in _OF_SOURCE_ARCHIVE.items():
        if inside.is_relative_to(of_archive):
            return str(_DATA / of_wheel / inside.relative_to(of_archive))
    return str(inside) if inside.is_relative_to("flashinfer") else None


def _write(source: IO[bytes], target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as copy:
        shutil.copyfileobj(source, copy, 1 << 20)


def _check(archive: Path, members: Iterable[_Member]) -> None:
    total = 0
    for count, member in enumerate(members, 1):
        if count > MAX_MEMBERS:
            raise UnpackError(f"{archive.name} has more than the {MAX_MEMBERS:,} members allowed")
        total += member.size
        if total > MAX_BYTES:
            raise UnpackError(f"{archive.name} would unpack to more than the {MAX_BYTES:,} bytes allowed")
        path = PurePosixPath(member.name)
        if not path.parts or path.is_absolute() or ".." in path.parts or "\\" in member.name or ":" in path.parts[0]:
            raise UnpackError(f"{archive.name} has a member that leaves its folder: {member.name!r}")
        if not member.regular:
            raise UnpackError(f"{archive.name} has a member that is a link or a device: {member.name!r}")
