"""`cutlass-lint doctor`: what a run on this machine would use, and what is missing."""

from __future__ import annotations

import click

from cutlass_lint.analyzer.cli.exit_codes import ExitCode
from cutlass_lint.analyzer.cli.inputs import console, default_cache

EPILOG = """\b
Each line is one of
  ok       a run can use it
  absent   a run does without, as it says
  warning  some inputs cannot be used
  error    no kernel can be sized

\b
Exit codes: 0 kernels can be sized, given their headers, 2 they cannot.
"""


@click.command(epilog=EPILOG)
@click.option("--output-format", type=click.Choice(["rich", "json"]), default="rich", show_default=True)
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
@click.pass_context
def doctor(ctx: click.Context, /, output_format: str, color: str) -> None:
    """Examine this machine: the front end, headers, caches and programs that a run would use.

    Changes nothing and asks no network. A report of a fault is best read with what this says.
    """
    from cutlass_lint.analyzer.doctor import examine

    diagnosis = examine(default_cache())
    if output_format == "json":
        from cutlass_lint.reports import doctor_json

        click.echo(doctor_json.render(diagnosis))
    else:
        from cutlass_lint.reports import doctor_terminal

        doctor_terminal.render(diagnosis, console(color))
    ctx.exit(ExitCode.CLEAN if diagnosis.works else ExitCode.UNUSABLE_INPUT)
