"""Settings of a project: the table [tool.cutlass-lint] of a pyproject.toml, or a file cutlass-lint.toml.

The nearest one above the current folder counts. Keys are the names of options; what the command line gives counts
instead of them. Paths are relative to the file's folder.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, field

from cutlass_lint.analyzer.model import Confidence, Format, Location, Severity, Suppression

FILE = "cutlass-lint.toml"
PYPROJECT = "pyproject.toml"
_TABLE = "cutlass-lint"
_ENTRY = re.compile(r"^\s*\[\[\s*(?:tool\s*\.\s*cutlass-lint\s*\.\s*)?suppressions\s*\]\]", re.MULTILINE)
_PATHS = ("headers", "include", "cuda-home", "baseline")

Codes = tuple[str, ...]
_Count = Annotated[int, Meta(ge=1)]
_Seconds = Annotated[float, Meta(ge=1)]


class ConfigError(ValueError):
    """A file that can't be used; the message is one line with the file, the key and what is wrong with it."""


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """A suppression: what rules find of the kernels that a selector means is not reported, because of a reason."""

    rules: Annotated[Codes, Meta(min_length=1, description="Codes, beginnings of codes, or names of rules.")]
    kernels: Annotated[str, Meta(description="A selector as of `diff --failing`: M128_BS_group2,FUSION=FINALIZE")]
    reason: Annotated[str, Meta(min_length=1, description="Why: shown where suppressed findings are.")]


class Config(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What a file may set. A key that it leaves out is None or empty."""

    select: Annotated[Codes, Meta(description="Rules to run, by code, beginning of codes or name. Default: all.")] = ()
    extend_select: Annotated[Codes, Meta(description="Rules to run beside those of select.")] = ()
    ignore: Annotated[Codes, Meta(description="Rules to leave out.")] = ()
    extend_ignore: Annotated[Codes, Meta(description="Rules to leave out beside those of ignore.")] = ()
    per_file_ignores: Annotated[
        dict[str, Codes], Meta(description="Rules to leave out by pattern of the path, relative to what is scanned.")
    ] = {}
    suppressions: Annotated[tuple[Entry, ...], Meta(description="Findings to leave out by kernel, with a reason.")] = ()
    min_severity: Annotated[Severity | None, Meta(description="Report nothing less severe. Default: warning.")] = None
    min_confidence: Annotated[Confidence | None, Meta(description="Report nothing less certain. Default: unknown.")] = (
        None
    )
    baseline: Annotated[str | None, Meta(description="A file of findings that are known and not reported.")] = None
    arch: Annotated[str | None, Meta(description="The device that runs the kernels: 120, 90a, sm_100.")] = None
    headers: Annotated[str | None, Meta(description="The folder of launchers and CUTLASS headers.")] = None
    include: Annotated[tuple[str, ...], Meta(description="Folders to look for headers in first.")] = ()
    define: Annotated[tuple[str, ...], Meta(description="Macros: NAME or NAME=VALUE.")] = ()
    cuda_home: Annotated[str | None, Meta(description="The CUDA toolkit whose headers are preferred.")] = None
    module: Annotated[tuple[str, ...], Meta(description="Only these modules; wildcards allowed.")] = ()
    deep: Annotated[bool | None, Meta(description="Also lay out the kernels' Params.")] = None
    output_format: Annotated[Format | None, Meta(description="What standard output gets.")] = None
    jobs: Annotated[_Count | None, Meta(description="Parses at once.")] = None
    timeout: Annotated[_Seconds | None, Meta(description="Seconds for one parse.")] = None
    schema: Annotated[str | None, Meta(description="The address of this schema, for editors.")] = field(
        name="$schema", default=None
    )


class Settings(Struct, frozen=True):
    """A configuration, and the file that it is from."""

    file: Path
    config: Config

    def options(self) -> dict[str, Any]:
        """The keys that are set, by their names in the file; paths are absolute."""
        given = msgspec.to_builtins(self.config)
        folder = self.file.absolute().parent
        values: dict[str, Any] = {}
        for name, value in given.items():
            if value in (None, (), {}) or name == "$schema":
                continue
            if name not in _PATHS:
                values[name] = value
            elif isinstance(value, str):
                values[name] = str(folder / value)
            else:
                values[name] = tuple(str(folder / path) for path in value)
        return values

    def suppressions(self) -> tuple[Suppression, ...]:
        """The suppressions, each with its place in the file."""
        text = self.file.read_text("utf-8", "replace")
        lines = [text.count("\n", 0, match.end()) + 1 for match in _ENTRY.finditer(text)]
        # An array that is written inline has no lines of its own.
        lines += [1] * (len(self.config.suppressions) - len(lines))
        return tuple(
            Suppression(Location(str(self.file), line), entry.rules, entry.reason, kernels=entry.kernels)
            for line, entry in zip(lines, self.config.suppressions, strict=False)
        )


def find(start: Path) -> Path | None:
    """Return the file that counts in a folder: the nearest, in it or above; None where there is none.

    A pyproject.toml counts where it has the table. Raises ConfigError where one can't be read.
    """
    for folder in (start.absolute(), *start.absolute().parents):
        if (file := folder / FILE).is_file():
            return file
        if (file := folder / PYPROJECT).is_file() and _table(file) is not None:
            return file
    return None


def read(file: Path) -> Settings:
    """Return what a file sets. Raises ConfigError."""
    table = _table(file)
    if table is None:
        raise ConfigError(f"{file} has no table [tool.{_TABLE}]")
    try:
        return Settings(file, msgspec.convert(table, Config))
    except msgspec.ValidationError as error:
        raise ConfigError(f"{file}: {error}") from error


def _table(file: Path) -> dict[str, Any] | None:
    """The table of a file: the whole of a cutlass-lint.toml, a part of a pyproject.toml, None where that has none."""
    try:
        content = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise ConfigError(f"cannot read {file}: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:  # also for a number of too many digits
        raise ConfigError(f"{file} is not TOML: {error}; --isolated runs without it") from error
    if file.name != PYPROJECT:
        return content
    tool = content.get("tool")
    table = tool.get(_TABLE) if isinstance(tool, dict) else None
    return table if isinstance(table, dict) else None
