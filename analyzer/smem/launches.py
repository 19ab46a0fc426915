"""Launches by `<<<...>>>`, which host C++ does not know: rewritten in place so that they parse and tell their bytes."""

from __future__ import annotations

import re

from cutlass_lint.analyzer.sources import launches


def rewritten(data: bytes) -> bytes:
    """A file without launches, line by line the same.

    `K<Kernel><<<grid, block, bytes, stream>>>(...)` becomes a call of K that first names
    `cutlass_lint::launch<Kernel, bytes>`, where the bytes are stated by a type and K has one argument; any other launch
    becomes a plain call.
    """
    pieces = []
    last = 0
    for launch in launches(data):
        pieces.append(data[last : launch.start])
        if launch.states_bytes:
            mark = f"::cutlass_lint::launch<{launch.kernel}, ({launch.bytes})>{{}}, "
            pieces.append(mark.encode())
        pieces += (data[launch.start : launch.opening], re.sub(rb"[^\r\n\\]", b" ", data[launch.opening : launch.end]))
        last = launch.end
    return b"".join((*pieces, data[last:]))
