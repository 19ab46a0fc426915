"""CUTLASS's own headers and examples, from the package that carries them, fetched once for all tests."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import platformdirs

VERSION = "4.2.0.0"
_PREFIX = "cutlass_library/source/"
_WANTED = ("include/", "tools/util/include/", "examples/")


def cutlass() -> Path:
    """A folder with CUTLASS's include, tools and examples."""
    target = platformdirs.user_cache_path("cutlass-lint") / "tests" / f"nvidia-cutlass-{VERSION}"
    if not target.is_dir():
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent) as folder:
            pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder]
            subprocess.run([*pip, f"nvidia-cutlass=={VERSION}"], check=True, timeout=600)
            (wheel,) = Path(folder).glob("*.whl")
            unpacked = Path(folder) / "unpacked"
            with zipfile.ZipFile(wheel) as archive:
                names = [n for n in archive.namelist() if n.removeprefix(_PREFIX).startswith(_WANTED)]
                archive.extractall(unpacked, [name for name in names if name.startswith(_PREFIX)])
            source = unpacked / _PREFIX
            try:
                source.rename(target)
            except OSError:
                assert target.is_dir()  # another process was faster
    return target
