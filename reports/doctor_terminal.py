"""A diagnosis for people, at a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from cutlass_lint.analyzer.doctor import Diagnosis
from cutlass_lint.reports import printable

_STYLES = {"ok": "green", "absent": "dim", "warning": "bold yellow", "error": "bold red"}


def render(diagnosis: Diagnosis, console: Console) -> None:
    """Print a line for each check, one more where there is something to do, and what comes of it."""
    healths = max(map(len, _STYLES))
    names = max(len(check.name) for check in diagnosis.checks)
    for check in diagnosis.checks:
        health = (f"{check.health:<{healths}}", _STYLES[check.health])
        _print(console, Text.assemble(health, "  ", (f"{check.name:<{names}}", "bold"), f"  {printable(check.found)}"))
        if check.remedy:
            _print(console, Text(f"{'':{healths + names + 4}}→ {printable(check.remedy)}"))
    if diagnosis.works:
        _print(console, Text("kernels can be sized here, given their headers", style="bold green"))
    else:
        _print(console, Text("no kernel can be sized here", style="bold red"))


def _print(console: Console, line: Text) -> None:
    console.print(line, soft_wrap=True, highlight=False)
