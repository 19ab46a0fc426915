"""CUTLASS's own headers, examples and generator, from the package that carries them, fetched once for all tests."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import platformdirs

VERSION = "4.2.0.0"
_LIBRARY = "cutlass_library"
_WANTED = tuple(f"{_LIBRARY}/source/{name}/" for name in ("include", "tools", "examples"))


def package() -> Path:
    """A folder with `cutlass_library`, CUTLASS's generator, and in that `source`, its headers."""
    target = platformdirs.user_cache_path("cutlass-lint") / "tests" / f"nvidia-cutlass-{VERSION}-library"
    if not target.is_dir():
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent) as folder:
            pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder]
            subprocess.run([*pip, f"nvidia-cutlass=={VERSION}"], check=True, timeout=600)
            (wheel,) = Path(folder).glob("*.whl")
            unpacked = Path(folder) / "unpacked"
            with zipfile.ZipFile(wheel) as archive:
                names = archive.namelist()
                modules = [name for name in names if Path(name).parent.name == _LIBRARY and name.endswith(".py")]
                archive.extractall(unpacked, [*modules, *(name for name in names if name.startswith(_WANTED))])
            try:
                unpacked.rename(target)
            except OSError:
                assert target.is_dir()  # another process was faster
    return target


def cutlass() -> Path:
    """A folder with CUTLASS's include, tools and examples."""
    return package() / _LIBRARY / "source"
