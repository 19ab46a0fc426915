"""Versions without a wheel: a small index serves a source archive, which nothing is to be run of."""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import tarfile
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from cutlass_lint.analyzer.workspace import headers, pip_index, releases, sdist, unpack
from cutlass_lint.analyzer.workspace.pip_index import PipError
from cutlass_lint.analyzer.workspace.releases import ReleaseError

NAME = "flashinfer_python-0.3.1"
MEMBERS = {
    "setup.py": "raise SystemExit('run')",
    "version.txt": "0.3.1",
    "csrc/gemm.cu": "",
    "csrc/gemm.jinja": "",
    "csrc/nv_internal/x.inl": "",
    "csrc/nv_internal/x.cu": "",
    "csrc/moe/x.cu": "",
    "include/flashinfer/gemm.cuh": "",
    "3rdparty/cutlass/include/cutlass/version.h": "#define CUTLASS_MAJOR 4\n",
    "3rdparty/cutlass/examples/x.h": "",
    "3rdparty/spdlog/include/spdlog/spdlog.h": "",
    "flashinfer/_build_meta.py": "__version__ = '0.3.1'",
    "flashinfer/gemm.py": "",
    "flashinfer/jit/env.py": "",
    "flashinfer/comm/x.py": "",
    "tests/test_gemm.py": "",
}


def archive(folder: Path, members: dict[str, str], *, name: str = NAME, kind: bytes = tarfile.REGTYPE) -> Path:
    file = folder / f"{name}.tar.gz"
    with tarfile.open(file, "w:gz") as tar:
        for member, text in members.items():
            info = tarfile.TarInfo(f"{name}/{member}")
            info.size, info.type, info.linkname = len(text), kind, "/etc/passwd" if kind != tarfile.REGTYPE else ""
            tar.addfile(info, io.BytesIO(text.encode()))
    return file


class _Handler(SimpleHTTPRequestHandler):
    asked: list[tuple[str, str | None]]

    def do_GET(self) -> None:
        self.asked.append((self.path, self.headers.get("Authorization")))
        super().do_GET()

    def log_message(self, *_arguments: object) -> None:
        pass


class Index:
    """Serves <folder>/simple/flashinfer-python/index.html, whose text is JSON, and the archives beside it."""

    def __init__(self, folder: Path, address: str, asked: list[tuple[str, str | None]]) -> None:
        self.folder = folder
        self.url = f"http://{address}/simple"
        self.asked = asked

    def offer(self, file: Path, sha256: str | None) -> None:
        hashes = {"sha256": sha256} if sha256 else {}
        listed = {"files": [{"filename": file.name, "url": f"../../{file.name}", "hashes": hashes}]}
        self.page(json.dumps(listed))

    def page(self, text: str) -> None:
        page = self.folder / "simple/flashinfer-python/index.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text)


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Index]:
    """An index that pip is set to use; pip itself finds no wheel of the version."""
    monkeypatch.setenv("no_proxy", "*")
    folder = tmp_path / "index"
    folder.mkdir()
    asked: list[tuple[str, str | None]] = []
    handler = type("Handler", (_Handler,), {"asked": asked})
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    served = Index(folder, f"127.0.0.1:{server.server_port}", asked)
    configure(monkeypatch, f":env:.index-url={served.url!r}\nglobal.index-url='http://127.0.0.1:1/simple'\n")
    yield served
    server.shutdown()
    server.server_close()
    thread.join()


def configure(monkeypatch: pytest.MonkeyPatch, settings: str) -> None:
    log = b"ERROR: Could not find a version that satisfies the requirement x (from versions: 0.5.0, 0.6.3)\n"

    def pip(command: list[str], **_options: Any) -> subprocess.CompletedProcess[bytes]:
        if command[4:6] == ["config", "list"]:
            return subprocess.CompletedProcess(command, 0, settings.encode(), b"")
        assert "--only-binary=:all:" in command
        return subprocess.CompletedProcess(command, 1, b"", log)

    monkeypatch.setattr(pip_index.subprocess, "run", pip)


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def test_a_source_archive_in_the_layout_of_a_wheel(index: Index) -> None:
    file = archive(index.folder, MEMBERS)
    index.offer(file, digest(file))
    said: list[str] = []
    folder = releases.fetch("flashinfer==0.3.1", said.append)
    assert said == ["downloading FlashInfer 0.3.1"]
    assert sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()) == [
        "flashinfer/_build_meta.py",
        "flashinfer/data/csrc/gemm.cu",
        "flashinfer/data/csrc/gemm.jinja",
        "flashinfer/data/csrc/nv_internal/x.cu",
        "flashinfer/data/csrc/nv_internal/x.inl",
        "flashinfer/data/cutlass/include/cutlass/version.h",
        "flashinfer/data/include/flashinfer/gemm.cuh",
        "flashinfer/data/spdlog/include/spdlog/spdlog.h",
        "flashinfer/gemm.py",
        "flashinfer/jit/env.py",
        "wheel.json",
    ]
    assert headers.find(folder).root.release == "0.3.1"
    record = json.loads((folder / "wheel.json").read_text())
    assert (record["filename"], record["sha256"]) == (file.name, digest(file))
    assert releases.fetch("flashinfer==0.3.1") == folder
    assert len(index.asked) == 2


def test_an_archive_that_is_not_the_one_of_the_index(index: Index) -> None:
    index.offer(archive(index.folder, MEMBERS), "0" * 64)
    with pytest.raises(ReleaseError, match="does not match the index's hash"):
        releases.fetch("flashinfer==0.3.1")
    assert not releases.fetched()


def test_a_version_that_is_not_there_at_all(index: Index) -> None:
    index.offer(archive(index.folder, MEMBERS), None)
    with pytest.raises(ReleaseError, match=r"no wheel of flashinfer-python 0\.3\.9; the nearest are 0\.5\.0, 0\.6\.3"):
        releases.fetch("flashinfer==0.3.9")


@pytest.mark.parametrize("page", ["<html>", "{}", '{"files": 1}'])
def test_an_index_without_json(index: Index, page: str) -> None:
    index.page(page)
    with pytest.raises(ReleaseError, match=r"no wheel of .*; nor can .* lists no source archives in JSON") as caught:
        releases.fetch("flashinfer==0.3.1")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ("", "https://pypi.org/simple/flashinfer-python/"),
        ("global.index-url='http://a/simple/'", "http://a/simple/flashinfer-python/"),
        ("download.index-url='http://b/s'\nglobal.index-url='http://a/s'", "http://b/s/flashinfer-python/"),
        (":env:.index-url='http://c/s'\ndownload.index-url='http://b/s'", "http://c/s/flashinfer-python/"),
    ],
)
def test_the_index_is_pips(monkeypatch: pytest.MonkeyPatch, settings: str, expected: str) -> None:
    asked: list[str] = []

    def refuse(request: Any, **_options: Any) -> None:
        asked.append(request.full_url)
        raise OSError("down")

    configure(monkeypatch, settings)
    monkeypatch.setattr(sdist.urllib.request, "urlopen", refuse)
    with pytest.raises(PipError, match=r"cannot fetch .*: down; check the network"):
        sdist.find("0.3.1")
    assert asked == [expected]


def test_a_password_is_sent_and_not_shown(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    configure(monkeypatch, f"global.index-url={index.url.replace('//', '//me:s%40cret@')!r}")
    with pytest.raises(PipError, match="HTTP Error 404") as caught:
        sdist.find("0.3.1")
    assert "cret" not in str(caught.value)
    assert index.asked == [("/simple/flashinfer-python/", "Basic bWU6c0BjcmV0")]


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://x/y"])
def test_only_http(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, url: str) -> None:
    configure(monkeypatch, "")
    with pytest.raises(PipError, match="by https or http only"):
        sdist.download(sdist.Sdist("0.3.1", "x.tar.gz", url, None), tmp_path)


def test_certificates_are_pips(monkeypatch: pytest.MonkeyPatch) -> None:
    configure(monkeypatch, "global.cert='/nonexistent.pem'")
    with pytest.raises(PipError, match="No such file"):
        sdist.find("0.3.1")


# unpack


@pytest.mark.parametrize("member", ["../../out.py", "csrc/../../../out.cu"])
def test_members_that_leave_the_folder(tmp_path: Path, member: str) -> None:
    file = archive(tmp_path, {**MEMBERS, member: "out"})
    with pytest.raises(unpack.UnpackError, match="leaves its folder"):
        unpack.unpack(file, tmp_path / "to")
    assert not (tmp_path / "to").exists()


def test_an_absolute_member(tmp_path: Path) -> None:
    with pytest.raises(unpack.UnpackError, match="leaves its folder"):
        unpack.unpack(archive(tmp_path, MEMBERS, name="/abs").rename(tmp_path / "x.tar.gz"), tmp_path / "to")


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE])
def test_links_and_devices(tmp_path: Path, kind: bytes) -> None:
    file = archive(tmp_path, {"csrc/gemm.cu": ""}, kind=kind)
    with pytest.raises(unpack.UnpackError, match="is a link or a device"):
        unpack.unpack(file, tmp_path / "to")


@pytest.mark.parametrize(("limit", "value"), [("MAX_BYTES", 10), ("MAX_MEMBERS", 3)])
def test_absurd_sizes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, value: int) -> None:
    monkeypatch.setattr(unpack, limit, value)
    with pytest.raises(unpack.UnpackError, match="more than the"):
        unpack.unpack(archive(tmp_path, MEMBERS), tmp_path / "to")


Damage = Callable[[bytes], bytes]


@pytest.mark.parametrize("damage", [lambda _: b"no archive", lambda content: content[: len(content) // 2]])
def test_a_damaged_archive(tmp_path: Path, damage: Damage) -> None:
    file = archive(tmp_path, MEMBERS)
    file.write_bytes(damage(file.read_bytes()))
    with pytest.raises(unpack.UnpackError, match="is damaged"):
        unpack.unpack(file, tmp_path / "to")
