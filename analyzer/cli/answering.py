"""From what the options ask to the report: that of an earlier run, where nothing that it depends on is another."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import click

from cutlass_lint.analyzer.cli.configuration import settings_of
from cutlass_lint.analyzer.cli.inputs import shown_progress
from cutlass_lint.analyzer.cli.reporting import policy

if TYPE_CHECKING:
    from cutlass_lint.analyzer.model import Report
    from cutlass_lint.analyzer.requests import Request
    from cutlass_lint.analyzer.triage import Policy

# What does not change what is found: how it is shown, how long it may take, and what is asked again in the request.
_PRESENTATION = frozenset({
    "allow_empty", "cache_dir", "color", "dask", "exit_zero", "jobs", "no_cache", "output_format", "outputs", "paths",
    "quiet", "show_files", "show_settings", "statistics", "timeout", "verbose",
})  # fmt: skip
_CHOOSING = ("select", "ignore", "extend_select", "extend_ignore", "baseline")


def chosen(ctx: click.Context, options: dict[str, Any]) -> Policy | None:
    """What the options choose to report; None where they leave everything as it is, which need not be looked up yet.

    Raises InputError where a rule that is named is none, or the baseline can't be read.
    """
    if settings_of(ctx) is None and not any(options[name] for name in _CHOOSING):
        return None
    from cutlass_lint.analyzer.triage.baseline import BaselineError
    from cutlass_lint.analyzer.triage.selection import SelectionError
    from cutlass_lint.analyzer.workspace import InputError

    try:
        return policy(ctx, options)
    except (SelectionError, BaselineError) as error:
        raise InputError(str(error)) from error


def answered(ctx: click.Context, options: dict[str, Any], request: Request, choice: Policy | None) -> Report:
    """The report on a request. Raises InputError as `pipeline.lint` does."""
    from cutlass_lint.analyzer.cache.observing import observing
    from cutlass_lint.analyzer.recall import Recall
    from cutlass_lint.analyzer.requests import find

    found = find(request)
    recall = Recall(request, found, *_others(ctx, options))
    # The time that rules took is that of this run.
    known = None if options["verbose"] else recall.report()
    if known is not None:
        return known
    with observing() if recall.is_on else nullcontext() as observed:
        from msgspec.structs import replace

        from cutlass_lint.analyzer.pipeline import lint, silent
        from cutlass_lint.analyzer.triage import triaged

        choice = choice or policy(ctx, options)
        progress = silent if options["quiet"] or options["no_sizes"] else shown_progress(options["color"])
        report = triaged(lint(replace(request, rules=choice.rules), progress, found), choice)
    if observed is not None:
        recall.keep(report, observed)
    return report


def _others(ctx: click.Context, options: dict[str, Any]) -> tuple[object, ...]:
    """What a report is made of beside the request: the options, the configuration, and the baseline."""
    asked = {name: repr(value) for name, value in sorted(options.items()) if name not in _PRESENTATION}
    settings = settings_of(ctx)
    baseline = options["baseline"]
    files = (settings.file if settings else None, None if options["update_baseline"] else baseline)
    return (asked, [file.read_bytes() if file and file.exists() else b"" for file in files])
