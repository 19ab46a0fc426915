"""What `workspace` finds: sources that are compiled alike, with their flags and headers."""

from __future__ import annotations

from msgspec import Struct

from cutlass_lint.analyzer.model.places import Problem


class HeaderRoot(Struct, frozen=True):
    """Where a module's launchers and CUTLASS headers come from."""

    path: str
    origin: str
    """How it was found: "build.ninja", "--headers", "installed" or "release"."""
    release: str | None = None
    """FlashInfer's version, where the folder tells it."""
    cutlass: str | None = None
    """CUTLASS's version, from cutlass/version.h."""


class Lookup(Struct, frozen=True):
    """Where headers are looked for, in this order, and what the paths of those that may be read begin with.

    `roots` are those of `analyzer.roots`; None, which is anywhere, only for modules that nobody discovered.
    """

    include_dirs: tuple[str, ...] = ()
    roots: tuple[str, ...] | None = None


class Flags(Struct, frozen=True):
    """The part of a compile command that sizes depend on. Include folders are in search order."""

    defines: tuple[str, ...] = ()
    """NAME or NAME=VALUE, without -D."""
    include_dirs: tuple[str, ...] = ()
    forced: tuple[str, ...] = ()
    """Headers that are included ahead of the source."""
    roots: tuple[str, ...] | None = None
    """See `Lookup`."""

    @property
    def lookup(self) -> Lookup:
        """How headers are found."""
        return Lookup(self.include_dirs, self.roots)


class Module(Struct, frozen=True):
    """Sources that are compiled with the same flags for the same devices.

    `devices` are compute capabilities as in `sm_120`: "120"; several where one build serves several.
    """

    root: str
    name: str
    sources: tuple[str, ...]
    flags: Flags
    devices: tuple[str, ...]
    headers: HeaderRoot | None
    problem: Problem | None = None
    """Why nothing of this module can be sized, where that is known up front."""
