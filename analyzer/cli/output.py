"""Writing what a command makes, all of it or nothing, and what there is to say beside it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import click


class OutputError(Exception):
    """A file that can't be written; its text is one line that says which and why."""


def tell(text: str) -> None:
    """Say something on standard error, as one line in which nothing of the input drives the terminal."""
    from cutlass_lint.reports import printable

    click.echo(f"cutlass-lint: {printable(text)}", err=True)


def check_writable(path: Path) -> None:
    """Raise OutputError where writing to a path is bound to fail, before anything long has been computed."""
    folder = path.resolve().parent
    if not folder.is_dir():
        raise OutputError(f"cannot write {path}: there is no folder {folder}")
    if path.is_dir():
        raise OutputError(f"cannot write {path}: it is a folder")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise OutputError(f"cannot write {path}: permission denied")


def write(path: Path, text: str) -> None:
    """Write text as UTF-8 to a file, or to standard output where the path is -. Raises OutputError.

    A reader of the file sees what was there before or the whole text, and a failure leaves what was there.
    """
    if str(path) == "-":
        click.echo(text.encode(), nl=False)
        return
    try:
        if path.exists() and not path.is_file():
            # A device or a pipe, such as /dev/stdout, which a file must not replace.
            path.write_text(text, encoding="utf-8", newline="")
        else:
            # What a symbolic link leads to, not the link.
            _replace(path.resolve(), text)
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror or error}") from error


def _replace(path: Path, text: str) -> None:
    # Not by tempfile, whose files only their owner may read.
    scratch = path.with_name(f".{path.name[:200]}.{os.getpid()}.tmp")
    try:
        with scratch.open("x", encoding="utf-8", newline="") as file:
            file.write(text)
        if path.exists():
            shutil.copymode(path, scratch)
        scratch.replace(path)
    finally:
        scratch.unlink(missing_ok=True)
