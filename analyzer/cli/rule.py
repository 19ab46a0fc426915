"""`cutlass-lint rule`: what a rule finds, why it matters and what to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cutlass_lint.analyzer.cli.completion import complete_codes
from cutlass_lint.analyzer.cli.exit_codes import ExitCode
from cutlass_lint.analyzer.cli.inputs import console
from cutlass_lint.analyzer.cli.output import tell

if TYPE_CHECKING:
    from cutlass_lint.rules import Rule

EPILOG = """\b
Exit codes: 0 told, 2 there is no such rule.

\b
Examples:
  cutlass-lint rule                                 all rules, a line each
  cutlass-lint rule SMEM001                         one rule
  cutlass-lint rule guarded-shared-memory-overflow  the same by its name
  cutlass-lint rule SMEM                            all rules whose code begins so
  cutlass-lint rule --all --output-format json      all that is written about them, for programs
"""
_FORMATS = ("rich", "markdown", "json")


@click.command(epilog=EPILOG)
@click.argument("codes", nargs=-1, metavar="[CODE ...]", shell_complete=complete_codes)
@click.option("--all", "everything", is_flag=True, help="All rules in full.")
@click.option("--output-format", type=click.Choice(_FORMATS), default="rich", show_default=True)
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
@click.pass_context
def rule(ctx: click.Context, /, **options: Any) -> None:
    """Explain rules: what they find, why it matters, and what to do.

    CODE is a rule's code or name, or what several codes begin with. Without one, all rules are listed.
    """
    from cutlass_lint.analyzer.triage.selection import SelectionError, meant
    from cutlass_lint.rules import all_rules

    codes, name = options["codes"], options["output_format"]
    if codes and options["everything"]:
        raise click.UsageError("--all shows every rule: leave out CODE")
    try:
        chosen = list(dict.fromkeys(found for text in codes for found in meant(text))) or list(all_rules())
    except SelectionError as error:
        tell(str(error))
        ctx.exit(ExitCode.UNUSABLE_INPUT)
    _show(chosen, name, options["color"], in_full=bool(codes) or options["everything"])


def _show(rules: list[Rule], name: str, color: str, *, in_full: bool) -> None:
    if name == "json":
        from cutlass_lint.reports import rule_json

        click.echo(rule_json.render(rules))
    elif name == "markdown":
        from cutlass_lint.reports import rule_markdown

        click.echo(rule_markdown.render(rules) if in_full else rule_markdown.render_table(rules), nl=False)
    else:
        from cutlass_lint.reports import rule_terminal

        show = rule_terminal.render if in_full else rule_terminal.render_table
        show(rules, console(color))
