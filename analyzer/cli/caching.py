"""The options that say where answers are kept for later runs, and the command that looks after them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cutlass_lint.analyzer.cli.exit_codes import ExitCode
from cutlass_lint.analyzer.cli.output import tell

if TYPE_CHECKING:
    from cutlass_lint.analyzer.cache.answers import Cache

VARIABLE = "CUTLASS_LINT_CACHE_DIR"

_FOLDER = click.option(
    "--cache-dir",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help=f"Keep answers for later runs in this folder. Default: ${VARIABLE}, else one of the user's cache.",
)
OPTIONS = (
    _FOLDER,
    click.option("--no-cache", is_flag=True, help="Take no answer from an earlier run, and keep none."),
)


def folder_of(options: dict[str, Any]) -> Path:
    """The folder of the cache that the options name, or the environment."""
    import platformdirs

    named = options["cache_dir"] or os.environ.get(VARIABLE)
    return Path(named).absolute() if named else platformdirs.user_cache_path("cutlass-lint") / "answers"


def cache_of(ctx: click.Context, options: dict[str, Any]) -> Cache | None:
    """The cache that a command uses, closed when it ends; None where it uses none."""
    if options["no_cache"]:
        return None
    if __name__ not in ctx.meta:
        ctx.meta[__name__] = ctx.with_resource(_opened(folder_of(options)))
    cache: Cache = ctx.meta[__name__]
    return cache


@contextmanager
def _opened(folder: Path) -> Iterator[Cache]:
    from cutlass_lint.analyzer.cache.answers import Cache

    with Cache(folder) as cache:
        yield cache
    if cache.problem:
        tell(f"{cache.problem}: --cache-dir names another folder, --no-cache does without")


def _with_folder(command: Callable[..., None]) -> Callable[..., None]:
    return _FOLDER(click.pass_context(command))


@click.group("cache")
def cache() -> None:
    """Look after the answers of earlier runs.

    What was read and sized is kept with everything that it depends on: the content of sources and headers, flags, this
    tool and its front end. A run takes from it what would come out the same, so that it is safe to remove at any time.
    It takes a gigabyte at most: what was not used for longest goes first.
    """


@cache.command("info")
@_with_folder
def info(_ctx: click.Context, /, **options: Any) -> None:
    """Tell where the cache is and what it holds."""
    from cutlass_lint.analyzer.cache.answers import Cache
    from cutlass_lint.reports import printable

    with Cache(folder_of(options)) as opened:
        found = opened.info()
        problem = opened.problem
    click.echo(f"folder   {printable(found.folder)}")
    click.echo(f"answers  {found.answers:,}")
    click.echo(f"size     {found.size / 1e6:,.1f} MB of {found.limit / 1e6:,.1f} MB at most")
    if problem:
        click.echo(f"problem  {problem}")


@cache.command("clear")
@_with_folder
def clear(ctx: click.Context, /, **options: Any) -> None:
    """Remove all that the cache holds."""
    from cutlass_lint.analyzer.cache.answers import Cache

    folder = folder_of(options)
    try:
        with Cache(folder) as opened:
            size = opened.info().size
            opened.clear()
    except OSError as error:
        tell(f"cannot clear {folder}: {error.strerror or error}")
        ctx.exit(ExitCode.UNUSABLE_INPUT)
    click.echo(f"removed {size / 1e6:,.1f} MB from {folder}")
