"""`cutlass-lint fit`: what would fit in place of a kernel."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cutlass_lint.analyzer.cli.exit_codes import ExitCode
from cutlass_lint.analyzer.cli.inputs import console, inputs, named, requested, shown_progress

if TYPE_CHECKING:
    from cutlass_lint.analyzer.model import Fit

EPILOG = """\b
KERNEL is named as for `cutlass-lint explain`: FILE:LINE, an id, or the end of one, such as M128_BS_group2:53.
Parameters go by the launcher's own names; CTA_N, CTA_N_ and cta_n are the same.

\b
Examples:
  cutlass-lint fit ./kernel.generated.cu:53 --headers ./flashinfer
      one change at a time, then two: what other instantiations of the launcher have, tiles halved and doubled
  cutlass-lint fit M128_BS_group2:53 --release flashinfer==0.6.3 --arch 120 --module fused_moe_120
  cutlass-lint fit M128_BS_group2:53 --vary CTA_N=64,96,128 --vary FUSION=NONE --deep
      only these values, and also what nvcc would refuse beside the size
  cutlass-lint fit --launcher WARP_SPECIALIZED_MOE --vary CTA_N=32,64,128,256 --set FUSION=FINALIZE
      every combination of them in the FlashInfer cache of this user

\b
Values that a builder refuses are shown as refused, with its words. No file is changed.
Exit codes: 0 something fits, 1 nothing that was tried fits, 2 an input could not be used.
"""


@click.command(epilog=EPILOG)
@click.argument("kernel", metavar="[KERNEL]", required=False)
@inputs
@click.option(
    "--launcher",
    metavar="NAME",
    help="Sweep over this launcher, all combinations of --vary, instead of changing one KERNEL. A part of its name "
    "will do.",
)
@click.option(
    "--vary",
    multiple=True,
    metavar="NAME=VALUE[,VALUE ...]",
    help="Try these values of a parameter. May be repeated. Default for a KERNEL: what its siblings have.",
)
@click.option(
    "--set",
    "fixed",
    multiple=True,
    metavar="NAME=VALUE",
    help="With --launcher, where the sweep starts: at the instantiation that has this argument, or else with it set. "
    "May be repeated.",
)
@click.option(
    "--most", type=click.IntRange(min=1), default=200, show_default=True, help="Try at most so many configurations."
)
@click.option("--output-format", type=click.Choice(["rich", "json", "markdown"]), default="rich", show_default=True)
def fit(ctx: click.Context, /, **options: Any) -> None:
    """Show what would fit in place of a kernel: its arguments changed one at a time, then two, each sized exactly.

    A configuration's bytes are those of its own SharedStorage, as the headers at hand lay it out.
    """
    from cutlass_lint.reports import fit_json, fit_markdown, fit_terminal

    found = _found(ctx, options)
    match options["output_format"]:
        case "json":
            click.echo(fit_json.render(found))
        case "markdown":
            click.echo(fit_markdown.render(found), nl=False)
        case _:
            fit_terminal.render(found, console(options["color"]))
    ctx.exit(exit_code(found))


def _found(ctx: click.Context, options: dict[str, Any]) -> Fit:
    from cutlass_lint.analyzer.fit import fit as fitted
    from cutlass_lint.analyzer.fit import parse_setting, parse_values, sweep

    kernel, launcher = options["kernel"], options["launcher"]
    vary = [parse_values(text) for text in options["vary"]]
    fixed = [parse_setting(text) for text in options["fixed"]]
    progress = shown_progress(options["color"])
    if launcher is not None:
        if not vary:
            raise click.UsageError("--launcher needs the values to go over: add --vary NAME=VALUE,VALUE")
        if kernel is not None:
            # There is no KERNEL beside a launcher: it is the first PATH.
            options["paths"] = (Path(kernel), *options["paths"])
        return sweep(requested(ctx, options), launcher, vary, fixed, most=options["most"], progress=progress)
    if kernel is None:
        raise click.UsageError("name a KERNEL, such as M128_BS_group2:53, or a launcher with --launcher NAME")
    if fixed:
        raise click.UsageError("--set goes with --launcher; for a KERNEL, --vary NAME=VALUE tries a value")
    name = named(options)
    return fitted(requested(ctx, options), name, vary, most=options["most"], progress=progress)


def exit_code(fit: Fit) -> ExitCode:
    """Whether anything fits, the kernel itself included; unusable where no configuration could be decided."""
    kernels = [result.kernel for result in fit.results]
    if any(kernel.verdict == "fits" for kernel in (*kernels, *((fit.kernel,) if fit.kernel else ()))):
        return ExitCode.CLEAN
    asked = fit.kernel is not None and fit.kernel.verdict == "overflow"
    decided = [kernel for kernel in kernels if kernel.verdict or kernel.status in ("rejected", "disabled")]
    has_device = all(kernel.verdict for kernel in kernels if kernel.status == "sized")
    return ExitCode.FINDINGS if has_device and (decided or asked) else ExitCode.UNUSABLE_INPUT
