"""A module's folder in FlashInfer's cache: its build.ninja with both of ninja's logs, parted by lines of `====`."""

from __future__ import annotations

import os
from pathlib import Path
from unittest.mock import patch

from cutlass_lint.analyzer.workspace import discover
from fuzzing.scratch import scratch

_PARTS = ("mod/build.ninja", ".ninja_log", ".ninja_deps", "mod/cutlass_kernel.o")
_SOURCE = "0.6.3/120a/generated/cutlass_instantiations/120/gemm/120/a.generated.cu"


def target(data: bytes) -> None:
    """What lies there is told, and what cannot be read is a problem, whatever bytes its files have."""
    folder = scratch() / "0.6.3" / "120a" / "cached_ops" / "mod"
    folder.mkdir(parents=True, exist_ok=True)
    (source := scratch() / _SOURCE).parent.mkdir(parents=True, exist_ok=True)
    source.touch()
    for name, part in zip(_PARTS, [*data.split(b"\n====\n"), *[b""] * len(_PARTS)], strict=False):
        (folder.parent / name).write_bytes(part)
    # Not what this user has fetched.
    with patch.dict(os.environ, XDG_CACHE_HOME=str(scratch())):
        found = discover(scratch() / "0.6.3")
    assert all(problem.message and problem.remedy for problem in found.problems)
    assert found.builds or any(problem.file == str(folder / "build.ninja") for problem in found.problems)
    for build in found.builds:
        assert Path(build.file).parent == folder
        assert all(one.state in ("built", "outdated", "unknown") for one in build.objects)
