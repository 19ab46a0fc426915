"""The options that say which kernels work and which fail."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from cutlass_lint.analyzer.requests import Labelling

_OPTIONS = (
    click.option("--working", multiple=True, metavar="SELECTOR", help="Kernels that work. May be repeated."),
    click.option("--failing", multiple=True, metavar="SELECTOR", help="Kernels that fail. May be repeated."),
    click.option(
        "--log",
        "logs",
        multiple=True,
        metavar="FILE",
        type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
        help="A log of FlashInfer, TensorRT-LLM, vLLM, SGLang or a compiler that names kernels; - is standard input. "
        "May be repeated.",
    ),
)


def labelled(options: dict[str, Any]) -> AbstractContextManager[Labelling | None]:
    """What labels kernels as the options say, None where they say nothing. Raises InputError."""
    if not (options["working"] or options["failing"] or options["logs"]):
        return nullcontext()
    from cutlass_lint.analyzer.diff import Asked, labelling

    return labelling(Asked(options["working"], options["failing"], logs=options["logs"]), sys.stdin.buffer)


def labels(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that label kernels."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
