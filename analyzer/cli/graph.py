"""`cutlass-lint graph`: the kernels and what they are made of, for graph tools and pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import click

from cutlass_lint.analyzer.cli.exit_codes import ExitCode
from cutlass_lint.analyzer.cli.inputs import inputs, requested, shown_progress, tell_notes, tell_problems
from cutlass_lint.analyzer.cli.output import OutputError, check_writable, tell, write
from cutlass_lint.analyzer.vocabulary import Status

if TYPE_CHECKING:
    from cutlass_lint.analyzer.graph import KernelGraph
    from cutlass_lint.analyzer.model import Report

EPILOG = """\b
Exit codes: 0 written, 2 an input or output could not be used, 3 nothing to graph.

\b
Examples:
  cutlass-lint graph ~/.cache/flashinfer/0.6.4/120a -o kernels.graphml
      everything, to open in Gephi, yEd or Cytoscape
  cutlass-lint graph ~/.cache/flashinfer/0.6.4/120a --status sized -o - --graph-format dot | dot -Tsvg -o kernels.svg
      a picture of the kernels that have a size, by Graphviz
  cutlass-lint graph kernel.cu --headers ./flashinfer -o kernel.mmd -o kernel.json
      a flowchart for Markdown, and the graph for programs:
      networkx.node_link_graph(json.load(open("kernel.json")), edges="edges")

\b
GraphML and JSON hold all nodes, edges and numbers. DOT and Mermaid are pictures: what all kernels have is listed
once, without a line from each, and Mermaid draws kernels that differ in element types only as one box.
"""
_FORMATS = ("graphml", "dot", "json", "mmd")
_SUFFIXES = {**{f".{name}": name for name in _FORMATS}, ".gv": "dot", ".mermaid": "mmd"}
_FEWER = "graph fewer by --status sized or a narrower PATH, or open .graphml in Gephi or yEd"


@click.command(epilog=EPILOG)
@inputs
@click.option(
    "--output",
    "-o",
    "outputs",
    metavar="FILE",
    multiple=True,
    type=click.Path(path_type=Path, allow_dash=True),
    help="Write the graph here, in the format of the suffix: .graphml, .dot, .json or .mmd (Mermaid). May be given "
    "several times; - is standard output.",
)
@click.option(
    "--graph-format",
    type=click.Choice(_FORMATS),
    help="The format where no suffix tells one. Without --output, write it to standard output.",
)
@click.option(
    "--status",
    "statuses",
    multiple=True,
    type=click.Choice(get_args(Status)),
    help="Graph only kernels of this status. May be given several times.  [default: all]",
)
def graph(ctx: click.Context, /, **options: Any) -> None:
    """Write the graph of kernels and what they are made of, as GraphML, DOT, JSON or Mermaid.

    Its nodes are kernels, launchers, modules, architectures, devices, tiles, clusters, element types, schedules,
    fusions, other arguments, stage counts, SharedStorage terms with their bytes, and verdicts.
    """
    from cutlass_lint.analyzer.graph import KernelGraph
    from cutlass_lint.analyzer.pipeline import lint

    targets = _targets(options["outputs"], options["graph_format"])
    try:
        for path in targets:
            if str(path) != "-":
                check_writable(path)
        request = requested(ctx, options)
        report = lint(request, shown_progress(options["color"]))
        tell_notes(report)
        tell_problems(report)
        wanted = options["statuses"] or get_args(Status)
        kernels = [kernel for kernel in report.kernels if kernel.status in wanted]
        if kernels:
            _write(KernelGraph(kernels), report, targets)
    except OutputError as error:
        tell(str(error))
        ctx.exit(ExitCode.UNUSABLE_INPUT)
    if not kernels:
        of_status = f" is {' or '.join(wanted)}" if report.kernels else ""
        places = ", ".join(map(str, request.paths))
        tell(f"nothing to graph: no instantiation of a kernel in {places}{of_status}")
    if report.problems:
        ctx.exit(ExitCode.UNUSABLE_INPUT)
    ctx.exit(ExitCode.CLEAN if kernels else ExitCode.NOTHING_TO_LINT)


def _targets(outputs: tuple[Path, ...], graph_format: str | None) -> dict[Path, str]:
    """Each output with its format. Raises click.UsageError."""
    if not outputs and graph_format is None:
        raise click.UsageError("say where to write: -o kernels.graphml (or .dot, .json, .mmd)")
    targets = {}
    for path in outputs or (Path("-"),):
        known = _SUFFIXES.get(path.suffix.lower(), graph_format)
        if known is None:
            raise click.UsageError(f"the format of {path} is not known by its suffix: add --graph-format")
        targets[path] = known
    if graph_format is not None and graph_format not in targets.values():
        raise click.UsageError(
            f"no output is {graph_format}: --graph-format is for outputs whose suffix tells no format"
        )
    return targets


def _write(kernel_graph: KernelGraph, report: Report, targets: dict[Path, str]) -> None:
    for path, name in targets.items():
        text = _renderer(name)(kernel_graph, report)
        write(path, text)
        for warning in _warnings(name, text, kernel_graph):
            tell(f"warning: {path}: {warning}: {_FEWER}")


def _renderer(name: str) -> Callable[[KernelGraph, Report], str]:
    from cutlass_lint.reports import graph_dot, graph_graphml, graph_json, graph_mermaid

    renderers = {
        "graphml": graph_graphml.render,
        "dot": graph_dot.render,
        "json": graph_json.render,
        "mmd": graph_mermaid.render,
    }
    return renderers[name]


def _warnings(name: str, text: str, kernel_graph: KernelGraph) -> Iterator[str]:
    """What keeps people from reading a picture, or tools from drawing it."""
    from cutlass_lint.reports.graph_mermaid import too_much
    from cutlass_lint.reports.graph_picture import CROWDED

    count = sum(1 for _kernel in kernel_graph.kernels())
    if name == "mmd" and (excess := too_much(text)):
        yield excess
    elif name in ("dot", "mmd") and count > CROWDED:
        yield f"few can read a picture of {count:,} kernels"
