"""What an answer of the front end depends on beside its question: all that was read for it, and looked for in vain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from cutlass_lint.analyzer.cache.answers import Cache
from cutlass_lint.analyzer.cache.lookups import answering, asked_in, missed
from cutlass_lint.analyzer.cache.states import Dependencies, Disk
from cutlass_lint.analyzer.roots import Roots
from cutlass_lint.analyzer.smem.frontend import OVERLAY, STANDINS, searched
from cutlass_lint.analyzer.smem.hooks import Hooks

_OWN = (f"{OVERLAY}/", f"{STANDINS}/")


class Parsing(Protocol):
    """How parses were asked for: with which arguments, and which changed headers."""

    @property
    def arguments(self) -> tuple[str, ...]:
        """The command line."""

    @property
    def roots(self) -> Roots:
        """Folders below which all that is included has to lie."""

    @property
    def hooks(self) -> Hooks:
        """The changed headers."""


def keep(
    cache: Cache,
    answers: Mapping[bytes, object],
    read: Mapping[str, bytes],
    given: Mapping[str, bytes],
    parsing: Parsing,
) -> None:
    """Keep answers by key that were found with some files read, and others given, as of `dependencies`."""
    if cache.is_on and answers:
        cache.put(answers, dependencies(read, given, parsing.arguments, parsing.hooks, cache.disk))


def dependencies(
    read: Mapping[str, bytes],
    given: Mapping[str, bytes],
    arguments: tuple[str, ...],
    hooks: Hooks,
    disk: Disk,
) -> Dependencies:
    """The dependencies of parses that read some files, with these arguments and these changed headers.

    `read` are digests of what was read, by path, `given` what stood in the place of files: that the answer depends on
    their content is seen to elsewhere, but not on what lies beside them, and on what their conditions ask for. The
    tool's own headers are left out: they are part of its identity.
    """
    folders = searched(arguments)
    given = {**hooks.files, **given}
    asked = {name for path in read for name in disk.asked(path)}
    asked |= {name for data in given.values() for name in asked_in(data)}
    return disk.dependencies(
        {path: digest for path, digest in {**read, **hooks.read}.items() if not path.startswith(_OWN)},
        {path for path in answering(asked, folders) if not path.startswith(_OWN)},
        {*missed({*read, *given}, folders, asked), *hooks.absent},
        hooks.listed,
    )
