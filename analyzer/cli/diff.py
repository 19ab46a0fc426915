"""`cutlass-lint diff`: what separates the kernels that work from those that fail."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cutlass_lint.analyzer.cli.exit_codes import ExitCode
from cutlass_lint.analyzer.cli.inputs import (
    FOLDER,
    console,
    inputs,
    requested,
    shown_progress,
    tell_notes,
    tell_problems,
)
from cutlass_lint.analyzer.cli.labels import labels
from cutlass_lint.analyzer.cli.output import OutputError, check_writable, tell, write

if TYPE_CHECKING:
    from collections.abc import Callable

    from cutlass_lint.analyzer.groups import Diff
    from cutlass_lint.analyzer.model import Report
    from cutlass_lint.analyzer.requests import Request

EPILOG = """\b
Which kernels work and which fail, the first of these that is given:
  --working, --failing   as you select them; with one of them only, all others are the other
  --log                  as logs say; a kernel that no log names is neither
  neither                by size: those that fit work

\b
A SELECTOR is terms with commas between, all of which must hold:
  M128_BS_group2         a part of a file name; *_group[02].generated.cu, a pattern of one
  M128_BS_group2:53      a line of a file
  FUSION=FINALIZE        a parameter of the launcher; wildcards; != too, and >= and <= for numbers
  M=256                  an extent of the TileShape: M, N or K; tile=128x256x128
  stages=3               also status, verdict, launcher, arch, 'epilogue bytes', margin

\b
Examples:
  cutlass-lint diff ~/.cache/flashinfer/0.6.3/120a
  cutlass-lint diff --release flashinfer==0.6.3 --arch 120 --log vllm.log
  cutlass-lint diff --working M128_BS_group0 --failing M128_BS_group2
  cutlass-lint diff --among M128_BS_group0 --among M128_BS_group2
  cutlass-lint diff --release flashinfer==0.7.4 --arch 120 --against flashinfer==0.6.3
  cutlass-lint diff kernel.cu --headers new/ --against kernel.cu --against-headers old/
  cutlass-lint diff --output-format markdown -o report.md

\b
Exit codes: 0 compared, 2 an input, log or selector could not be used, 3 no kernels.
"""

_FORMATS = ("rich", "markdown", "json", "html")


@click.command(epilog=EPILOG)
@inputs
@labels
@click.option(
    "--among",
    multiple=True,
    metavar="SELECTOR",
    help="Compare these only; the others may still decide what they leave open. May be repeated.",
)
@click.option(
    "--against",
    metavar="PATH|flashinfer==VERSION",
    help="Compare with the kernels of this path or release, as those before, instead of working with failing ones.",
)
@click.option(
    "--against-headers", metavar="DIR", type=FOLDER, help="The headers of --against.  [default: as for the paths]"
)
@click.option(
    "--what-if", is_flag=True, help="Also size the kernels that would decide what is open and that no source makes."
)
@click.option("--output-format", type=click.Choice(_FORMATS), default="rich", show_default=True)
@click.option(
    "--output", "-o", metavar="FILE", type=click.Path(path_type=Path, allow_dash=True), help="Write the report here."
)
def diff(ctx: click.Context, /, **options: Any) -> None:
    """Tell what separates the kernels that work from those that fail: parameters, confounders, and what decides.

    The kernels of each launcher are compared by all its parameters: the smallest conjunction that separates them is
    found, each parameter is judged by kernels that differ in it alone, and what these kernels cannot tell is named,
    with the kernel that would tell.
    """
    from cutlass_lint.analyzer.diff import Asked, compare, compare_with

    names = ("working", "failing", "among", "logs", "what_if")
    if options["against"] is None and options["against_headers"] is not None:
        raise click.UsageError("--against-headers needs --against: the path or release that has them")
    if options["against"] is not None and any(options[name] for name in names):
        left_out = "--working, --failing, --among, --log and --what-if"
        raise click.UsageError(
            f"--against compares two sets of kernels, not working with failing ones: leave out {left_out}"
        )
    if options["output"] is not None and options["output_format"] == "rich":
        raise click.UsageError("--output writes markdown, json or html: say which with --output-format")
    try:
        if options["output"] is not None:
            check_writable(options["output"])
        request, progress = requested(ctx, options), shown_progress(options["color"])
        if options["against"] is not None:
            found, report = compare_with(_before(ctx, options), request, progress)
        else:
            asked = Asked(*(options[name] for name in names))
            found, report = compare(request, asked, sys.stdin.buffer, progress)
        tell_notes(report)
        tell_problems(report)
        _write(found, options)
    except OutputError as error:
        tell(str(error))
        ctx.exit(ExitCode.UNUSABLE_INPUT)
    if not report.kernels:
        places = ", ".join(map(str, request.paths))
        tell(f"nothing to compare: no instantiation of a kernel in {places}")
    ctx.exit(_exit_code(report))


def _before(ctx: click.Context, options: dict[str, Any]) -> Request:
    """The other side: as the paths, but another path, release or headers."""
    other = options["against"]
    is_release = other.partition("==")[1] and not Path(other).exists()
    paths, release = ((), other) if is_release else ((Path(other),), None)
    headers = options["against_headers"] or (None if is_release else options["headers"])
    return requested(ctx, {**options, "paths": paths, "release": release, "headers": headers})


def _write(found: Diff, options: dict[str, Any]) -> None:
    from cutlass_lint.reports import diff_html, diff_json, diff_markdown, diff_terminal

    target, name = options["output"], options["output_format"]
    if name == "rich" and target is None:
        diff_terminal.render(found, console(options["color"]))
        return
    renderers: dict[str, Callable[[Diff], str]] = {
        "json": diff_json.render,
        "markdown": diff_markdown.render,
        "html": diff_html.render,
    }
    write(target or Path("-"), renderers[name](found))


def _exit_code(report: Report) -> ExitCode:
    if report.problems:
        return ExitCode.UNUSABLE_INPUT
    return ExitCode.CLEAN if report.kernels else ExitCode.NOTHING_TO_LINT
