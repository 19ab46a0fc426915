"""The examples of the rules, `rules/examples/CODE/`: what each must be told, read from the example itself.

An example is a source, or a folder that is linted as a whole. A line of any text file in it that ends with
`// CODE: words` (or `# CODE: words`) must draw a finding of that rule, whose message or details have these words; any
other finding of the rule is one too many, so that an example without such lines is one of what is valid. A folder may
have an `example.toml`:

    arch = "120"                       # the device; "" for what the example's own folders and build.ninja say
    define = ["NAME=VALUE"]
    headers = "data"                   # in the example; "" for what its build.ninja says; default: fixtures/
    failing = ["FUSION=FINALIZE"]      # selectors; "working" likewise
    ages = { "module.so" = 60 }        # how many seconds ago files were last written; else all at once
    locked = ["tmp/module.lock"]       # files whose lock is held by a process that was forked from one that has ended
    environment = { CUDA_HOME = "/x" } # variables
    finding = [{ file = "module.so", line = 1, words = "is empty" }]   # where no comment can stand
"""

from __future__ import annotations

import os
import re
import shutil
import time
import tomllib
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

from locked_files import orphaned
from msgspec import Struct
from msgspec.structs import replace

from cutlass_lint.analyzer.devices import parse_device
from cutlass_lint.analyzer.diff import Asked, labelling
from cutlass_lint.analyzer.model import Finding, Flags, Report, Suggestion
from cutlass_lint.analyzer.pipeline import lint
from cutlass_lint.analyzer.requests import Request
from cutlass_lint.analyzer.smem.frontend import Settings
from cutlass_lint.analyzer.triage import Policy, triaged
from cutlass_lint.rules import all_rules

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "rules" / "examples"
FIXTURES = ROOT / "fixtures"
_EXPECTED = re.compile(r"(?://|#) ([A-Z]+\d{3}): (.+)$")
_SETTINGS = "example.toml"


class Expected(Struct, frozen=True, order=True):
    """A finding that must be: the file's path in the example, its line, and words of it."""

    file: str
    line: int
    words: str


def examples(code: str) -> list[Path]:
    """The examples of a rule."""
    folder = EXAMPLES / code
    return sorted(path for path in folder.iterdir() if not path.name.startswith(".")) if folder.is_dir() else []


def expected(example: Path, code: str) -> list[Expected]:
    """The findings of a rule that an example must draw."""
    base = example if example.is_dir() else example.parent
    files = sorted(path for path in example.rglob("*") if path.is_file()) if example.is_dir() else [example]
    wanted = [Expected(**entry) for entry in _settings(example).get("finding", ())]
    for file in files:
        if file.name == _SETTINGS:
            continue
        for number, line in enumerate(file.read_text(errors="replace").splitlines(), 1):
            if (match := _EXPECTED.search(line)) and match[1] == code:
                wanted.append(Expected(str(file.relative_to(base)), number, match[2]))
    return sorted(wanted)


def report(example: Path, folder: Path, *, sizes: bool = True) -> Report:
    """What a run, with sizes or without, says of a copy of an example, made in a folder."""
    copy = folder / example.name
    if example.is_dir():
        shutil.copytree(example, copy)
    else:
        shutil.copy(example, copy)
    chosen = _settings(example)
    now = time.time()
    for path in folder.rglob("*"):
        os.utime(path, (now, now))
    for name, age in chosen.get("ages", {}).items():
        os.utime(copy / name, (now - age, now - age))
    arch, headers = chosen.get("arch", "120"), chosen.get("headers", str(FIXTURES))
    rules = all_rules()
    request = Request(
        (copy,),
        Settings(jobs=1, timeout=120),
        copy / headers if headers else None,
        parse_device(arch) if arch else None,
        extra=Flags(tuple(chosen.get("define", ()))),
        rules=rules,
        sizes=sizes,
    )
    asked = Asked(tuple(chosen.get("working", ())), tuple(chosen.get("failing", ())))
    with ExitStack() as stack:
        stack.enter_context(patch.dict(os.environ, chosen.get("environment", {})))
        for name in chosen.get("locked", ()):
            stack.enter_context(orphaned(copy / name))
        labels = stack.enter_context(labelling(asked, BytesIO()))
        return triaged(lint(replace(request, labelling=labels)), Policy(rules, min_severity="note"))


def found(findings: tuple[Finding, ...], base: Path, code: str) -> list[tuple[str, int, str]]:
    """The findings of a rule: the file's path in the example, the line, and all that is said."""
    return sorted(
        (
            str(Path(finding.location.file).relative_to(base)),
            finding.location.line,
            "\n".join((finding.message, *finding.details, *map(_told, finding.suggestions))),
        )
        for finding in findings
        if finding.rule == code
    )


def _told(suggestion: Suggestion) -> str:
    return f"{suggestion.message}: {suggestion.stages} stages, {suggestion.kernel_size:,} bytes"


def _settings(example: Path) -> dict[str, Any]:
    file = example / _SETTINGS
    return tomllib.loads(file.read_text()) if file.is_file() else {}
