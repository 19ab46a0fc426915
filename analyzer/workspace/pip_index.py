"""Downloads of FlashInfer's wheel through pip, with the user's own index, proxy and certificates.

pip runs as a process of this interpreter. Its answers to "no such version" and "no answer" look alike at first sight;
`PipError`'s message tells them apart.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from cutlass_lint.analyzer.workspace.store import version_key

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

PROJECT = "flashinfer-python"

_RESOLVE_SECONDS = 300
_DOWNLOAD_SECONDS = 1800
_RETRIES = "2"
_GENERAL = ("--disable-pip-version-check", "--no-input")
_OPTIONS = (*_GENERAL, "--retries", _RETRIES, "--no-deps", "--only-binary=:all:")
# Nothing is installed, so settings that say where or when to install must not stop pip.
_SETTINGS = {"PIP_USER": "0", "PIP_REQUIRE_VIRTUALENV": "0", "PIP_REQUIRE_HASHES": "0"}

_VERSIONS = re.compile(r"\(from versions: ([^)]*)\)")
_UNREACHABLE = re.compile(
    r"Retrying \(Retry|NewConnectionError|ConnectionError|ConnectTimeout|ReadTimeout|Read timed out|ProxyError|"
    r"SSLError|not a trusted or secure host|name resolution|Could not fetch URL|HTTP error|Client Error|"
    r"Server Error|Network is unreachable"
)


class PipError(Exception):
    """pip could not do what was asked; the message is one line that says what to do."""


class NoWheel(PipError):  # noqa: N818 - an answer, not a fault
    """The index has other versions of FlashInfer, or only a source archive of this one."""


class Wheel(Struct, frozen=True):
    """The wheel that an index offers."""

    version: str
    sha256: str | None
    """As the index states it; None where it states none."""


def find_wheel(version: str | None) -> Wheel:
    """Ask the index for a version's wheel (None: the latest release's), without downloading it.

    Raises:
        PipError: there is no such wheel, the index can't be reached, or pip doesn't work.

    """
    arguments = ("install", "--dry-run", "--ignore-installed", "--ignore-requires-python", "--report", "-", "--quiet")
    output = _pip((*arguments, *_OPTIONS, _requirement(version)), version, _RESOLVE_SECONDS)
    try:
        found: dict[str, Any] = json.loads(output)["install"][0]
        archive = found["download_info"].get("archive_info", {})
        hashes = archive.get("hashes") or {}
        return Wheel(str(found["metadata"]["version"]), hashes.get("sha256"))
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise PipError("pip's report has an unknown form; update pip: python -m pip install -U pip") from error


def download(version: str, folder: Path) -> Path:
    """Download a version's wheel into the empty `folder` and return its path. pip's progress goes to a terminal.

    Raises:
        PipError: as for `find_wheel`, or the disk is full.

    """
    shown = sys.stderr.isatty()
    quiet = () if shown else ("--quiet",)
    arguments = ("download", "--ignore-requires-python", *quiet, *_OPTIONS, "--dest", str(folder))
    _pip((*arguments, _requirement(version)), version, _DOWNLOAD_SECONDS, show=shown)
    wheels = sorted(folder.glob("*.whl"))
    if len(wheels) != 1:
        raise PipError(f"pip downloaded {len(wheels)} wheels of {PROJECT} {version}, not one")
    return wheels[0]


def run_pip(arguments: Sequence[str], seconds: int) -> str:
    """Return what pip prints for a command that asks for no version.

    Raises:
        PipError: pip doesn't work.

    """
    return _pip((*arguments, *_GENERAL), None, seconds)


def _requirement(version: str | None) -> str:
    return f"{PROJECT}=={version}" if version else PROJECT


def _pip(arguments: Sequence[str], version: str | None, seconds: int, *, show: bool = False) -> str:
    # -P: a pip.py in the current folder is not pip.
    command = [sys.executable, "-P", "-m", "pip", *arguments]
    try:
        done = subprocess.run(  # noqa: S603 - the version is checked before, and no shell is involved
            command,
            stdin=subprocess.DEVNULL,
            stdout=sys.stderr.fileno() if show else subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=os.environ | _SETTINGS,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise PipError(f"the package index did not answer within {seconds} s; {_ELSE}") from error
    except OSError as error:
        raise PipError(f"cannot run pip: {error.strerror or error}; {_ELSE}") from error
    if done.returncode:
        raise _explain(done.stderr.decode("utf-8", "replace"), version)
    return done.stdout.decode("utf-8", "replace") if done.stdout else ""


_ELSE = "or name an unpacked wheel with --headers DIR"


def _explain(log: str, version: str | None) -> PipError:
    """Say in one line what pip wrote."""
    listed = _VERSIONS.search(log)
    unreachable = _UNREACHABLE.search(log)
    offered = [text.strip() for text in listed[1].split(",")] if listed else []
    if "No module named pip" in log:
        return PipError(f"{sys.executable} has no pip: run {sys.executable} -m ensurepip, {_ELSE}")
    if "No space left on device" in log or "Errno 28" in log:
        return PipError(f"the disk is full: a download of {PROJECT} needs room in the temporary and the cache folder")
    if "DO NOT MATCH THE HASHES" in log:
        return PipError(f"the wheel of {PROJECT} {version} does not match the index's hash; nothing was kept")
    if offered and offered != ["none"]:
        nearest = ", ".join(_nearest(offered, version))
        return NoWheel(
            f"the package index has no wheel of {PROJECT} {version}; the nearest are {nearest}"
            f" (all: pip index versions {PROJECT})" + (", but an index did not answer" if unreachable else "")
        )
    if unreachable:
        return PipError(f"the package index is out of reach; check the network, the proxy and PIP_INDEX_URL, {_ELSE}")
    if listed:
        return NoWheel(f"the package index has no {PROJECT}; check PIP_INDEX_URL, {_ELSE}")
    last = next((line for line in reversed(log.splitlines()) if line.strip()), "no message")
    error = next((line for line in log.splitlines() if line.startswith("ERROR:")), last)
    return PipError(f"pip failed: {error.removeprefix('ERROR:').strip()}")


def _nearest(offered: Sequence[str], version: str | None) -> list[str]:
    """Three versions about where `version` would be, in ascending order; pre-releases only where there is no other."""
    ordered = sorted(offered, key=version_key)
    released = [text for text in ordered if not version_key(text).is_prerelease] or ordered
    before = sum(version_key(text) < version_key(version or "") for text in released)
    start = max(0, min(before - 2, len(released) - 3))
    return released[start : start + 3]
