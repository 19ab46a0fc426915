"""Arguments by name: an instantiation's texts under its launcher's own parameter names, and the shapes they spell."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import PurePath
from typing import TYPE_CHECKING

from cutlass_lint.analyzer.model import Instantiation, Launcher, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_INTEGER = re.compile(r"(?:(?:cute\s*::\s*)?_)?(\d{1,100})\Z|(?:cute\s*::\s*)?(?:Int|C)\s*<\s*(\d{1,100})\s*>\Z")
_SHAPE = re.compile(r"(?:\w+\s*::\s*)*(?:Shape|GemmShape|tuple)\s*<(.*)>\Z", re.DOTALL)

_TILE_EXTENT = re.compile(r"(?:CTA_|TILE_|(?:Max)?Tile)([MNK])_?\Z")
_TILE_SHAPE = re.compile(r"(?:CTA|Tile|MmaTile|ThreadBlock)Shape_?\Z")
_CLUSTER_EXTENT = re.compile(r"(?:CGA_|CLUSTER_|Cluster)([MNK])_?\Z")
_CLUSTER_SHAPE = re.compile(r"(?:CGA|Cluster)Shape_?\Z")


def name_arguments(launcher: Launcher, instantiation: Instantiation) -> dict[str, str] | Problem:
    """Return the instantiation's arguments by the launcher's parameter names.

    Parameters that the call leaves to their defaults are missing; what a last, variadic parameter takes is joined by
    commas. A count that does not fit is a problem: the source was generated for another launcher.
    """
    names, arguments = launcher.parameters, instantiation.arguments
    variadic = bool(names) and names[-1].endswith("...")
    if len(names) == 1 and launcher.form == "macro" and not arguments:
        arguments = ("",)
    if len(arguments) < len(names) - launcher.defaults or (len(arguments) > len(names) and not variadic):
        return _wrong_count(launcher, instantiation, variadic=variadic)
    if variadic and len(arguments) >= len(names):
        last = len(names) - 1
        arguments = (*arguments[:last], ", ".join(arguments[last:]))
    return dict(zip(names, arguments, strict=False))


def tile_of(arguments: Mapping[str, str]) -> tuple[int, ...] | None:
    """Return the CTA tile M, N, K in elements; None unless the arguments spell one as CTA_M... or a TileShape."""
    return _extents(arguments, _TILE_EXTENT, _TILE_SHAPE)


def cluster_of(arguments: Mapping[str, str]) -> tuple[int, ...] | None:
    """Return the cluster M, N, K in CTAs; None unless the arguments spell one as CGA_M... or a ClusterShape."""
    return _extents(arguments, _CLUSTER_EXTENT, _CLUSTER_SHAPE)


def _wrong_count(launcher: Launcher, instantiation: Instantiation, *, variadic: bool) -> Problem:
    most = len(launcher.parameters)
    least = most - launcher.defaults
    takes = f"at least {least}" if variadic else str(most) if least == most else f"{least} to {most}"
    plural = "" if takes == "1" else "s"
    return Problem(
        instantiation.file,
        instantiation.line,
        f"{launcher.name} takes {takes} argument{plural} ({PurePath(launcher.file).name}:{launcher.line}), "
        f"the call passes {len(instantiation.arguments)}",
        "the source is stale or belongs to another release's headers: generate it again, or name the headers that "
        "match it with --headers",
    )


def _extents(arguments: Mapping[str, str], extent: re.Pattern[str], shape: re.Pattern[str]) -> tuple[int, ...] | None:
    extents, shapes = _spelling(tuple(arguments), extent, shape)
    if extents:
        return _integers(arguments[name] for name in extents)
    for name in shapes:
        if spelled := _SHAPE.match(arguments[name].strip()):
            return _integers(spelled[1].split(","))
    return None


@lru_cache(maxsize=1024)
def _spelling(
    names: tuple[str, ...], extent: re.Pattern[str], shape: re.Pattern[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The parameters that have M, N and K, none where there are not all, and those that have a shape."""
    found = {match[1]: name for name in names if (match := extent.match(name))}
    extents = tuple(found[dimension] for dimension in "MNK") if found.keys() >= {"M", "N", "K"} else ()
    return extents, tuple(filter(shape.match, names))


def _integers(texts: Iterable[str]) -> tuple[int, ...] | None:
    values = [_integer(text) for text in texts]
    known = tuple(value for value in values if value is not None)
    return known if len(known) == len(values) else None


@lru_cache(maxsize=1024)
def _integer(text: str) -> int | None:
    match = _INTEGER.match(text.strip())
    return int(match[1] or match[2]) if match else None
