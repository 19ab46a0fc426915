"""What lies in FlashInfer's cache beside sources: builds, their objects, and locks."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Artifact(Struct, frozen=True):
    """An object or library that a build.ninja makes, as it lies there.

    `inputs` are what it is made from: sources, headers that nobody recorded not among them, or objects.
    """

    file: str
    inputs: tuple[str, ...]
    size: int | None
    """In bytes; None where it isn't there."""
    damage: str | None
    """Why neither linker nor loader can use it: "is empty", ...; None where nothing is seen."""
    state: Literal["built", "outdated", "unknown"]
    """Whether ninja takes it for built, makes it again at the next build, or that cannot be told."""
    reason: str | None = None
    """Why ninja makes it again, such as a newer header."""


class CudaHome(Struct, frozen=True):
    """The folder of a CUDA toolkit as a build.ninja has it, the line there, and whether there is such a folder."""

    path: str
    line: int
    exists: bool


class Build(Struct, frozen=True):
    """A FlashInfer module's build.ninja, what it makes, and what lies beside it.

    `architecture` is the cache's folder for one architecture, `version` the FlashInfer whose cache it is, and `release`
    the one that lies now where its include folders are; None where nothing tells.
    """

    file: str
    module: str
    architecture: str
    version: str | None
    release: str | None
    cuda_home: CudaHome | None
    include_dirs: tuple[str, ...]
    """In search order, those that are gone and those of the toolkit and the system too."""
    sources: tuple[str, ...]
    """What it compiles."""
    gone: tuple[str, ...]
    """The sources that are not there."""
    objects: tuple[Artifact, ...] = ()
    library: Artifact | None = None
    leftovers: tuple[str, ...] = ()
    """Objects in its folder that it does not make."""
    uncompiled: tuple[str, ...] = ()
    """Generated sources beside those that it compiles, which no build.ninja of the architecture does."""
    is_locked: bool = False
    """Whether a process may be building it now, so that what lies there is on the move."""
    is_kept: bool | None = None
    """Whether this FlashInfer keeps a build.ninja that is there; None where nothing tells."""

    @property
    def is_built(self) -> bool:
        """Whether anything that it makes is there."""
        return any(one.size is not None for one in (*self.objects, *filter(None, (self.library,))))

    @property
    def is_abandoned(self) -> bool:
        """Whether another FlashInfer, with a cache of its own, lies where the one was that it was written for."""
        versions = (self.version or "").partition("+")[0], (self.release or "").partition("+")[0]
        return all(versions) and versions[0] != versions[1]


class Process(Struct, frozen=True):
    """A running process."""

    number: int
    name: str
    is_stopped: bool
    """Whether it waits for a signal to go on."""


class Lock(Struct, frozen=True):
    """The lock that FlashInfer takes while it builds and loads a module.

    `holders` are the processes that keep it, as far as they can be seen. It was taken by `taker`, None where that
    process has ended and others have the lock from it.
    """

    file: str
    is_held: bool | None
    """None where that cannot be told."""
    taker: int | None = None
    holders: tuple[Process, ...] = ()


class Toolkit(Struct, frozen=True):
    """The CUDA toolkit that FlashInfer would use here, and what tells it: "CUDA_HOME", "nvcc on PATH", ..."""

    path: str
    origin: str
