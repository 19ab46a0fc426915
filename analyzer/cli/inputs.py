"""The options that say what to read and how, which every command that sizes kernels has."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cutlass_lint.analyzer.cli import caching, configuration, executors
from cutlass_lint.analyzer.cli.completion import complete_devices
from cutlass_lint.analyzer.cli.exit_codes import ExitCode
from cutlass_lint.analyzer.cli.output import tell

if TYPE_CHECKING:
    from rich.console import Console

    from cutlass_lint.analyzer.devices import Device
    from cutlass_lint.analyzer.explain import Name
    from cutlass_lint.analyzer.model import Problem, Report
    from cutlass_lint.analyzer.pipeline import Advance, Progress
    from cutlass_lint.analyzer.requests import Request
    from cutlass_lint.analyzer.workspace.releases import Generated

FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)

_DEFINE = re.compile(r"[A-Za-z_]\w*(?:\([\w\s,.]*\))?(?:=.*)?", re.DOTALL)


def _checked_defines(_ctx: click.Context, _option: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    for value in values:
        if not _DEFINE.fullmatch(value):
            raise click.BadParameter(f"{value!r} does not begin with the name of a macro")
    return values


_OPTIONS = (
    click.argument("paths", nargs=-1, metavar="[PATH ...]", type=click.Path(path_type=Path)),
    click.option(
        "--release",
        metavar="flashinfer==VERSION",
        help="Read what this FlashInfer release generates, fetched with pip.",
    ),
    click.option(
        "--arch",
        metavar="ARCH",
        shell_complete=complete_devices,
        help="The device that runs the kernels, such as 120, 90a or sm_100: its shared memory is the limit. "
        "Default: what the cache was built for.",
    ),
    click.option(
        "--module",
        "modules",
        multiple=True,
        metavar="NAME",
        help="Only this module, by FlashInfer's own name, such as fused_moe_120, gemm_sm120 or 'fp4_gemm_*'. "
        "May be repeated. Default: all.",
    ),
    click.option(
        "--headers",
        metavar="DIR",
        type=FOLDER,
        help="Launchers and CUTLASS headers: an unpacked flashinfer wheel, or a folder that holds both. "
        "Default: those that the cache's build.ninja names, else the FlashInfer installed here.",
    ),
    click.option(
        "include_dirs",
        "-I",
        multiple=True,
        metavar="DIR",
        type=FOLDER,
        help="Look for headers here first, such as CUTLASS's include and tools/util/include. May be repeated.",
    ),
    click.option(
        "defines",
        "-D",
        multiple=True,
        metavar="NAME[=VALUE]",
        callback=_checked_defines,
        help="Define a macro. May be repeated.",
    ),
    click.option(
        "--cuda-home",
        metavar="DIR",
        type=FOLDER,
        help="Prefer this CUDA toolkit's headers to the built-in stand-ins.",
    ),
    click.option(
        "--deep",
        is_flag=True,
        help="Also lay out the kernels' Params, as nvcc does: finds kernels that are refused only there, "
        "and takes three times as long.",
    ),
    click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True),
    click.option("--jobs", "-j", type=click.IntRange(min=1), help="Parses at once. Default: one a processor."),
    click.option(
        "--timeout", type=click.FloatRange(min=1), default=600.0, show_default=True, help="Seconds for one parse."
    ),
    executors.OPTION,
    *caching.OPTIONS,
    *configuration.OPTIONS,
)


def inputs(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the shared options, and turn what they can't be used for into one line and its exit code."""

    @wraps(command)
    def wrapped(ctx: click.Context, /, **options: Any) -> None:
        # The front end's libraries, which --help and --version need not load.
        from cutlass_lint.analyzer.devices import DeviceError
        from cutlass_lint.analyzer.workspace import InputError
        from cutlass_lint.analyzer.workspace.store import ReleaseError

        try:
            command(ctx, **options)
        except (InputError, DeviceError, ReleaseError) as error:
            tell(str(error))
            ctx.exit(ExitCode.UNUSABLE_INPUT)

    with_context: Callable[..., None] = click.pass_context(wrapped)
    for option in reversed(_OPTIONS):
        with_context = option(with_context)
    return with_context


def requested(ctx: click.Context, options: dict[str, Any]) -> Request:
    """What the shared options of a command ask for. Raises DeviceError, ReleaseError and click.UsageError."""
    from cutlass_lint.analyzer.devices import parse_device
    from cutlass_lint.analyzer.requests import Request
    from cutlass_lint.analyzer.smem.frontend import Settings
    from cutlass_lint.analyzer.workspace.extra_flags import extra_flags

    device = parse_device(options["arch"]) if options["arch"] else None
    paths, headers = options["paths"], options["headers"]
    problems: tuple[Problem, ...] = ()
    if options["release"]:
        if paths or headers:
            raise click.UsageError("--release brings its own sources and headers: leave out PATH and --headers")
        if device is None:
            raise click.UsageError("--release needs the device: add --arch 120 (or 90, 100, 103)")
        made = _release(options["release"], device)
        # Each module's own include folders are in its build.ninja.
        paths, problems = (made.cache,), made.problems
    executor, threads = executors.executor_of(ctx, options["dask"])
    settings = Settings(
        options["jobs"] or threads or os.cpu_count() or 1,
        options["timeout"],
        options["cuda_home"],
        deep=options["deep"],
        cache=caching.cache_of(ctx, options),
        executor=executor,
    )
    extra = extra_flags(options["include_dirs"], options["defines"])
    return Request(paths or (default_cache(),), settings, headers, device, tuple(options["modules"]), problems, extra)


def named(options: dict[str, Any]) -> Name:
    """The name of the kernel that a command is about; its own file is what to read where nothing else is given."""
    from cutlass_lint.analyzer.explain import parse_name

    name = parse_name(options["kernel"])
    if name.path is not None and not options["paths"] and not options["release"]:
        options["paths"] = (name.path,)
    return name


def _release(requirement: str, device: Device) -> Generated:
    """What a release generates for a device."""
    from cutlass_lint.analyzer.workspace import releases

    release = releases.fetch(requirement, progress=tell)
    return releases.generate(release, device)


def default_cache() -> Path:
    """FlashInfer's cache of this user, which is read where nothing else is named."""
    # flashinfer/jit/env.py: FLASHINFER_WORKSPACE_BASE, else the home folder.
    return Path(os.environ.get("FLASHINFER_WORKSPACE_BASE") or Path.home()) / ".cache" / "flashinfer"


def console(color: str, *, stderr: bool = False) -> Console:
    """Rich itself follows NO_COLOR, FORCE_COLOR and whether the stream is a terminal."""
    from rich.console import Console

    settings: dict[str, dict[str, Any]] = {
        "auto": {},
        "always": {"force_terminal": True},
        "never": {"no_color": True, "force_terminal": False},
    }
    return Console(stderr=stderr, **settings[color])


def shown_progress(color: str) -> Progress:
    """A bar on standard error where that is a terminal."""
    from cutlass_lint.analyzer.pipeline import silent

    if not sys.stderr.isatty():
        return silent

    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    @contextmanager
    def bar(total: int) -> Iterator[Advance]:
        columns = (TextColumn("sizing kernels"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        with Bar(*columns, console=console(color, stderr=True), transient=True) as shown:
            task = shown.add_task("", total=total)
            yield lambda count: shown.advance(task, count)

    return bar


def tell_notes(report: Report) -> None:
    """Say, on standard error, what is linted in place of headers that were named."""
    for root in report.roots:
        if root.note:
            tell(root.note)


def tell_problems(report: Report) -> None:
    """Warn of inputs that could not be read, on standard error, where a command's own output has no place for them."""
    from cutlass_lint.reports import shown

    for problem in report.problems:
        place = shown(problem.file, report) + (f":{problem.line}" if problem.line else "")
        tell(f"warning: {place}: {problem.message}: {problem.remedy}")
