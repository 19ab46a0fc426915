"""A source on standard input, in place of a file: what an editor has not saved."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

_STDIN = Path("-")
_UNNAMED = Path("<stdin>")


def standard_input(command: Callable[..., None]) -> Callable[..., None]:
    """Have a command that reads paths also take `-`, for a source on standard input.

    The command itself sees the path that --stdin-filename says, and every room reads the text there.
    """

    @wraps(command)
    def wrapped(ctx: click.Context, /, **options: Any) -> None:
        from cutlass_lint.analyzer import unsaved

        filename, paths = options.pop("stdin_filename"), options["paths"]
        if _STDIN not in paths:
            if filename is not None:
                raise click.UsageError("--stdin-filename names the source on standard input: add - in place of PATH")
            command(ctx, **options)
            return
        if len(paths) > 1:
            raise click.UsageError("- is a source on standard input: it is linted alone, without other paths")
        path = filename or _UNNAMED
        with unsaved.opened(os.path.abspath(path), _text()):  # noqa: PTH100 - not resolve(): as the rooms spell it
            command(ctx, **{**options, "paths": (path,)})

    return click.option(
        "--stdin-filename",
        metavar="PATH",
        type=click.Path(path_type=Path, dir_okay=False),
        help="Where the source is that - reads from standard input: it is linted as if it were saved there, with the "
        "headers and flags of that place. The file need not exist.",
    )(wrapped)


def _text() -> bytes:
    """Standard input, as far as a source may go: one byte more tells that it goes further."""
    from cutlass_lint.analyzer.sources.files import LIMIT

    return sys.stdin.buffer.read(LIMIT + 1) if sys.stdin else b""
