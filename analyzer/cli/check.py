"""`cutlass-lint check`, which is also what `cutlass-lint` does without a command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cutlass_lint.analyzer.cli.exit_codes import ExitCode
from cutlass_lint.analyzer.cli.formats import FORMATS, READ_AS_FILES, render, targets
from cutlass_lint.analyzer.cli.inputs import console, inputs, requested, shown_progress, tell_problems
from cutlass_lint.analyzer.cli.output import OutputError, check_writable, write

if TYPE_CHECKING:
    from cutlass_lint.analyzer.model import Report

EPILOG = """\b
Exit codes: 0 clean, 1 findings, 2 an input or output could not be used, 3 nothing to lint.
With --output-format sarif, gitlab or junit, findings are in the report only: 0, not 1.

\b
Examples:
  cutlass-lint                                      the FlashInfer cache of this user
  cutlass-lint ~/.cache/flashinfer/0.6.4/120a       one release and architecture of it
  cutlass-lint kernel.cu --headers ./flashinfer     one file, headers from an unpacked wheel
  cutlass-lint --release flashinfer==0.6.4 --arch 120
  cutlass-lint build --output-format github -o sarif=lint.sarif -o markdown=lint.md
"""
_NOTHING_FOUND = (
    "name a FlashInfer cache, a folder with .cu sources or one such file, or add --release flashinfer==0.6.4 --arch 120"
)


@click.command(epilog=EPILOG)
@inputs
@click.option(
    "--output-format",
    type=click.Choice(FORMATS),
    default="rich",
    show_default=True,
    help="What standard output gets. Readers of sarif, gitlab and junit want no exit code 1 for findings: "
    "with these it is 0.",
)
@click.option(
    "--output",
    "-o",
    "outputs",
    metavar="FORMAT=FILE",
    multiple=True,
    callback=targets,
    help="Write the report here too, in any of these formats. May be given several times; has no influence on the "
    "exit code.",
)
def check(ctx: click.Context, /, **options: Any) -> None:
    """Lint instantiation sources: FlashInfer caches, folders or single .cu files.

    Without PATH or --release, lints $FLASHINFER_WORKSPACE_BASE/.cache/flashinfer, or ~/.cache/flashinfer.
    """
    from cutlass_lint.analyzer.pipeline import lint

    name = options["output_format"]
    try:
        for target in options["outputs"]:
            check_writable(target.path)
        request = requested(options)
        report = lint(request, shown_progress(options["color"]))
        for target in options["outputs"]:
            write(target.path, render(target.format, report))
    except OutputError as error:
        click.echo(f"cutlass-lint: {error}", err=True)
        ctx.exit(ExitCode.UNUSABLE_INPUT)
    _show(name, report, options["color"])
    if not report.kernels:
        places = ", ".join(map(str, request.paths))
        click.echo(f"cutlass-lint: no instantiation of a kernel in {places}: {_NOTHING_FOUND}", err=True)
    ctx.exit(exit_code(report, findings_count=name not in READ_AS_FILES))


def _show(name: str, report: Report, color: str) -> None:
    """Print the report on standard output."""
    if name != "rich":
        write(Path("-"), render(name, report))
    elif report.kernels or report.problems:
        from cutlass_lint.reports import terminal

        terminal.render(report, console(color))
    if name == "gitlab":
        tell_problems(report)


def exit_code(report: Report, *, findings_count: bool = True) -> ExitCode:
    """Findings come first; a run that could not size what it should must not pass for clean."""
    if report.findings and findings_count:
        return ExitCode.FINDINGS
    if report.problems or any(kernel.status == "unknown" for kernel in report.kernels):
        return ExitCode.UNUSABLE_INPUT
    return ExitCode.CLEAN if report.kernels else ExitCode.NOTHING_TO_LINT
