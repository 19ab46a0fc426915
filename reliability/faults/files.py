"""Sources with odd names, with odd content, and what is no file although it is called one."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from msgspec import Struct

from reliability.disks import bound_by_modes
from reliability.project import source
from reliability.scene import Fault, Scene

_TILES = [(fusion, m, n) for n in (48, 80, 96, 32, 64) for m in (64, 32) for fusion in ("NONE", "FINALIZE")]
"""Of which no kernel is another file's."""
_NAMES = (
    b"\xff\xfe.cu",
    b"line\nbreak.cu",
    b"quote\"'`.cu",
    b"-o.cu",
    b"space \t.cu",
    b"\x1b[31mred.cu",
    b"{[b]}<i>|&;$(x).cu",
    "\u202ecu.\u0436".encode() + b".cu",
    b"n" * 252 + b".cu",
    b"back\\slash.cu",
    b"@file.cu",
    b"%2e%2e.cu",
)
_UNQUOTABLE = ("\\udcff\\udcfe.cu", "line\nbreak.cu", "quote\"'`.cu")
"""What an `#include` cannot have in its quotes, as reports name it: the kernels are unknown, for this reason."""


def _source(number: int) -> str:
    return source(_TILES[number])


def _names(scene: Scene) -> None:
    plain = {f"plain{number}.cu": _source(number).encode() for number in range(len(_NAMES))}
    files = [Path(os.fsdecode(os.fsencode(scene.sources) + b"/" + name)) for name in _NAMES]
    for number, file in enumerate(files):
        file.write_text(_source(number))
    scene.beside(*files, expected=scene.model.report(more=plain), may_lack=_UNQUOTABLE)
    scene.outcome.tried = len(_NAMES)


class _Content(Struct, frozen=True):
    """What is in a file, and the text that it is to be sized as. With `told`, it may be unknown or named instead."""

    data: bytes
    counts: str
    told: bool = False


def _contents() -> dict[str, _Content]:
    texts = [source(tile) for tile in _TILES]
    sized = {
        "crlf": texts[0].replace("\n", "\r\n").encode(),
        "bom": b"\xef\xbb\xbf" + texts[1].encode(),
        "no-end": texts[2].rstrip("\n").encode(),
        "latin": texts[3].encode() + b"// \xe9\xff\n",
        "long": texts[4].encode() + b"//" + b"x" * 1_000_000 + b"\n",
        "nested": texts[5].encode() + b"//" + b"({[" * 100_000 + b"\n",
    }
    told = {
        "nul": texts[6].encode() + b"// \0\n",
        "nul-inside": texts[7].replace("NONE", "NO\0NE").encode(),
        "utf-16": texts[8].encode("utf-16"),
        "cut": texts[9].partition("128, false")[0].encode(),
    }
    nothing = {"empty": b"", "only-bom": b"\xef\xbb\xbf", "only-nul": b"\0" * 1000}
    contents = {name: _Content(data, text) for (name, data), text in zip(sized.items(), texts, strict=False)}
    contents |= {
        name: _Content(data, text, told=True) for (name, data), text in zip(told.items(), texts[6:], strict=False)
    }
    return contents | {name: _Content(data, "") for name, data in nothing.items()}


def _content(scene: Scene) -> None:
    contents = {f"{name}.cu": content for name, content in _contents().items()}
    for name, content in contents.items():
        (scene.sources / name).write_bytes(content.data)
    plain = {name: content.counts.encode() for name, content in contents.items()}
    told = [name for name, content in contents.items() if content.told]
    scene.beside(*(scene.sources / name for name in contents), expected=scene.model.report(more=plain), may_lack=told)
    scene.outcome.tried = len(contents)


def _no_files(scene: Scene) -> None:
    files = {name: scene.sources / f"{name}.cu" for name in ("pipe", "socket", "device", "folder", "secret", "closed")}
    os.mkfifo(files["pipe"])
    os.mknod(files["socket"], stat.S_IFSOCK | 0o600)
    files["folder"].mkdir()
    try:
        os.mknod(files["device"], stat.S_IFCHR | 0o666, os.makedev(1, 5))  # /dev/zero, which never ends
    except PermissionError:
        files["device"].symlink_to("/dev/zero")
    files["secret"].write_text(_source(0))
    files["secret"].chmod(0)
    files["closed"].mkdir(0)
    scene.within = bound_by_modes()
    scene.beside(*files.values(), named=["secret.cu"])
    scene.outcome.tried = len(files)


FAULTS = (
    Fault("names", "names that are not UTF-8, with line breaks, quotes, escapes, spaces, of 255 bytes", 1, 1, _names),
    Fault(
        "contents", "CRLF, BOM, NUL, UTF-16, no last newline, cut in the middle, empty, a line of 1 MB", 1, 1, _content
    ),
    Fault(
        "no-files",
        "a pipe, a socket, a device and folders called x.cu; a source and a folder that nobody may read",
        1,
        1,
        _no_files,
    ),
)
