"""The precompiled header of a source that makes its kernels itself: the libraries that it and its headers include.

It is parsed from the skeletons of the project's files, so that libraries come in the project's own order and under its
own macros; function bodies are skipped. The project's files are parsed on top of it, whole.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from cutlass_lint.analyzer.roots import below
from cutlass_lint.analyzer.smem.frontend import OVERLAY, STANDINS, arguments, readable
from cutlass_lint.analyzer.smem.hooks import Hooks, hooks
from cutlass_lint.analyzer.smem.jobs import Diagnostic, Job, Parsed
from cutlass_lint.analyzer.sources.projects import Project, header_of, resolve_include
from cutlass_lint.analyzer.sources.skeletons import aside, macro_names, skeleton

if TYPE_CHECKING:
    from cutlass_lint.analyzer.model import Flags, Module
    from cutlass_lint.analyzer.roots import Roots
    from cutlass_lint.analyzer.smem.frontend import Settings
    from cutlass_lint.analyzer.smem.workers import Parser

_HERE = Path(__file__).parent
_NVCC = ("-D__CUDACC__", "-D__NVCC__")
_CUTLASS = ("cutlass/", "cute/")
_STANDINS = tuple(STANDINS / name for name in ("always", "cuda", "cxx", "torch"))


class DirectPrefix(Struct, frozen=True):
    """How to parse a project's source on its libraries. `error` is set where these do not parse.

    `skipped` are the lines of each of the project's files that the preprocessor skipped on the way.
    """

    project: Project
    hooks: Hooks
    arguments: tuple[str, ...]
    roots: Roots
    error: Diagnostic | None
    skipped: dict[str, tuple[tuple[int, int], ...]]

    def reordered(self, parsed: Parsed) -> tuple[str, int] | None:
        """Where the project's own preprocessor conditions came out otherwise than with the libraries in their places.

        They are parsed ahead of the project's files, and a condition may ask for what they define.
        """
        for part in self.project.parts:
            before, now = self.skipped.get(part.file, ()), parsed.skipped.get(part.file, ())
            if before != now:
                return part.file, min(set(before) ^ set(now))[0]
        return None


def precompile(project: Project, module: Module, folder: Path, parser: Parser) -> DirectPrefix:
    """Parse the libraries of a project into `folder`. Raises FrontEndError as `Workers.parse` does, and OSError."""
    base = (*_arguments(module.flags, parser.settings), "-iquote", str(Path(project.source).parent))
    changed = hooks(module.flags.lookup, module.devices)
    roots = readable(module.flags, parser.settings)
    names = _write_skeletons(project, module.flags, folder)
    main, output = folder / "libraries.h", folder / "libraries.pch"
    # A project's macros must not be there yet when its files are parsed: their include guards are among them.
    kept, restored = aside(name for part in project.parts if (h := header_of(part.file)) for name in macro_names(h))
    main.write_text(f'{kept}#include "{names[project.source]}"\n{restored}', "utf-8", "surrogateescape")
    job = Job(
        str(main),
        dict(changed.files),
        (*base, "-x", "c++-header"),
        None if roots is None else below(*roots, str(folder)),
        watch=tuple(names.values()),
        precompiled=str(output),
        record=True,
    )
    parsed = parser.parse(job)
    error = next((diagnostic for diagnostic in parsed.diagnostics if diagnostic.error), None)
    if error is not None:  # lines of a skeleton are those of its file
        files = {name: file for file, name in names.items()}
        error = replace(error, file=files.get(error.file, error.file))
    skipped = {file: parsed.skipped.get(name, ()) for file, name in names.items()}
    return DirectPrefix(project, changed, (*base, "-include-pch", str(output)), roots, error, skipped)


def _arguments(flags: Flags, settings: Settings) -> tuple[str, ...]:
    """Those of any source, with this room's overlay in place of the launchers', and the macros that tell nvcc."""
    launchers, own = f"-I{OVERLAY}", f"-I{_HERE / 'overlay'}"
    replaced = (own if argument == launchers else argument for argument in arguments(flags, settings))
    base = (*replaced, "-isystem", str(STANDINS / "torch"))
    # A real toolkit's headers then expect nvcc's own builtins.
    return base if settings.toolkit else (*base, *_NVCC)


def _write_skeletons(project: Project, flags: Flags, folder: Path) -> dict[str, str]:
    """Write the skeleton of each of the project's files; their paths by that of the file."""
    names = {part.file: str(folder / f"skeleton_{number}.h") for number, part in enumerate(project.parts)}
    for file, name in names.items():
        header = header_of(file)

        def replacement(included: str, file: str = file) -> str | None:
            found = resolve_include(included, file, flags.lookup)
            if found:
                return f'"{names[found]}"' if found in names else None
            return f"<{included}>" if _is_library(included) else None

        text = skeleton(header, replacement) if header else ""
        Path(name).write_text(text, "utf-8", "surrogateescape")
    return names


def _is_library(name: str) -> bool:
    """Whether an include is CUTLASS's or one that we stand in for: the macros of no other matter to CUTLASS."""
    return name.startswith(_CUTLASS) or any((folder / name).is_file() for folder in _STANDINS)
