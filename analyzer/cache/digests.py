"""Digests of byte strings."""

from __future__ import annotations

import hashlib

_BYTES = 16


def text_of(value: object) -> bytes:
    """A value of plain types and structs as text, for a key: equal for equal values, whatever bytes a path holds."""
    return repr(value).encode("utf-8", "surrogateescape")


def digest_of(*parts: bytes) -> bytes:
    """A digest of byte strings, each told from its neighbours."""
    digest = hashlib.blake2b(digest_size=_BYTES)
    for part in parts:
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part)
    return digest.digest()
