"""The options that say which kernels work and which fail."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

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


def labels(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that label kernels."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
