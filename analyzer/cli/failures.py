"""What becomes of errors that no command expects: one line, never a traceback, and an exit code."""

from __future__ import annotations

import errno
import os
import select
import sys
from contextlib import suppress

from cutlass_lint.analyzer.cli.exit_codes import ExitCode
from cutlass_lint.analyzer.cli.output import tell

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_SHOWN = 300
"""Characters of an error: some repeat all that they are about."""


class PipeError(Exception):
    """A pipe that broke, wherever: click takes every BrokenPipeError for one of standard output, and says nothing."""


def failed(error: Exception) -> ExitCode:
    """Say what an error is, as far as anybody listens, and return the exit code."""
    if isinstance(error, PipeError | BrokenPipeError) and _reader_has_gone():
        _drop_output()
        return ExitCode.FINDINGS
    try:
        if isinstance(error, OSError) and error.errno in _FULL:
            _drop_output()
            tell(f"cannot write {error.filename or 'the output'}: {error.strerror}")
        else:
            tell(f"internal error: {repr(error)[:_SHOWN]}; {_kept(error)}")
    except Exception:  # noqa: BLE001 - memory may be short, and standard error full or closed
        with suppress(OSError):
            os.write(2, b"cutlass-lint: internal error\n")
    return ExitCode.UNUSABLE_INPUT


def _reader_has_gone() -> bool:
    """Whether nobody reads standard output any more, such as `head` that has seen enough."""
    poll = select.poll()
    try:
        poll.register(sys.stdout.fileno(), 0)
    except (AttributeError, ValueError):  # it is closed, or no file
        return False
    return any(event & select.POLLERR for _, event in poll.poll(0))


def _drop_output() -> None:
    """Python would complain again when it flushes what is left at exit."""
    with suppress(AttributeError, OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _kept(error: Exception) -> str:
    """Write the details to a file, and say where they are."""
    import tempfile
    import traceback

    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", errors="backslashreplace", prefix="cutlass-lint-", suffix=".log", delete=False
        ) as log:
            traceback.print_exception(error, file=log)
    except OSError as failure:
        return f"its details cannot be written: {failure.strerror or failure}"
    return f"please report it with {log.name}"
