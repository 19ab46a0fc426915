"""The sources that a FlashInfer release generates for a device, written by the release's own functions.

They run in a separate, isolated interpreter (`generator/`); nothing of a release runs in this process.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from cutlass_lint.analyzer.model import Problem
from cutlass_lint.analyzer.workspace.headers import release_of
from cutlass_lint.analyzer.workspace.store import ReleaseError, explained, move, temporary

if TYPE_CHECKING:
    from cutlass_lint.analyzer.devices import Device

RECORD = "generated.json"
"""The file in a cache's architecture folder that says what was generated into it."""

_SECONDS = 120
_GENERATOR = Path(__file__).with_name("generator")
_START = "import runpy, sys; sys.path.insert(0, sys.argv.pop(1)); runpy.run_module('generator', run_name='__main__')"
_REAL = ("jinja2", "markupsafe", "packaging")
"""What a release's generators need for real, beyond the standard library."""


class Generated(msgspec.Struct, frozen=True):
    """What a release generates for one device.

    `cache` has the layout of FlashInfer's own cache for one architecture: generated/ holds the sources,
    cached_ops/<module>/build.ninja says how each module is compiled. `modules` are their names. `problems` are the
    modules that could not be generated, where that isn't because the release doesn't have them for the device.
    """

    cache: Path
    modules: tuple[str, ...]
    problems: tuple[Problem, ...] = ()


class _Failure(msgspec.Struct, frozen=True):
    file: str
    line: int
    function: str
    reason: str


class _Result(msgspec.Struct, frozen=True):
    """What the generator says: `folder` is the architecture folder that it wrote."""

    folder: str
    modules: tuple[str, ...]
    failures: tuple[_Failure, ...]


class _Record(msgspec.Struct, frozen=True):
    generator: str
    """The digest of the code that made the folder: what other code made is made anew."""
    modules: tuple[str, ...]
    failures: tuple[_Failure, ...]


def generate(release: Path, device: Device, out: Path | None = None) -> Generated:
    """Write the sources of every GEMM and fused-MoE module that a release generates for a device.

    They are written to <out>/<version>/<architecture>; `out` is a folder of the release's own where not given. What was
    generated before is used again.

    Raises:
        ReleaseError: the folder holds no release, the release generates nothing for the device, or its code fails as a
            whole or takes too long.

    """
    version = release_of(release)
    if version is None or not (release / "flashinfer" / "jit").is_dir():
        raise ReleaseError(f"{release} is not an unpacked FlashInfer release")
    # FlashInfer names the folder after the architecture-specific target, which there is from 9.0 on.
    name = device.capability + ("a" if int(device.capability) >= 90 else "")
    cache = (out or release / "cache") / version / name
    digest = _digest()
    record = _read(cache, digest)
    if record is None:
        with explained():
            cache.parent.mkdir(parents=True, exist_ok=True)
            with temporary(cache.parent.resolve()) as folder:
                record = _generate(release, version, device, folder, digest, cache)
    return Generated(cache, record.modules, tuple(sorted(map(_problem, record.failures))))


def _generate(release: Path, version: str, device: Device, folder: Path, digest: str, cache: Path) -> _Record:
    written, scratch = folder / "out", folder / "scratch"
    written.mkdir()
    scratch.mkdir()
    result = _run(release, version, device, written, scratch)
    if not result.modules and result.failures:
        first, more = result.failures[0], len(result.failures) - 1
        raise ReleaseError(
            f"FlashInfer {version}'s generators failed for {device.name}: {first.function}: {first.reason}"
            + (f" (and {more} more)" if more else "")
        )
    if not result.modules:
        raise ReleaseError(
            f"FlashInfer {version} generates no GEMM sources for {device.name}; name a newer release or another --arch"
        )
    made, final = Path(result.folder), cache.parent.resolve() / cache.name
    for build in made.glob("cached_ops/*/build.ninja"):
        build.write_bytes(build.read_bytes().replace(os.fsencode(made), os.fsencode(final)))
    record = _Record(digest, result.modules, result.failures)
    (made / RECORD).write_bytes(msgspec.json.format(msgspec.json.encode(record)))
    move(made, cache, lambda: _read(cache, digest) is not None)
    return record


def _run(release: Path, version: str, device: Device, out: Path, scratch: Path) -> _Result:
    real = [f"{name}={folder}" for name in _REAL if (folder := _folder_of(name))]
    # -I and -S: no site-packages, no user folder, no PYTHON* variables; -B: no bytecode beside the release's files.
    command = [sys.executable, "-I", "-S", "-B", "-c", _START, str(_GENERATOR.parent)]
    command += [str(release.resolve()), device.capability, str(out), *real]
    try:
        done = subprocess.run(  # noqa: S603 - our own script; no shell is involved
            command,
            cwd=scratch,
            env={"LC_ALL": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise ReleaseError(
            f"FlashInfer {version}'s generators did not end within {_SECONDS} s for {device.name}"
        ) from error
    try:
        return msgspec.json.decode((out / "result.json").read_bytes(), type=_Result)
    except (OSError, msgspec.DecodeError) as error:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines() or [f"exit code {done.returncode}"]
        raise ReleaseError(f"FlashInfer {version}'s generators failed for {device.name}: {lines[-1]}") from error


def _folder_of(name: str) -> Path | None:
    spec = importlib.util.find_spec(name)
    return Path(spec.origin).parents[1] if spec and spec.origin else None


def _digest() -> str:
    digest = hashlib.sha256()
    for file in sorted(_GENERATOR.glob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _read(cache: Path, digest: str) -> _Record | None:
    try:
        record = msgspec.json.decode((cache / RECORD).read_bytes(), type=_Record)
    except (OSError, msgspec.DecodeError):
        return None
    return record if record.generator == digest else None


def _problem(failure: _Failure) -> Problem:
    message = f"{failure.function} failed, its module's sources are missing: {failure.reason}"
    return Problem(failure.file, failure.line, message, "report it with this line; the other modules are complete")
