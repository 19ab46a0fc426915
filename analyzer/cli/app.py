"""The program: its commands, and what becomes of errors that nobody expected."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading

import click
from click.shell_completion import CompletionItem

from cutlass_lint import __version__
from cutlass_lint.analyzer.cli.caching import cache
from cutlass_lint.analyzer.cli.check import EPILOG, check
from cutlass_lint.analyzer.cli.completion import completion
from cutlass_lint.analyzer.cli.diff import diff
from cutlass_lint.analyzer.cli.doctor import doctor
from cutlass_lint.analyzer.cli.explain import explain
from cutlass_lint.analyzer.cli.failures import PipeError, failed
from cutlass_lint.analyzer.cli.fit import fit
from cutlass_lint.analyzer.cli.graph import graph
from cutlass_lint.analyzer.cli.rule import rule

_AGAIN_S = 0.02
"""Seconds until a signal is told again whose exit was raised where nobody sees it."""


class _CheckByDefault(click.Group):
    """A group whose arguments go to `check` where they do not begin with a command."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # To a shell that completes the first word, it is not yet said whether that is a command.
        if not args and ctx.resilient_parsing:
            return super().parse_args(ctx, args)
        if not args or (args[0] not in self.commands and args[0] not in ("--help", "-h", "--version")):
            args = ["check", *args]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; what it says of its arguments, which may be names of files, can't drive the terminal."""
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            from cutlass_lint.reports import printable

            raise click.UsageError(printable(error.format_message()), error.ctx) from error
        except BrokenPipeError as error:
            raise PipeError(str(error)) from error

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """To a shell that completes the first word, the options of `check` too."""
        params = super().get_params(ctx)
        return [*params, *(p for p in check.params if isinstance(p, click.Option))] if ctx.resilient_parsing else params

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Commands and options, and paths that begin so."""
        found = super().shell_complete(ctx, incomplete)
        if not incomplete or incomplete.startswith("-"):
            return found
        # Ahead of the others: the script for bash drops what it was told before.
        return [CompletionItem(incomplete, type="file"), *found]


@click.group(cls=_CheckByDefault, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="cutlass-lint %(version)s")
def app() -> None:
    """Find CUTLASS kernels that do not fit in shared memory, and say why, with every byte.

    Reads the instantiation sources that FlashInfer generates and the CUTLASS headers they include. Needs no GPU, nvcc
    or CUDA toolkit. `cutlass-lint PATH ...` is short for `cutlass-lint check PATH ...`; see `cutlass-lint check --help`
    for its options.
    """


app.add_command(cache)
app.add_command(check)
app.add_command(completion)
app.add_command(diff)
app.add_command(doctor)
app.add_command(explain)
app.add_command(fit)
app.add_command(graph)
app.add_command(rule)


def run() -> None:
    """Run the command line. Never shows a traceback: an internal error is one line that says where its details are."""
    # As exits, so that what runs is ended and temporary folders are removed. What a script has in the background is to
    # ignore SIGINT, and what `nohup` runs SIGHUP.
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _exit)
    sys.unraisablehook = _raised_for_nobody
    # What a run makes it keeps: to look through it for garbage every 700 objects takes a tenth of the time.
    gc.set_threshold(50_000, 20, 50)
    try:
        app(prog_name="cutlass-lint")
    except Exception as error:  # noqa: BLE001 - the last resort
        sys.exit(failed(error))


def _exit(number: int, _frame: object) -> None:
    sys.exit(128 + number)


def _raised_for_nobody(dropped: sys.UnraisableHookArgs) -> None:
    """Python goes on where something is raised by a callback, such as of a weak reference: the end of a run is not."""
    if isinstance(dropped.exc_value, SystemExit):
        # Told again when this callback is over: what it raises itself would be dropped, too.
        again = threading.Timer(_AGAIN_S, os.kill, (os.getpid(), int(str(dropped.exc_value)) - 128))
        again.daemon = True
        again.start()
    else:
        sys.__unraisablehook__(dropped)
