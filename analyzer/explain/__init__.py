"""One kernel, named by its user, explained: found among all instantiations first, so that no other one is sized."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from cutlass_lint.analyzer.explain.names import Name, chosen, parse_name, position
from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Explanation, Instantiation, Kernel, Source
from cutlass_lint.analyzer.pipeline import Inputs, Progress, distinguished, read, roots, silent
from cutlass_lint.analyzer.requests import Request
from cutlass_lint.analyzer.smem.evidence import Evidence
from cutlass_lint.analyzer.smem.explain import explain as examined
from cutlass_lint.analyzer.smem.identifiers import identifier
from cutlass_lint.analyzer.smem.prefixes import Prefix
from cutlass_lint.analyzer.smem.resolve import resolve
from cutlass_lint.analyzer.smem.workers import Parser
from cutlass_lint.rules import run_rules

__all__ = ["Name", "explain", "instantiation_of", "parse_name", "position"]


def explain(request: Request, name: Name, progress: Progress = silent) -> Explanation:
    """Explain the kernel that a name means; of one that is not sized, its status says why.

    Raises workspace.InputError where none has that name, or several do; the message names some.
    """
    inputs = read(request)
    wanted = instantiation_of(inputs, name)
    explanations: dict[tuple[str, str | None], Explanation] = {}

    def examine(
        kernel: Kernel, evidence: Evidence, sources: Mapping[str, Source], prefix: Prefix, parser: Parser
    ) -> Kernel:
        explanation = examined(kernel, evidence, sources, prefix, parser)
        explanations[kernel.module, kernel.kernel_type] = explanation
        return explanation.kernel

    kernels: list[Kernel] = []
    with progress(1) as advance:
        kernels += resolve(
            inputs.modules, inputs.sources, request.settings, wanted=lambda found: found == wanted, examine=examine
        )
        advance(1)
    kernels = distinguished(kernels)
    kernel = kernels[position(name, kernels)]
    explanation = explanations.get((kernel.module, kernel.kernel_type), Explanation((), kernel))
    # A rule that counts kernels would count one.
    findings = tuple(found for found in run_rules(KernelGraph([kernel])).findings if found.kernel == kernel.id)
    return replace(explanation, roots=roots(inputs, kernels), kernel=kernel, findings=findings)


def instantiation_of(inputs: Inputs, name: Name) -> Instantiation:
    """The instantiation that a name means among all that were read. Raises workspace.InputError as `explain` does."""
    instantiations: dict[Instantiation, str] = {}
    for module in inputs.modules:
        for file in module.sources:
            for instantiation in inputs.sources[file].instantiations:
                instantiations.setdefault(instantiation, identifier(module, instantiation))
    return chosen(name, instantiations)
