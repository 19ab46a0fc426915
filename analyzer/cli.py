"""The command line: options, what a run does, exit codes."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from cutlass_lint.analyzer.devices import Device
    from cutlass_lint.analyzer.model import Report
    from cutlass_lint.analyzer.pipeline import Advance, Progress, Request

EPILOG = """\b
Exit codes: 0 clean, 1 findings, 2 an input could not be used, 3 nothing to lint.

\b
Examples:
  cutlass-lint                                      the FlashInfer cache of this user
  cutlass-lint ~/.cache/flashinfer/0.6.4/120a       one release and architecture of it
  cutlass-lint kernel.cu --headers ./flashinfer     one file, headers from an unpacked wheel
  cutlass-lint --release flashinfer==0.6.4 --arch 120
"""

_FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)
_NOTHING_FOUND = (
    "name a FlashInfer cache, a folder with .cu sources or one such file, or add --release flashinfer==0.6.4 --arch 120"
)


class ExitCode(IntEnum):
    """What the process returns."""

    CLEAN = 0
    FINDINGS = 1
    UNUSABLE_INPUT = 2
    NOTHING_TO_LINT = 3
    INTERRUPTED = 130


class _CheckByDefault(click.Group):
    """A group whose arguments go to `check` where they do not begin with a command."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args or (args[0] not in self.commands and args[0] not in ("--help", "-h", "--version")):
            args = ["check", *args]
        return super().parse_args(ctx, args)


@click.group(cls=_CheckByDefault, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="cutlass-lint", message="cutlass-lint %(version)s")
def app() -> None:
    """Find CUTLASS kernels that do not fit in shared memory, and say why, with every byte.

    Reads the instantiation sources that FlashInfer generates and the CUTLASS headers they include. Needs no GPU, nvcc
    or CUDA toolkit. `cutlass-lint PATH ...` is short for `cutlass-lint check PATH ...`; see `cutlass-lint check --help`
    for its options.
    """


@app.command(epilog=EPILOG)
@click.argument("paths", nargs=-1, metavar="[PATH ...]", type=click.Path(path_type=Path))
@click.option(
    "--release", metavar="flashinfer==VERSION", help="Lint what this FlashInfer release generates, fetched with pip."
)
@click.option(
    "--arch",
    metavar="ARCH",
    help="The device that runs the kernels, such as 120, 90a or sm_100: its shared memory is the limit. "
    "Default: what the cache was built for.",
)
@click.option(
    "--headers",
    metavar="DIR",
    type=_FOLDER,
    help="Launchers and CUTLASS headers: an unpacked flashinfer wheel, or a folder that holds both. "
    "Default: those that the cache's build.ninja names, else the FlashInfer installed here.",
)
@click.option(
    "--cuda-home",
    metavar="DIR",
    type=_FOLDER,
    help="Prefer this CUDA toolkit's headers to the built-in stand-ins.",
)
@click.option(
    "--deep",
    is_flag=True,
    help="Also lay out the kernels' Params, as nvcc does: finds kernels that are refused only there, "
    "and takes three times as long.",
)
@click.option("--output-format", type=click.Choice(["rich", "json"]), default="rich", show_default=True)
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
@click.option("--jobs", "-j", type=click.IntRange(min=1), help="Parses at once. Default: one a processor.")
@click.option(
    "--timeout", type=click.FloatRange(min=1), default=600.0, show_default=True, help="Seconds for one parse."
)
@click.pass_context
def check(ctx: click.Context, /, **options: Any) -> None:
    """Lint instantiation sources: FlashInfer caches, folders or single .cu files.

    Without PATH or --release, lints $FLASHINFER_WORKSPACE_BASE/.cache/flashinfer, or ~/.cache/flashinfer.
    """
    # The front end's libraries, which --help and --version need not load.
    from rich.console import Console

    from cutlass_lint.analyzer.devices import DeviceError
    from cutlass_lint.analyzer.pipeline import lint
    from cutlass_lint.analyzer.workspace import InputError
    from cutlass_lint.analyzer.workspace.releases import ReleaseError
    from cutlass_lint.reports import json_report, terminal

    try:
        request = _request(options)
        report = lint(request, _progress(options["color"]))
    except (InputError, DeviceError, ReleaseError) as error:
        click.echo(f"cutlass-lint: {error}", err=True)
        ctx.exit(ExitCode.UNUSABLE_INPUT)
    except KeyboardInterrupt:
        ctx.exit(ExitCode.INTERRUPTED)
    if options["output_format"] == "json":
        click.echo(json_report.render(report))
    elif report.kernels or report.problems:
        terminal.render(report, Console(**_color(options["color"])))
    if not report.kernels:
        places = ", ".join(map(str, request.paths))
        click.echo(f"cutlass-lint: no instantiation of a kernel in {places}: {_NOTHING_FOUND}", err=True)
    ctx.exit(exit_code(report))


def exit_code(report: Report) -> ExitCode:
    """Findings come first; a run that could not size what it should must not pass for clean."""
    if report.findings:
        return ExitCode.FINDINGS
    if report.problems or any(kernel.status == "unknown" for kernel in report.kernels):
        return ExitCode.UNUSABLE_INPUT
    return ExitCode.CLEAN if report.kernels else ExitCode.NOTHING_TO_LINT


def _request(options: dict[str, Any]) -> Request:
    from cutlass_lint.analyzer.devices import parse_device
    from cutlass_lint.analyzer.pipeline import Request
    from cutlass_lint.analyzer.smem import Settings

    device = parse_device(options["arch"]) if options["arch"] else None
    paths, headers = options["paths"], options["headers"]
    if options["release"]:
        if paths or headers:
            raise click.UsageError("--release brings its own sources and headers: leave out PATH and --headers")
        if device is None:
            raise click.UsageError("--release needs the device: add --arch 120 (or 90, 100, 103)")
        headers, cache = _release(options["release"], device)
        paths = (cache,)
    settings = Settings(
        options["jobs"] or os.cpu_count() or 1, options["timeout"], options["cuda_home"], deep=options["deep"]
    )
    return Request(paths or (_default_cache(),), settings, headers, device)


def _release(requirement: str, device: Device) -> tuple[Path, Path]:
    """The headers of a release and the sources that it generates for a device."""
    from cutlass_lint.analyzer.workspace import releases

    release = releases.fetch(requirement, progress=lambda step: click.echo(f"cutlass-lint: {step}", err=True))
    return release, releases.generate(release, device)


def _default_cache() -> Path:
    # flashinfer/jit/env.py: FLASHINFER_WORKSPACE_BASE, else the home folder.
    return Path(os.environ.get("FLASHINFER_WORKSPACE_BASE") or Path.home()) / ".cache" / "flashinfer"


def _color(choice: str) -> dict[str, Any]:
    """Rich itself follows NO_COLOR, FORCE_COLOR and whether the stream is a terminal."""
    return {"auto": {}, "always": {"force_terminal": True}, "never": {"no_color": True, "force_terminal": False}}[
        choice
    ]


def _progress(color: str) -> Progress:
    """A bar on standard error where that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    from cutlass_lint.analyzer.pipeline import silent

    if not sys.stderr.isatty():
        return silent

    @contextmanager
    def bar(total: int) -> Iterator[Advance]:
        columns = (TextColumn("sizing kernels"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        with Bar(*columns, console=Console(stderr=True, **_color(color)), transient=True) as shown:
            task = shown.add_task("", total=total)
            yield lambda count: shown.advance(task, count)

    return bar


def main() -> None:
    """Run the command line. Never shows a traceback: an internal error is one line that says where its details are."""
    # As an exit, so that what runs is ended and temporary folders are removed.
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    try:
        app(prog_name="cutlass-lint")
    except BrokenPipeError:
        # The reader has gone, such as `head`; Python would complain again when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(ExitCode.FINDINGS)
    except Exception as error:  # noqa: BLE001 - the last resort
        with tempfile.NamedTemporaryFile("w", prefix="cutlass-lint-", suffix=".log", delete=False) as log:
            traceback.print_exc(file=log)
        click.echo(f"cutlass-lint: internal error: {error!r}; please report it with {log.name}", err=True)
        sys.exit(ExitCode.UNUSABLE_INPUT)
