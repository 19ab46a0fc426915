"""The user's own -I and -D, on top of what a module is compiled with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cutlass_lint.analyzer.model import Flags, HeaderRoot, Module
from cutlass_lint.analyzer.workspace.header_choice import is_library
from cutlass_lint.analyzer.workspace.headers import cutlass_of
from cutlass_lint.analyzer.workspace.looking import is_file
from cutlass_lint.analyzer.workspace.scan import BUILD, COMMANDS

if TYPE_CHECKING:
    from collections.abc import Iterable

_KNOWN = (BUILD, "--headers", COMMANDS)
"""Where a module's headers come from where its own build, or the user, tells them."""


def extra_flags(include_dirs: Iterable[Path], defines: Iterable[str]) -> Flags:
    """The flags that the user named; folders of libraries that the front end stands in for are only not searched."""
    folders = [folder.absolute() for folder in include_dirs]
    searched = tuple(str(folder) for folder in folders if not is_library(folder))
    return Flags(tuple(defines), searched, roots=tuple(map(str, folders)) or None)


def extended(module: Module, extra: Flags) -> Module:
    """A module with the user's flags: their folders are searched first, their macros win.

    Where they name CUTLASS, and nothing else says what the module is compiled with, they are all of its flags: headers
    and macros of a FlashInfer that happens to be there are not its own.
    """
    if extra == Flags():
        return module
    root = cutlass_root(extra, "-I")
    if root and (module.headers is None or module.headers.origin not in _KNOWN):
        return replace(module, flags=extra, headers=root, problem=None)
    names = {_name(define) for define in extra.defines}
    defines = tuple(define for define in module.flags.defines if _name(define) not in names)
    include_dirs = tuple(dict.fromkeys((*extra.include_dirs, *module.flags.include_dirs)))
    return replace(module, flags=replace(module.flags, defines=(*defines, *extra.defines), include_dirs=include_dirs))


def cutlass_root(flags: Flags, origin: str) -> HeaderRoot | None:
    """The first include folder that holds CUTLASS."""
    for folder in flags.include_dirs:
        if is_file(Path(folder) / "cutlass" / "cutlass.h"):
            return HeaderRoot(folder, origin, None, cutlass_of((folder,)))
    return None


def _name(define: str) -> str:
    return define.partition("=")[0].partition("(")[0]
