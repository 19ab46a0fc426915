"""FlashInfer's source archives, for the versions that have no wheel (up to 0.4.1).

pip would run an archive's setup code to learn its metadata, so it is asked only where the index is; the archive is
fetched here, and nothing in it is run.
"""

from __future__ import annotations

import ast
import base64
import shutil
import ssl
import urllib.parse
import urllib.request
from http.client import HTTPException
from typing import TYPE_CHECKING
from urllib.error import HTTPError

import msgspec
from msgspec import Struct

from cutlass_lint.analyzer.workspace.pip_index import PROJECT, PipError, run_pip

if TYPE_CHECKING:
    from collections.abc import Mapping
    from http.client import HTTPResponse
    from pathlib import Path

_INDEX = "https://pypi.org/simple"
_JSON = "application/vnd.pypi.simple.v1+json"
_SECONDS = 60
_SECTIONS = ("global", "download", ":env:")
"""The parts of pip's configuration that count here; the later ones win."""


class Sdist(Struct, frozen=True):
    """The source archive of a version that an index offers."""

    version: str
    filename: str
    url: str
    sha256: str | None
    """As the index states it; None where it states none."""


class _File(Struct, frozen=True):
    filename: str
    url: str
    hashes: dict[str, str] = {}


class _Page(Struct, frozen=True):
    files: tuple[_File, ...]


def find(version: str) -> Sdist | None:
    """Look a version's source archive up in pip's main index; None where the index lists none.

    Raises:
        PipError: the index can't be reached, or doesn't answer in JSON (PEP 691), or pip doesn't work.

    """
    settings = _settings()
    page = f"{settings.get('index-url', _INDEX).rstrip('/')}/{PROJECT}/"
    try:
        with _open(page, settings) as answer:
            listed = msgspec.json.decode(answer.read(), type=_Page)
    except msgspec.DecodeError as error:
        raise PipError(f"the package index lists no source archives in JSON: {_shown(page)}") from error
    names = {f"{project}-{version}.tar.gz" for project in (PROJECT, PROJECT.replace("-", "_"))}
    for file in listed.files:
        if file.filename in names:
            return Sdist(version, file.filename, urllib.parse.urljoin(page, file.url), file.hashes.get("sha256"))
    return None


def download(archive: Sdist, folder: Path) -> Path:
    """Download a source archive into `folder` and return its path.

    Raises:
        PipError: it can't be downloaded.

    """
    target = folder / archive.filename
    with _open(archive.url, _settings()) as answer, target.open("wb") as file:
        try:
            shutil.copyfileobj(answer, file, 1 << 20)
        except (TimeoutError, ConnectionError, HTTPException) as error:
            raise PipError(f"the download of {_shown(archive.url)} stopped: {error}") from error
    return target


def _settings() -> dict[str, str]:
    """Return what pip is set to use: index-url and cert."""
    lines = run_pip(("config", "list"), _SECONDS).splitlines()
    listed = {key: value for key, separator, value in (line.partition("=") for line in lines) if separator}
    return {
        name: str(ast.literal_eval(listed[f"{section}.{name}"]))
        for section in _SECTIONS
        for name in ("index-url", "cert")
        if f"{section}.{name}" in listed
    }


def _open(url: str, settings: Mapping[str, str]) -> HTTPResponse:
    parts = urllib.parse.urlsplit(url)
    if parts.scheme not in ("https", "http"):
        raise PipError(f"source archives are fetched by https or http only, not from {_shown(url)}")
    user, _, host = parts.netloc.rpartition("@")
    headers = {"Accept": f"{_JSON}, */*;q=0.1"}
    if user:
        headers["Authorization"] = f"Basic {base64.b64encode(urllib.parse.unquote(user).encode()).decode()}"
    request = urllib.request.Request(parts._replace(netloc=host).geturl(), headers=headers)  # noqa: S310 - checked
    try:
        context = ssl.create_default_context(cafile=settings.get("cert"))
        answer: HTTPResponse = urllib.request.urlopen(request, timeout=_SECONDS, context=context)  # noqa: S310 - checked
    except (OSError, HTTPException) as error:
        if isinstance(error, HTTPError):
            error.close()
        raise PipError(f"cannot fetch {_shown(url)}: {error}; check the network and the proxy") from error
    return answer


def _shown(url: str) -> str:
    """Leave out the password that an index's address may hold."""
    parts = urllib.parse.urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
