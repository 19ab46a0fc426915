"""The option that has the parses done by a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from concurrent.futures import Executor

_SECONDS = 10
"""How long to wait for a scheduler's answer."""

OPTION = click.option(
    "--dask",
    metavar="ADDRESS",
    help="Have the parses done by the Dask cluster with this scheduler, such as tcp://10.0.0.7:8786: one for each of "
    "its threads, unless --jobs says fewer. Its machines need this tool, and must see the sources, headers, cache and "
    "temporary folder (TMPDIR) under the same paths. Needs cutlass-lint[dask].",
)


def executor_of(ctx: click.Context, address: str | None) -> tuple[Executor | None, int]:
    """What does the parses, and how many at once; None where this machine does. Raises InputError."""
    if address is None:
        return None, 0
    found: tuple[Executor, int] = ctx.with_resource(_connected(address))
    return found


@contextmanager
def _connected(address: str) -> Iterator[tuple[Executor, int]]:
    from cutlass_lint.analyzer.workspace import InputError

    try:
        distributed: Any = import_module("distributed")
    except ImportError as error:
        raise InputError("--dask needs the package distributed: pip install 'cutlass-lint[dask]'") from error
    try:
        client = distributed.Client(address, timeout=_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise InputError(f"no Dask scheduler answers at {address}: {str(error) or type(error).__name__}") from error
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise InputError(f"the Dask cluster at {address} has no workers")
        yield client.get_executor(pure=False), threads
