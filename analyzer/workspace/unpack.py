"""Safe unpacking of the part of a wheel that sizes depend on."""

from __future__ import annotations

import shutil
import stat
import zipfile
import zlib
from pathlib import Path, PurePosixPath

MAX_BYTES = 4 << 30
"""Bytes that one wheel may unpack to. FlashInfer 0.7.4 has 716 MB."""
MAX_MEMBERS = 200_000
"""Members that one wheel may have. FlashInfer 0.7.4 has 14,705."""

# Host and device sources, prebuilt kernels and CUTLASS's examples hold no launcher, but most of the bytes: without them
# 0.7.4 takes a fifth of the room. FlashInfer's build scripts are kept, they tell the modules' flags.
_LEFT_OUT_OF_DATA = ("cccl", "cutlass/examples", "cutlass/test", "cutlass/python", "cutlass/media", "cutlass/docs")
_SOURCES = frozenset({".cu", ".cpp", ".cc", ".c", ".ptx", ".json", ".md", ".csv"})


class UnpackError(Exception):
    """A wheel that isn't unpacked because it is broken or could do harm; the message is one line."""


def unpack(wheel: Path, folder: Path) -> None:
    """Unpack what `wanted` names from `wheel` into `folder`.

    Raises:
        UnpackError: the archive is damaged, or a member would leave the folder, is a link, or is absurdly large.
        OSError: it can't be read or written, for example because the disk is full.

    """
    try:
        with zipfile.ZipFile(wheel) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            _check(wheel, members)
            for member in members:
                if not wanted(member.filename):
                    continue
                target = folder / member.filename
                target.parent.mkdir(parents=True, exist_ok=True)
                # zipfile stops at the size that the directory of the archive states, so the checked sum holds.
                with archive.open(member) as source, target.open("wb") as copy:
                    shutil.copyfileobj(source, copy, 1 << 20)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise UnpackError(f"{wheel.name} is damaged: {error}") from error


def wanted(member: str) -> bool:
    """Whether a member of FlashInfer's wheel can matter to the size of a kernel."""
    path = PurePosixPath(member)
    if path.parts[0].endswith(".dist-info"):
        return True
    if path.is_relative_to("flashinfer/data"):
        inside = path.relative_to("flashinfer/data")
        if "cutlass_instantiations" in inside.parts:
            return True
        return path.suffix not in _SOURCES and not any(inside.is_relative_to(left) for left in _LEFT_OUT_OF_DATA)
    return path.suffix == ".py" and (
        path.parent.as_posix() in ("flashinfer", "flashinfer/fused_moe") or path.is_relative_to("flashinfer/jit")
    )


def _check(wheel: Path, members: list[zipfile.ZipInfo]) -> None:
    if len(members) > MAX_MEMBERS:
        raise UnpackError(f"{wheel.name} has {len(members):,} members, more than the {MAX_MEMBERS:,} allowed")
    if (total := sum(member.file_size for member in members)) > MAX_BYTES:
        raise UnpackError(f"{wheel.name} would unpack to {total:,} bytes, more than the {MAX_BYTES:,} allowed")
    for member in members:
        name = member.filename
        path = PurePosixPath(name)
        if not path.parts or path.is_absolute() or ".." in path.parts or "\\" in name or ":" in path.parts[0]:
            raise UnpackError(f"{wheel.name} has a member that leaves its folder: {name!r}")
        kind = stat.S_IFMT(member.external_attr >> 16)
        if kind not in (0, stat.S_IFREG):
            raise UnpackError(f"{wheel.name} has a member that is a link or a device: {name!r}")
