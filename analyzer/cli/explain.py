"""`cutlass-lint explain`: one kernel, every byte and every type of it."""

from __future__ import annotations

from typing import Any

import click

from cutlass_lint.analyzer.cli.exit_codes import ExitCode
from cutlass_lint.analyzer.cli.inputs import console, inputs, named, requested, shown_progress

EPILOG = """\b
KERNEL is one of
  FILE:LINE          a source here and any line of the instantiation; PATH is then that file
  an id              as `cutlass-lint check --output-format json` prints it
  the end of one     M128_BS_group2.generated.cu:53, or M128_BS_group2:53, under PATH or --release
with #1, #2, ... behind it where the instantiation makes several kernels.

\b
Examples:
  cutlass-lint explain ./kernel.generated.cu:53 --headers ./flashinfer
  cutlass-lint explain M128_BS_group2:53                       in the FlashInfer cache of this user
  cutlass-lint explain M128_BS_group2:53 --release flashinfer==0.6.3 --arch 120
  cutlass-lint explain M128_BS_group2:53 --output-format markdown > issue.md

\b
A log that says
  Failed to initialize cutlass TMA WS grouped gemm. Error: Error Internal (...M128_BS_group2.generated.cu:53)
names the kernel at its end: paste it as it is.

\b
Exit codes: 0 explained, 2 no such kernel, several, or one that could not be sized.
"""


@click.command(epilog=EPILOG)
@click.argument("kernel", metavar="KERNEL")
@inputs
@click.option("--output-format", type=click.Choice(["rich", "json", "markdown"]), default="rich", show_default=True)
def explain(ctx: click.Context, /, **options: Any) -> None:
    """Explain one kernel: where its bytes, its stages and its types come from, and what a device has left for it.

    Shows the layout of its SharedStorage down to the leaves, the arithmetic of its stage count, and the launcher's
    names from GemmKernel down, every conditional resolved for this instantiation. No other kernel is sized.
    """
    from cutlass_lint.analyzer.explain import explain as explained
    from cutlass_lint.reports import explain_json, explain_markdown, explain_terminal

    name = named(options)
    explanation = explained(requested(ctx, options), name, shown_progress(options["color"]))
    match options["output_format"]:
        case "json":
            click.echo(explain_json.render(explanation))
        case "markdown":
            click.echo(explain_markdown.render(explanation), nl=False)
        case _:
            explain_terminal.render(explanation, console(options["color"]))
    ctx.exit(ExitCode.UNUSABLE_INPUT if explanation.kernel.status == "unknown" else ExitCode.CLEAN)
