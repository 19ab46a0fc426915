"""`cutlass-lint check`, which is also what `cutlass-lint` does without a command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cutlass_lint.analyzer.cli.exit_codes import ExitCode
from cutlass_lint.analyzer.cli.inputs import console, inputs, requested, shown_progress

if TYPE_CHECKING:
    from cutlass_lint.analyzer.model import Report

EPILOG = """\b
Exit codes: 0 clean, 1 findings, 2 an input could not be used, 3 nothing to lint.

\b
Examples:
  cutlass-lint                                      the FlashInfer cache of this user
  cutlass-lint ~/.cache/flashinfer/0.6.4/120a       one release and architecture of it
  cutlass-lint kernel.cu --headers ./flashinfer     one file, headers from an unpacked wheel
  cutlass-lint --release flashinfer==0.6.4 --arch 120
"""
_NOTHING_FOUND = (
    "name a FlashInfer cache, a folder with .cu sources or one such file, or add --release flashinfer==0.6.4 --arch 120"
)


@click.command(epilog=EPILOG)
@inputs
@click.option("--output-format", type=click.Choice(["rich", "json"]), default="rich", show_default=True)
def check(ctx: click.Context, /, **options: Any) -> None:
    """Lint instantiation sources: FlashInfer caches, folders or single .cu files.

    Without PATH or --release, lints $FLASHINFER_WORKSPACE_BASE/.cache/flashinfer, or ~/.cache/flashinfer.
    """
    from cutlass_lint.analyzer.pipeline import lint
    from cutlass_lint.reports import json_report, terminal

    request = requested(options)
    report = lint(request, shown_progress(options["color"]))
    if options["output_format"] == "json":
        click.echo(json_report.render(report))
    elif report.kernels or report.problems:
        terminal.render(report, console(options["color"]))
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
