"""The formats of `check`, and the files that it writes them to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, get_args

import click

from cutlass_lint.analyzer.vocabulary import Format

if TYPE_CHECKING:
    from cutlass_lint.analyzer.model import Report

FORMATS: tuple[str, ...] = get_args(Format)
READ_AS_FILES = frozenset({"sarif", "gitlab", "junit"})
"""Formats whose readers find the findings in the file, and take an exit code other than 0 for a run that failed.

zizmor has the same exception for SARIF (its docs/usage.md, "Exit codes"). In GitHub Actions the steps after one that
failed, such as the upload of its report, do not run unless they say so.
"""


class Target(NamedTuple):
    """A file, and the format to write to it."""

    format: str
    path: Path


def targets(_ctx: click.Context, _option: click.Parameter, values: tuple[str, ...]) -> tuple[Target, ...]:
    """Read `FORMAT=FILE` of each of an option's values."""
    found: dict[Path, Target] = {}
    for value in values:
        name, _, file = value.partition("=")
        if name not in FORMATS or not file:
            raise click.BadParameter(f"{value!r} is not FORMAT=FILE, where FORMAT is one of {', '.join(FORMATS)}")
        if file == "-":
            raise click.BadParameter(f"standard output has the format of --output-format: use --output-format {name}")
        path = Path(file)
        if path in found:
            raise click.BadParameter(f"two formats would be written to {file}")
        found[path] = Target(name, path)
    return tuple(found.values())


def render(name: str, report: Report) -> str:
    """The report as text in a format, `rich` without its colours."""
    from cutlass_lint.reports import concise, github, gitlab, json_report, jsonl, junit, markdown, sarif

    renderers = {
        "rich": _plain,
        "concise": concise.render,
        "json": lambda report: f"{json_report.render(report)}\n",
        "jsonl": jsonl.render,
        "sarif": sarif.render,
        "github": github.render,
        "gitlab": gitlab.render,
        "junit": junit.render,
        "markdown": markdown.render,
    }
    return renderers[name](report)


def _plain(report: Report) -> str:
    from io import StringIO

    from rich.console import Console

    from cutlass_lint.reports import terminal

    text = StringIO()
    terminal.render(report, Console(file=text, force_terminal=False, color_system=None))
    return text.getvalue()
