"""What the project is made of: locked, licensed as it may be, audited; and a run asks no network."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
FIXTURES = ROOT / "fixtures"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCK = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
PIN = re.compile(r"^([\w.-]+)==(\S+)(?: ; [^\\\n]+)?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", re.MULTILINE)

# Licences that let anyone use a work that depends on it, by their SPDX identifiers and, of packages that do not have
# one, by what they say instead.
LICENCES = {"MIT", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "Apache-2.0 OR BSD-2-Clause"}
CLASSIFIERS = {
    "License :: OSI Approved :: MIT License",
    "License :: OSI Approved :: BSD License",
    "License :: OSI Approved :: Apache Software License",
}
GUARD = """\
import os, sys

def hook(event, arguments):
    told = None
    if event == "socket.__new__" and arguments[1] in (2, 10):
        told = f"{event} {arguments[1:]}"
    elif event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.connect", "socket.sendto"):
        told = f"{event} {arguments[-1] if event == 'socket.connect' else arguments[:1]}"
    elif event == "subprocess.Popen" and arguments[0] not in (sys.executable, sys.executable.encode()):
        told = f"{event} {arguments[0]}"
    if told:
        write(f"refused {told}")
        raise OSError(told)

def write(line):
    with open(os.environ["GUARD_LOG"], "a") as log:
        log.write(f"{line}\\n")

write("started")
sys.addaudithook(hook)
"""


def declared() -> Iterator[Requirement]:
    """Everything that pyproject.toml asks for."""
    project = PROJECT["project"]
    texts = [*project["dependencies"], *(text for texts in project["optional-dependencies"].values() for text in texts)]
    for group in PROJECT["dependency-groups"].values():
        texts += [entry for entry in group if isinstance(entry, str)]
    yield from (requirement for requirement in map(Requirement, texts) if requirement.name != project["name"])


def test_the_lock_pins_every_requirement_by_hashes() -> None:
    pins: dict[str, list[str]] = {}
    for name, version, _hashes in PIN.findall(LOCK):
        pins.setdefault(name, []).append(version)
    lines = [line for line in LOCK.splitlines() if line and not line.startswith(("#", "    --hash"))]
    assert len(lines) == sum(map(len, pins.values())), "an entry without hashes, or none of a version"
    for requirement in declared():
        found = pins.get(canonicalize_name(requirement.name), [])
        assert found, f"{requirement} is not locked: run .ci/lock"
        assert all(requirement.specifier.contains(version) for version in found), f"{requirement}: run .ci/lock"


def needed() -> dict[str, Any]:
    """The installed distributions that a run needs, by name."""
    found: dict[str, Any] = {}
    waiting = [Requirement(text) for text in PROJECT["project"]["dependencies"]]
    for requirement in waiting:  # grows while it is walked
        if requirement.name not in found and (requirement.marker is None or requirement.marker.evaluate({"extra": ""})):
            found[requirement.name] = distribution(requirement.name)
            waiting += [Requirement(text) for text in found[requirement.name].requires or ()]
    return found


def test_everything_that_a_run_needs_has_a_licence_that_is_allowed() -> None:
    packages = needed()
    assert {"click", "libclang", "markdown-it-py"} <= set(packages), "dependencies of dependencies count"
    for name, package in packages.items():
        expression = package.metadata.get("License-Expression")
        classified = {text for text in package.metadata.get_all("Classifier", ()) if text.startswith("License ::")}
        if expression is not None:
            assert expression in LICENCES, f"{name}: {expression}"
        else:
            assert classified, f"{name} says nothing of its licence"
            assert classified <= CLASSIFIERS, f"{name}: {classified}"


@pytest.mark.parametrize(
    ("answer", "code", "said"),
    [
        (
            '{"dependencies": [{"name": "a", "version": "1", "vulns": []}], "fixes": []}',
            0,
            "pip-audit: 1 packages looked up, 0 with a known vulnerability\n",
        ),
        (
            '{"dependencies": [{"name": "a", "version": "1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2"]}]}]}',
            1,
            "a 1: PYSEC-1, mended in 2\npip-audit: 1 packages looked up, 1 with a known vulnerability\n",
        ),
        ('{"dependencies": [{"name": "a", "skip_reason": "not found"}]}', 0, "WARNING: NOT AUDITED: 1 of 1 packages"),
        ('{"dependencies": []}', 0, "WARNING: NOT AUDITED: 0 of 0 packages"),
        ("", 0, "WARNING: NOTHING WAS AUDITED"),
    ],
)
def test_what_was_not_audited_is_not_called_clean(answer: str, code: int, said: str) -> None:
    command = [sys.executable, str(ROOT / ".ci" / "audit.py")]
    done = subprocess.run(command, input=answer, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (code, "")
    assert done.stdout.startswith(said)


def guarded(folder: Path, *arguments: str | Path) -> list[str]:
    """What each process of a run did: that it started, and what it was refused of the network and other programs."""
    (folder / "sitecustomize.py").write_text(GUARD)
    log = folder / "log"
    paths = {"PYTHONPATH": str(folder), "GUARD_LOG": str(log), "XDG_CACHE_HOME": str(folder / "cache")}
    command = [sys.executable, "-m", "cutlass_lint", *map(str, arguments)]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=300, check=False, env={**os.environ, **paths}, cwd=folder
    )
    assert "internal error" not in done.stderr
    return log.read_text().splitlines()


SOURCE = FIXTURES / "instantiations" / "moe.cu"
HEADERS = ("--headers", FIXTURES, "--arch", "120", "--isolated")


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", SOURCE, *HEADERS),
        ("check", FIXTURES / "direct", *HEADERS),
        ("explain", f"{SOURCE}:5", *HEADERS),
        ("fit", f"{SOURCE}:5", *HEADERS, "--most", "2"),
        ("diff", SOURCE, *HEADERS, "--log", FIXTURES / "logs" / "flashinfer.log"),
        ("graph", SOURCE, *HEADERS, "--graph-format", "json"),
        ("doctor",),
    ],
)
def test_a_run_asks_no_network_and_starts_no_program_but_its_own_workers(
    tmp_path: Path, arguments: tuple[str | Path, ...]
) -> None:
    done = guarded(tmp_path, *arguments)
    assert done.count("started") >= 2, "workers are guarded, too"
    # Of the processor Python's own module `platform`, which doctor uses, asks uname.
    assert set(done) - {"refused subprocess.Popen uname"} == {"started"}


def test_a_release_is_asked_for_by_pip(tmp_path: Path) -> None:
    done = guarded(tmp_path, "--release", "flashinfer==0.0.0", "--arch", "120")
    assert any(line.startswith("refused socket.") for line in done)
