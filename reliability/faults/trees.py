"""Folders that lead in circles, that are huge, and a source that is."""

from __future__ import annotations

from reliability.project import source
from reliability.scene import Fault, Scene

_MANY, _FEW = 100_000, 2000
_HUGE = 1 << 30
_PART = 4096
"""Calls in a part of a huge source."""
_LINKS = {
    "itself.cu": "itself.cu",
    "one.cu": "other.cu",
    "other.cu": "one.cu",
    "folder": ".",
    "up": "..",
    "first": "second",
    "second": "first",
    "dangling.cu": "nowhere.cu",
    "dangling": "nowhere",
}


def _links(scene: Scene) -> None:
    for name, target in _LINKS.items():
        (scene.sources / name).symlink_to(target)
    scene.beside(*(scene.sources / name for name in _LINKS))
    scene.outcome.tried = len(_LINKS)


def _many(scene: Scene) -> None:
    files = _FEW if scene.quick else _MANY
    for number in range(files):
        file = scene.sources / f"many/{number // 1000}/{number // 100 % 10}/{number}.cu"
        if number % 100 == 0:
            file.parent.mkdir(parents=True)
        file.write_text("__global__ void none() {}\n")
    first = scene.beside()
    scene.outcome.notes[f"{files:,}, first run {first:.1f} s"] = None


def _huge(scene: Scene) -> None:
    """One without any text, and one that is nothing but calls."""
    empty, full = scene.sources / "empty.cu", scene.sources / "full.cu"
    with empty.open("wb") as file:
        file.truncate(_HUGE)
    files = [empty]
    if not scene.quick:
        files.append(full)
        part = source(*(("NONE", 128, 48) for _ in range(_PART))).encode()
        with full.open("wb") as file:
            while file.tell() < _HUGE:
                file.write(part)
    scene.beside(*files, named=[file.name for file in files])
    scene.outcome.tried = len(files)
    scene.outcome.notes[f"largest process {scene.outcome.peak / 1e6:,.0f} MB"] = None


FAULTS = (
    Fault("links", "links to themselves, to each other, to folders above, and to nowhere", 1, 1, _links),
    Fault("many-files", "sources without a kernel, in nested folders", 1, 1, _many),
    Fault("huge-source", "a source of 1 GB, without text and with", 1, 1, _huge),
)
