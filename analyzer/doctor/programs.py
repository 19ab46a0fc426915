"""Checks of the tool itself, of Python, and of the programs and packages that some runs use."""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import sys
import tempfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import cutlass_lint
from cutlass_lint.analyzer import config
from cutlass_lint.analyzer.doctor.checks import Check

_TOOLKITS = ("CUDA_HOME", "CUDA_PATH")


def tool() -> Check:
    """The tool's own version and place."""
    found, folder = cutlass_lint.__version__, str(Path(cutlass_lint.__file__).parent)
    return Check("cutlass-lint", "ok", f"{found}, {folder}", facts={"version": found, "path": folder})


def python() -> Check:
    """The interpreter, and the platform that it runs on."""
    found, machine = platform.python_version(), platform.platform()
    facts = {"version": found, "path": sys.executable, "platform": machine}
    return Check("Python", "ok", f"{found}, {sys.executable}, on {machine}", facts=facts)


def scratch() -> Check:
    """Where parses write, and whether they can."""
    try:
        with tempfile.NamedTemporaryFile(prefix="cutlass-lint-") as file:
            file.write(bytes(4096))
            file.flush()
        folder = tempfile.gettempdir()
        free = shutil.disk_usage(folder).free
    except OSError as error:
        reason = error.strerror or str(error)
        remedy = "set TMPDIR to a folder that has room"
        return Check("scratch", "error", f"no temporary file can be written: {reason}", remedy)
    return Check("scratch", "ok", f"{folder}, {megabytes(free)} free", facts={"path": folder, "free": free})


def configuration(folder: Path) -> Check:
    """The file of settings that counts in a folder, and the keys that it sets."""
    name = "settings"
    try:
        file = config.find(folder)
        if file is None:
            return Check(
                name, "absent", f"no {config.FILE}, and no table in a {config.PYPROJECT}, in {folder} or above"
            )
        keys = tuple(config.read(file).options())
    except config.ConfigError as error:
        return Check(name, "warning", str(error), "mend it; --isolated runs without it")
    return Check(name, "ok", f"{file} sets {', '.join(keys) or 'nothing'}", facts={"path": str(file), "keys": keys})


def pip() -> Check:
    """What --release downloads with. Whether an index can be reached is not asked."""
    if importlib.util.find_spec("pip") is None:
        return Check("pip", "warning", "not installed: --release cannot download", f"{sys.executable} -m ensurepip")
    try:
        found = version("pip")
    except PackageNotFoundError:
        found = None
    return Check("pip", "ok", f"{found or 'of unknown version'}, for --release", facts={"version": found})


def nvcc() -> Check:
    """The CUDA compiler, which no run needs."""
    folders = [Path(os.environ[name], "bin") for name in _TOOLKITS if os.environ.get(name)]
    path = next(filter(None, (shutil.which("nvcc", path=folder) for folder in (None, *folders))), None)
    return Check("nvcc", "ok" if path else "absent", f"{path or 'not found'}; it is not needed", facts={"path": path})


def megabytes(size: int) -> str:
    """A number of bytes for people."""
    return f"{size / 1e6:,.0f} MB"
