"""Releases without an index: pip is replaced by a function that answers as pip does."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import stat
import subprocess
import sys
import time
import zipfile
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from cutlass_lint.analyzer.workspace import pip_index, releases, sdist, unpack
from cutlass_lint.analyzer.workspace.releases import ReleaseError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

VERSION = "0.6.4"
WHEEL = f"flashinfer_python-{VERSION}-py3-none-any.whl"


def wheel_file(folder: Path, members: dict[str, str], *, name: str = WHEEL) -> Path:
    file = folder / name
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, text in members.items():
            archive.writestr(member, text)
    return file


def members() -> dict[str, str]:
    return {
        "flashinfer/_build_meta.py": f'__version__ = "{VERSION}"',
        "flashinfer/jit/gemm/core.py": "NAME = 'kernels'",
        "flashinfer/data/cutlass/include/cutlass/version.h": "",
        "flashinfer/data/csrc/nv_internal/x.inl": "",
        "flashinfer/data/csrc/moe/big.cu": "",
        f"flashinfer_python-{VERSION}.dist-info/METADATA": "",
    }


class Pip:
    """Stands in for the pip process: offers one wheel, or fails with a log."""

    def __init__(self, wheel: Path | None = None, *, log: str = "", sha256: str | None = None) -> None:
        self.wheel = wheel
        self.log = log
        self.sha256 = sha256
        self.calls: list[list[str]] = []

    def __call__(self, command: list[str], **options: Any) -> subprocess.CompletedProcess[bytes]:
        self.calls.append(command)
        assert command[:4] == [sys.executable, "-P", "-m", "pip"]
        assert {"--no-deps", "--only-binary=:all:", "--disable-pip-version-check"} <= set(command)
        assert options["timeout"] > 0
        if self.wheel is None:
            return subprocess.CompletedProcess(command, 1, b"", self.log.encode())
        if "download" in command:
            shutil.copy(self.wheel, command[command.index("--dest") + 1])
            return subprocess.CompletedProcess(command, 0, b"", b"")
        archive = {"hashes": {"sha256": self.sha256}} if self.sha256 else {}
        found = {"metadata": {"version": VERSION}, "download_info": {"url": "https://x", "archive_info": archive}}
        return subprocess.CompletedProcess(command, 0, json.dumps({"install": [found]}).encode(), b"")


@pytest.fixture(autouse=True)
def _no_source_archives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sdist, "find", lambda _version: None)


@pytest.fixture
def pip(monkeypatch: pytest.MonkeyPatch) -> Callable[[Pip], Pip]:
    def install(fake: Pip) -> Pip:
        monkeypatch.setattr(pip_index.subprocess, "run", fake)
        return fake

    return install


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    return wheel_file(tmp_path, members())


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def left_over() -> list[Path]:
    return list(releases.home().glob(".tmp*"))


def fail(pip: Callable[[Pip], Pip], log: str) -> str:
    pip(Pip(log=log))
    with pytest.raises(ReleaseError) as caught:
        releases.fetch("flashinfer==0.6.99")
    assert "\n" not in str(caught.value)
    assert not releases.fetched()
    assert not left_over()
    return str(caught.value)


# fetch


@pytest.mark.parametrize(
    "requirement", ["flashinfer==0.6.4", "flashinfer-python==0.6.4", " FlashInfer_Python == v0.6.4 "]
)
def test_fetch_and_reuse(pip: Callable[[Pip], Pip], wheel: Path, requirement: str) -> None:
    fake = pip(Pip(wheel, sha256=digest(wheel)))
    said: list[str] = []
    folder = releases.fetch(requirement, said.append)
    assert folder == releases.home() / VERSION
    assert said == ["downloading FlashInfer 0.6.4"]
    record = json.loads((folder / "wheel.json").read_text())
    assert record == {
        "version": VERSION,
        "filename": WHEEL,
        "sha256": digest(wheel),
        "index_sha256": digest(wheel),
        "layout": releases.LAYOUT,
    }
    assert (folder / "flashinfer/data/csrc/nv_internal/x.inl").is_file()
    assert not (folder / "flashinfer/data/csrc/moe/big.cu").exists()
    assert not left_over()
    pip(Pip(log="no network"))
    assert releases.fetch(requirement, said.append) == folder
    assert len(fake.calls) == 2
    assert len(said) == 1


def test_a_release_that_an_earlier_version_unpacked_is_fetched_anew(pip: Callable[[Pip], Pip], wheel: Path) -> None:
    folder = releases.home() / VERSION
    (folder / "cache").mkdir(parents=True)
    record = {"version": VERSION, "filename": WHEEL, "sha256": digest(wheel), "index_sha256": None}
    (folder / "wheel.json").write_text(json.dumps(record))
    assert releases.fetched() == [folder]  # its headers are whole
    pip(Pip(wheel))
    assert releases.fetch("flashinfer==0.6.4") == folder
    assert json.loads((folder / "wheel.json").read_text())["layout"] == releases.LAYOUT
    assert not (folder / "cache").exists()


def test_the_latest_release(pip: Callable[[Pip], Pip], wheel: Path) -> None:
    fake = pip(Pip(wheel))
    folder = releases.fetch("flashinfer")
    assert folder.name == VERSION
    assert [call[-1] for call in fake.calls] == ["flashinfer-python", "flashinfer-python==0.6.4"]
    assert json.loads((folder / "wheel.json").read_text())["index_sha256"] is None
    releases.fetch("flashinfer")
    assert len(fake.calls) == 3


@pytest.mark.parametrize(
    "text", ["", "torch==2", "flashinfer>=0.6", "flashinfer==0.6.*", "flashinfer==../x", "flashinfer==a"]
)
def test_a_requirement_that_is_none(text: str) -> None:
    with pytest.raises(ReleaseError, match=r"write it as flashinfer==0\.6\.4"):
        releases.fetch(text)


def test_a_wheel_that_is_not_the_one_of_the_index(pip: Callable[[Pip], Pip], wheel: Path) -> None:
    pip(Pip(wheel, sha256="0" * 64))
    with pytest.raises(ReleaseError, match="does not match the index's hash"):
        releases.fetch("flashinfer==0.6.4")
    assert not releases.fetched()
    assert not left_over()


def test_no_such_version(pip: Callable[[Pip], Pip]) -> None:
    log = (
        "ERROR: Could not find a version that satisfies the requirement flashinfer-python==0.6.99 "
        "(from versions: 0.5.3, 0.6.9rc1, 0.6.9, 0.6.10, 0.6.10.post1, 0.7.0rc1, 0.7.0, 0.7.4)\n"
        "ERROR: No matching distribution found for flashinfer-python==0.6.99\n"
    )
    message = fail(pip, log)
    assert "no wheel of flashinfer-python 0.6.99" in message
    assert "nearest are 0.6.10, 0.6.10.post1, 0.7.0" in message
    assert "pip index versions flashinfer-python" in message
    assert "did not answer" not in message
    assert "did not answer" in fail(pip, f"WARNING: Retrying (Retry(total=1))\n{log}")


NONE_FOUND = "ERROR: Could not find a version that satisfies the requirement x (from versions: none)\n"


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        ("WARNING: Retrying (Retry(total=1)) ... NewConnectionError\n" + NONE_FOUND, "out of reach"),
        ("WARNING: The repository at x is not a trusted or secure host\n" + NONE_FOUND, "out of reach"),
        ("ERROR: HTTP error 503 while getting x", "out of reach"),
        (NONE_FOUND, "has no flashinfer-python; check PIP_INDEX_URL"),
        ("/usr/bin/python: No module named pip", "-m ensurepip"),
        ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device", "disk is full"),
        (
            "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.",
            "does not match the index's hash",
        ),
        ("WARNING: x\nERROR: something else\nmore", "pip failed: something else"),
        ("", "pip failed: no message"),
    ],
)
def test_what_pip_says_is_told_in_one_line(pip: Callable[[Pip], Pip], log: str, expected: str) -> None:
    assert expected in fail(pip, log)


def test_an_index_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def hang(command: list[str], **options: Any) -> None:
        raise subprocess.TimeoutExpired(command, options["timeout"])

    monkeypatch.setattr(pip_index.subprocess, "run", hang)
    with pytest.raises(ReleaseError, match="did not answer within 300 s"):
        releases.fetch("flashinfer==0.6.4")


def test_a_report_of_another_form(pip: Callable[[Pip], Pip], wheel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    del pip, wheel
    done = subprocess.CompletedProcess([], 0, b'{"install": []}', b"")
    monkeypatch.setattr(pip_index.subprocess, "run", lambda *_args, **_options: done)
    with pytest.raises(ReleaseError, match="update pip"):
        releases.fetch("flashinfer==0.6.4")


def test_a_full_disk(pip: Callable[[Pip], Pip], wheel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_args: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    pip(Pip(wheel))
    monkeypatch.setattr(releases, "unpack", full)
    with pytest.raises(ReleaseError, match="the disk is full"):
        releases.fetch("flashinfer==0.6.4")
    assert not left_over()


def test_a_cache_folder_that_cannot_be_written(pip: Callable[[Pip], Pip], wheel: Path) -> None:
    pip(Pip(wheel))
    releases.home().parent.parent.mkdir(parents=True)
    releases.home().parent.touch()
    with pytest.raises(ReleaseError, match="cannot write below"):
        releases.fetch("flashinfer==0.6.4")


def test_half_a_release_is_replaced(pip: Callable[[Pip], Pip], wheel: Path) -> None:
    stale = releases.home() / VERSION / "flashinfer/stale.py"
    stale.parent.mkdir(parents=True)
    stale.touch()
    killed = releases.home() / ".tmp-killed"
    running = releases.home() / ".tmp-running"
    for folder in (killed, running):
        folder.mkdir()
    os.utime(killed, (time.time() - 2 * 86400,) * 2)
    assert not releases.fetched()
    pip(Pip(wheel))
    folder = releases.fetch("flashinfer==0.6.4")
    assert releases.fetched() == [folder]
    assert not stale.exists()
    assert left_over() == [running]


def test_a_run_that_was_quicker(pip: Callable[[Pip], Pip], wheel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def other_run(file: Path, folder: Path) -> None:
        unpack.unpack(file, folder)
        target = releases.home() / VERSION
        target.mkdir()
        record = releases.Record(VERSION, "theirs", "", None, releases.LAYOUT)
        (target / "wheel.json").write_bytes(msgspec.json.encode(record))

    pip(Pip(wheel))
    monkeypatch.setattr(releases, "unpack", other_run)
    assert "theirs" in (releases.fetch("flashinfer==0.6.4") / "wheel.json").read_text()
    assert not left_over()


def test_fetched_releases_newest_first() -> None:
    ordered = ["0.7.0", "0.7.0rc3", "0.6.10.post1", "0.6.10", "0.6.9", "0.6.9rc1", "0.6.9.dev3", "0.5.3"]
    for name in sorted(ordered):
        (releases.home() / name).mkdir(parents=True)
        (releases.home() / name / "wheel.json").touch()
    (releases.home() / "0.9.9").mkdir()
    assert [folder.name for folder in releases.fetched()] == ordered


# unpack


@pytest.mark.parametrize(
    "name", ["../out.py", "flashinfer/../../out.py", "/etc/out.py", "flashinfer\\..\\out.py", "c:/out.py"]
)
def test_members_that_leave_the_folder(tmp_path: Path, name: str) -> None:
    file = wheel_file(tmp_path, {**members(), name: "out"})
    with pytest.raises(unpack.UnpackError, match="leaves its folder"):
        unpack.unpack(file, tmp_path / "to")
    assert not (tmp_path / "to").exists()


def test_links(tmp_path: Path) -> None:
    file = tmp_path / WHEEL
    link = zipfile.ZipInfo("flashinfer/data/include/link.h")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(link, "/etc/passwd")
    with pytest.raises(unpack.UnpackError, match="is a link"):
        unpack.unpack(file, tmp_path / "to")


def test_absurd_sizes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wheel: Path) -> None:
    monkeypatch.setattr(unpack, "MAX_BYTES", 10)
    with pytest.raises(unpack.UnpackError, match="would unpack to more than"):
        unpack.unpack(wheel, tmp_path / "to")
    monkeypatch.setattr(unpack, "MAX_MEMBERS", 0)
    with pytest.raises(unpack.UnpackError, match="members"):
        unpack.unpack(wheel, tmp_path / "to")


def test_a_damaged_wheel(pip: Callable[[Pip], Pip], wheel: Path) -> None:
    content = wheel.read_bytes()
    with zipfile.ZipFile(wheel) as archive:
        member = archive.infolist()[0]
    text = member.header_offset + 30 + len(member.filename)
    for damaged in (b"no archive", content[: len(content) // 2], content[:text] + b"?" + content[text + 1 :]):
        wheel.write_bytes(damaged)
        pip(Pip(wheel))
        with pytest.raises(ReleaseError, match="is damaged"):
            releases.fetch("flashinfer==0.6.4")
        assert not left_over()


@pytest.mark.parametrize(
    ("member", "kept"),
    [
        ("flashinfer/data/csrc/nv_internal/tensorrt_llm/x.inl", True),
        ("flashinfer/data/csrc/nv_internal/tensorrt_llm/cutlass_instantiations/120/x.generated.cu", True),
        ("flashinfer/data/csrc/group_gemm_sm120.jinja", True),
        ("flashinfer/data/include/flashinfer/gemm/x.cuh", True),
        ("flashinfer/data/cutlass/include/cutlass/version.h", True),
        ("flashinfer/data/cutlass/tools/util/include/x.h", True),
        ("flashinfer/data/cutlass/examples/x.h", False),
        ("flashinfer/data/cccl/cub/cub/cub.cuh", False),
        ("flashinfer/data/csrc/x.cu", True),
        ("flashinfer/data/csrc/nv_internal/tensorrt_llm/kernels/cutlass_kernels/heuristic.cpp", True),
        ("flashinfer/data/csrc/fused_moe/cutlass_backend/binding.cu", True),
        ("flashinfer/data/csrc/fused_moe/trtllm_backend/x.cu", False),
        ("flashinfer/data/csrc/nv_internal/x.ptx", False),
        ("flashinfer/jit/gemm/core.py", True),
        ("flashinfer/fused_moe/core.py", True),
        ("flashinfer/_build_meta.py", True),
        ("flashinfer/experimental/x.py", False),
        ("flashinfer_python-0.6.4.dist-info/RECORD", True),
        ("build_backend.py", False),
    ],
)
def test_what_is_unpacked(member: str, kept: bool) -> None:
    assert unpack.wanted(member) is kept
