"""The options that say which rules run and what of their findings is reported."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import click

from cutlass_lint.analyzer.cli.completion import complete_codes
from cutlass_lint.analyzer.cli.configuration import settings_of
from cutlass_lint.analyzer.vocabulary import Confidence, Severity

if TYPE_CHECKING:
    from cutlass_lint.analyzer.triage import Policy


def _codes(_ctx: click.Context, _option: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(code for value in values for part in value.split(",") if (code := part.strip()))


def _rules(flag: str, text: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return click.option(flag, multiple=True, metavar="CODE", callback=_codes, shell_complete=complete_codes, help=text)


_OPTIONS = (
    _rules(
        "--select",
        "Run only these rules: codes, beginnings of codes (SMEM), names, or ALL, with commas between. "
        "May be repeated.  [default: all]",
    ),
    _rules("--ignore", "Leave these rules out; of --select and --ignore the longer code counts."),
    _rules("--extend-select", "Run these rules beside those that the configuration selects."),
    _rules("--extend-ignore", "Leave these rules out beside those that the configuration ignores."),
    click.option(
        "--min-severity",
        type=click.Choice(get_args(Severity)),
        default="warning",
        show_default=True,
        help="Report no findings that are less severe: note shows all.",
    ),
    click.option(
        "--min-confidence",
        type=click.Choice(get_args(Confidence)),
        default="unknown",
        show_default=True,
        help="Report no findings that are less certain.",
    ),
    click.option(
        "--baseline",
        metavar="FILE",
        type=click.Path(path_type=Path, dir_okay=False),
        help="Leave out the findings that are in this file, which --update-baseline writes.",
    ),
    click.option(
        "--update-baseline", is_flag=True, help="Write all present findings to the file of --baseline, and exit with 0."
    ),
    click.option("--exit-zero", is_flag=True, help="Exit with 0 although there are findings."),
)


def reporting(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that say what is reported."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def policy(ctx: click.Context, options: dict[str, Any]) -> Policy:
    """What the options and the configuration ask for. Raises SelectionError and BaselineError."""
    from cutlass_lint.analyzer.triage import Policy
    from cutlass_lint.analyzer.triage.baseline import read_baseline
    from cutlass_lint.analyzer.triage.selection import meant, selection

    baseline = options["baseline"]
    if options["update_baseline"] and baseline is None:
        raise click.UsageError("--update-baseline writes the file of --baseline: add --baseline FILE")
    settings = settings_of(ctx)
    ignored = settings.config.per_file_ignores if settings else {}
    return Policy(
        selection(options["select"], (*options["ignore"], *options["extend_ignore"]), options["extend_select"]),
        options["min_severity"],
        options["min_confidence"],
        {glob: frozenset(rule.code for code in codes for rule in meant(code)) for glob, codes in ignored.items()},
        settings.suppressions() if settings else (),
        read_baseline(baseline) if baseline and not options["update_baseline"] else frozenset(),
    )
