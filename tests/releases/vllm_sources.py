"""vLLM's CUDA sources, from the source archive on the package index, fetched once for all tests; none of it is run."""

from __future__ import annotations

import tarfile
import tempfile
from pathlib import Path
from unittest.mock import patch

import platformdirs

from cutlass_lint.analyzer.workspace import sdist

VERSION = "0.11.0"


def vllm() -> Path:
    """A folder with vLLM's csrc."""
    target = platformdirs.user_cache_path("cutlass-lint") / "tests" / f"vllm-{VERSION}"
    if not target.is_dir():
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent) as folder:
            with patch.object(sdist, "PROJECT", "vllm"):
                found = sdist.find(VERSION)
            assert found is not None
            with tarfile.open(sdist.download(found, Path(folder))) as archive:
                wanted = [member for member in archive if member.name.startswith(f"vllm-{VERSION}/csrc/")]
                archive.extractall(folder, wanted, filter="data")
            try:
                (Path(folder) / f"vllm-{VERSION}").rename(target)
            except OSError:
                assert target.is_dir()  # another process was faster
    return target
