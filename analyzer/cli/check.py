"""`cutlass-lint check`, which is also what `cutlass-lint` does without a command."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from cutlass_lint.analyzer.cli.answering import answered, chosen
from cutlass_lint.analyzer.cli.completion import complete_targets
from cutlass_lint.analyzer.cli.configuration import shown_settings
from cutlass_lint.analyzer.cli.exit_codes import ExitCode
from cutlass_lint.analyzer.cli.formats import FORMATS, READ_AS_FILES, render, targets
from cutlass_lint.analyzer.cli.inputs import console, inputs, requested, tell_notes, tell_problems
from cutlass_lint.analyzer.cli.labels import labelled, labels
from cutlass_lint.analyzer.cli.output import OutputError, check_writable, tell, write
from cutlass_lint.analyzer.cli.reporting import reporting
from cutlass_lint.analyzer.cli.stdin import standard_input

if TYPE_CHECKING:
    from cutlass_lint.analyzer.model import Report
    from cutlass_lint.analyzer.requests import Request

EPILOG = """\b
Exit codes: 0 clean, 1 findings, 2 an input or output could not be used, 3 nothing to lint.
With --output-format sarif, gitlab or junit, findings are in the report only: 0, not 1.

\b
A finding that is known and wanted is kept out of reports by
  // cutlass-lint: ignore[SMEM001]: why     behind the instantiation, or on a line before it
  // cutlass-lint: ignore-file[SMEM001]: why   anywhere in the file
  [[tool.cutlass-lint.suppressions]]        in pyproject.toml, for generated files: rules, kernels, reason
  --baseline FILE                           all that was there when it was written

\b
Examples:
  cutlass-lint                                      the FlashInfer cache of this user
  cutlass-lint ~/.cache/flashinfer/0.6.4/120a       one release and architecture of it
  cutlass-lint kernel.cu --headers ./flashinfer     one file, headers from an unpacked wheel
  cutlass-lint --release flashinfer==0.6.4 --arch 120
  cutlass-lint build --output-format github -o sarif=lint.sarif -o markdown=lint.md
  cutlass-lint --select SMEM,SCHED --min-severity note   fewer rules, all that they say
"""
_NOTHING_FOUND = (
    "name a FlashInfer cache, a folder with .cu sources or one such file, or add --release flashinfer==0.6.4 --arch 120"
)


@click.command(epilog=EPILOG)
@inputs
@standard_input
@reporting
@labels
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
    shell_complete=complete_targets,
    help="Write the report here too, in any of these formats. May be given several times; has no influence on the "
    "exit code.",
)
@click.option(
    "--allow-empty",
    is_flag=True,
    help="Exit with 0, not 3, where there is nothing to lint: for hooks, which name whatever files were changed.",
)
@click.option(
    "--no-sizes",
    is_flag=True,
    help="Only what the sources tell: no kernel is sized, so that no rule about sizes has anything to say.",
)
@click.option("--statistics", is_flag=True, help="Count the findings of each rule instead, as a table or as json.")
@click.option("--show-files", is_flag=True, help="List the sources that would be linted, and lint none.")
@click.option("--show-settings", is_flag=True, help="Print the options as they count, and lint nothing.")
@click.option("--quiet", "-q", is_flag=True, help="Print findings only.")
@click.option("--verbose", "-v", is_flag=True, help="Print what was suppressed, and the time of each rule, too.")
def check(ctx: click.Context, /, **options: Any) -> None:
    """Lint instantiation sources: FlashInfer caches, folders or single .cu files.

    Without PATH or --release, lints $FLASHINFER_WORKSPACE_BASE/.cache/flashinfer, or ~/.cache/flashinfer. For a header,
    such as a launcher's .inl, lints the sources of its repository that include it.
    """
    from msgspec.structs import replace

    name = options["output_format"]
    if options["statistics"] and name not in ("rich", "json"):
        raise click.UsageError("--statistics is a table, or --output-format json")
    if options["no_sizes"] and ctx.get_parameter_source("deep") is ParameterSource.COMMANDLINE:
        raise click.UsageError("--no-sizes sizes no kernel: it can't be given with --deep")
    if options["show_settings"]:
        click.echo(shown_settings(ctx), nl=False)
        ctx.exit(ExitCode.CLEAN)
    try:
        choice = chosen(ctx, options)
        request = replace(requested(ctx, options), sizes=not options["no_sizes"])
        if options["show_files"]:
            ctx.exit(_show_files(request))
        for path in _written(options):
            check_writable(path)
        with labelled(options) as by:
            report = answered(ctx, options, replace(request, labelling=by), choice)
        tell_notes(report)
        if options["update_baseline"]:
            from cutlass_lint.analyzer.triage.baseline import baseline_of

            write(options["baseline"], baseline_of(report))
        for target in options["outputs"]:
            write(target.path, render(target.format, report))
    except OutputError as error:
        tell(str(error))
        ctx.exit(ExitCode.UNUSABLE_INPUT)
    _show(report, options)
    if not report.kernels and not options["allow_empty"]:
        places = ", ".join(map(str, request.paths))
        tell(f"no instantiation of a kernel in {places}: {_NOTHING_FOUND}")
    counted = name not in READ_AS_FILES and not options["exit_zero"] and not options["update_baseline"]
    code = exit_code(report, findings_count=counted)
    ctx.exit(ExitCode.CLEAN if code == ExitCode.NOTHING_TO_LINT and options["allow_empty"] else code)


def _written(options: dict[str, Any]) -> Iterator[Path]:
    yield from (target.path for target in options["outputs"])
    if options["update_baseline"]:
        yield options["baseline"]


def _show_files(request: Request) -> ExitCode:
    """Print the sources that a request is about."""
    from cutlass_lint.analyzer.pipeline import read
    from cutlass_lint.reports import printable

    inputs = read(request)
    for file in sorted(inputs.sources):
        click.echo(printable(file))
    return ExitCode.CLEAN if inputs.sources else ExitCode.NOTHING_TO_LINT


def _show(report: Report, options: dict[str, Any]) -> None:
    """Print the report on standard output."""
    name = options["output_format"]
    if options["statistics"]:
        from cutlass_lint.reports import statistics

        if name == "json":
            write(Path("-"), statistics.document(report))
        else:
            statistics.render(report, console(options["color"]))
    elif name != "rich":
        write(Path("-"), render(name, report))
    elif report.kernels or report.problems or report.findings:
        from cutlass_lint.reports import terminal

        terminal.render(report, console(options["color"]), quiet=options["quiet"], verbose=options["verbose"])
    if name == "gitlab":
        tell_problems(report)


def exit_code(report: Report, *, findings_count: bool = True) -> ExitCode:
    """Findings come first; a run that could not size what it should must not pass for clean."""
    if report.findings and findings_count:
        return ExitCode.FINDINGS
    if report.problems or any(kernel.status == "unknown" for kernel in report.kernels):
        return ExitCode.UNUSABLE_INPUT
    return ExitCode.CLEAN if report.kernels else ExitCode.NOTHING_TO_LINT
