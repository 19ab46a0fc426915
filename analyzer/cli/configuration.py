"""--config and --isolated: where the defaults of a command's other options come from."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from cutlass_lint.analyzer.config import Settings

_SETTINGS = "cutlass_lint.settings"
_ISOLATED = "cutlass_lint.isolated"
_NAMES = {"include": "include_dirs", "define": "defines", "module": "modules"}
"""What options call what the configuration calls by a shorter name, where that is not the same."""


def settings_of(ctx: click.Context) -> Settings | None:
    """The configuration that a command's defaults come from; None where there is none."""
    found: Settings | None = ctx.meta.get(_SETTINGS)
    return found


def _isolate(ctx: click.Context, _option: click.Parameter, value: bool) -> None:
    ctx.meta[_ISOLATED] = value


def _configure(ctx: click.Context, _option: click.Parameter, value: Path | None) -> None:
    """Have the other options default to what the configuration says: this one is processed before them."""
    if ctx.resilient_parsing:
        return
    from cutlass_lint.analyzer import config

    isolated = ctx.meta.get(_ISOLATED, False)
    if isolated and value is not None:
        raise click.UsageError("--isolated leaves out every configuration: it can't be given with --config")
    try:
        file = value if value is not None or isolated else config.find(Path.cwd())
        if file is None:
            return
        settings = config.read(file)
    except config.ConfigError as error:
        raise click.UsageError(str(error)) from error
    ctx.meta[_SETTINGS] = settings
    ctx.default_map = {**(ctx.default_map or {}), **_defaults(settings)}


def _defaults(settings: Settings) -> dict[str, Any]:
    options = settings.options()
    return {_NAMES.get(name, name.replace("-", "_")): value for name, value in options.items()}


OPTIONS = (
    click.option(
        "--isolated",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_isolate,
        help="Use no configuration file.",
    ),
    click.option(
        "--config",
        metavar="FILE",
        type=click.Path(path_type=Path, exists=True, dir_okay=False),
        is_eager=True,
        expose_value=False,
        callback=_configure,
        help="Take the defaults of options from this file. Default: the nearest cutlass-lint.toml, or pyproject.toml "
        "with [tool.cutlass-lint], from the current folder on upwards.",
    ),
)


def shown_settings(ctx: click.Context) -> str:
    """Every option of a command as it counts, and where it is from, as TOML."""
    from cutlass_lint.reports import printable

    settings = settings_of(ctx)
    lines = [f"# configuration: {settings.file if settings else 'none'}"]
    for option in ctx.command.params:
        name = option.name or ""
        if isinstance(option, click.Option) and name in ctx.params:
            source = ctx.get_parameter_source(name)
            origin = _ORIGINS.get(source.name, "default") if source else "default"
            lines.append(_line(option, ctx.params[name], origin))
    if settings:
        ignores = settings.config.per_file_ignores
        lines += [f"per-file-ignores.{_value(glob)} = {_value(codes)}" for glob, codes in ignores.items()]
        lines += [
            f"suppressions = {_value(entry.rules)} of {_value(entry.kernels)}  # {entry.reason}"
            for entry in settings.config.suppressions
        ]
    return "".join(f"{printable(line)}\n" for line in lines)


_ORIGINS = {"COMMANDLINE": "command line", "DEFAULT_MAP": "configuration", "ENVIRONMENT": "environment"}


def _line(option: click.Option, value: object, origin: str) -> str:
    name = max(option.opts, key=len).lstrip("-")
    return f"{name} = {_value(value)}  # {origin}" if value is not None else f"# {name} is not set"


def _value(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int() | float():
            return str(value)
        case tuple() | list():
            return f"[{', '.join(map(_value, value))}]"
        case _:
            text = os.fspath(value) if isinstance(value, os.PathLike) else str(value)
            escaped = text.replace("\\", "\\\\").replace('"', '\\"')
            return f'"{escaped}"'
