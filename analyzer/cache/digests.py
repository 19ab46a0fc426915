"""Digests of byte strings."""

from __future__ import annotations

import errno
import hashlib
import os
import stat

_BYTES = 16
_PART = 1 << 20


def text_of(value: object) -> bytes:
    """A value of plain types and structs as text, for a key: equal for equal values, whatever bytes a path holds."""
    return repr(value).encode("utf-8", "surrogateescape")


def digest_of_file(path: str) -> bytes:
    """The digest of a regular file's content, which is not held as a whole.

    Raises OSError, also where it is none or changes meanwhile, and ValueError for what cannot be a path.
    """
    if not stat.S_ISREG(os.stat(path).st_mode):  # noqa: PTH116 - as below
        raise OSError(errno.EINVAL, "is no regular file", path)
    digest = hashlib.blake2b(digest_size=_BYTES)
    part = bytearray(_PART)
    with open(path, "rb", buffering=0) as opened:  # noqa: PTH123 - as fast as can be
        size = os.fstat(opened.fileno()).st_size
        digest.update(size.to_bytes(8, "little"))
        left = size
        while count := opened.readinto(part):
            digest.update(memoryview(part)[:count])
            left -= count
    if left:
        raise OSError(errno.ESTALE, "it changed while it was read", path)
    return digest.digest()


def digest_of(*parts: bytes) -> bytes:
    """A digest of byte strings, each told from its neighbours."""
    digest = hashlib.blake2b(digest_size=_BYTES)
    for part in parts:
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part)
    return digest.digest()
