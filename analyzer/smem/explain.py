"""Everything about one sized kernel, by one more parse of it alone: its chain of names, its bytes, what it leaves."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec.structs import replace

from cutlass_lint.analyzer.devices import DEVICES, registers_per_thread
from cutlass_lint.analyzer.model import Explanation, Kernel, LaunchBounds, Residency, Source
from cutlass_lint.analyzer.smem.accounting import Probe, accounted, is_probe, parse_with_layouts
from cutlass_lint.analyzer.smem.aliases import Facts, Resolver
from cutlass_lint.analyzer.smem.evidence import Evidence, template
from cutlass_lint.analyzer.smem.frontend import OVERLAY, FrontEndError, cause
from cutlass_lint.analyzer.smem.jobs import Parsed
from cutlass_lint.analyzer.smem.launches import rewritten
from cutlass_lint.analyzer.smem.markers import Answers, Marker, inserted, marker_of_root, markers
from cutlass_lint.analyzer.smem.prefixes import Prefix
from cutlass_lint.analyzer.smem.sizing import describe
from cutlass_lint.analyzer.smem.unit import MAIN, Unit
from cutlass_lint.analyzer.smem.workers import Parser
from cutlass_lint.analyzer.sources import chain_of
from cutlass_lint.analyzer.sources.files import contents_as_read

_ATTEMPTS = 4
"""Parses at most: each drops the markers that the one before refused."""
_NONE = "cutlass_lint::none"
_TYPES = 6
"""Those of cutlass_lint::facts, behind a number; the last is the kernel."""
_BLOCKS = re.compile(r"-?\d{1,18}")


def explain(
    kernel: Kernel, evidence: Evidence, sources: Mapping[str, Source], prefix: Prefix, parser: Parser
) -> Explanation:
    """Explain a sized kernel. What cannot be found out is None, and `gaps` say why."""
    try:
        return _Explainer(kernel, evidence, sources, prefix, parser).explain()
    except (FrontEndError, OSError) as error:
        return Explanation((), kernel, gaps=(f"anything beside its sizes: {cause(error)}",))


def residency(kernel: Kernel) -> Residency | None:
    """What the kernel's device holds of it; None where either is not known."""
    device = next((device for device in DEVICES.values() if device.name == kernel.device), None)
    if device is None or kernel.sizes is None:
        return None
    blocks = device.resident_blocks(kernel.sizes.kernel)
    return Residency(device.name, device.optin_limit, device.per_multiprocessor, device.reserved, blocks)


class _Explainer:
    def __init__(
        self, kernel: Kernel, evidence: Evidence, sources: Mapping[str, Source], prefix: Prefix, parser: Parser
    ) -> None:
        self._kernel = kernel
        self._evidence = evidence
        self._prefix = prefix
        self._parser = parser
        self._files = {**prefix.hooks.files, **Unit((kernel.instantiation,)).files(sources, prefix.launcher)}
        self._files[MAIN] = f'#include "{OVERLAY / "explain.h"}"\n'.encode() + self._files[MAIN]
        file = prefix.launcher.file
        in_source = file == kernel.instantiation.file
        self._data = self._files[file] if in_source else contents_as_read(file, prefix.launcher.digest)
        self._chain = chain_of(prefix.launcher, self._data)

    def explain(self) -> Explanation:
        """The whole explanation."""
        questions = markers(self._chain) if self._chain else ()
        parsed, probe, dropped = self._ask(questions)
        kernel = accounted(self._kernel, self._evidence, parsed, probe)
        explanation = Explanation((), kernel, residency=residency(kernel), stage_count=self._stage_count())
        facts = _facts(parsed, kernel.kernel_type)
        if facts and facts.min_blocks and kernel.threads:
            registers = registers_per_thread(kernel.threads, facts.min_blocks)
            explanation = replace(explanation, bounds=LaunchBounds(kernel.threads, facts.min_blocks, registers))
        else:
            explanation = replace(explanation, gaps=("its launch bounds: it names no MinBlocksPerMultiprocessor",))
        if self._chain is None:
            return replace(
                explanation, gaps=("its launcher's text is not understood: the chain of types is not known",)
            )
        answers = Answers(questions, parsed, dropped)
        roots = self._chain.roots()
        root = next((r for r in roots if answers.place(marker_of_root(r), kernel.kernel_type or "") is not None), None)
        if root is None:
            reason = answers.reason(marker_of_root(roots[0])) if roots else "the launcher's text hands it to no adapter"
            return _with_gap(explanation, f"its types: {reason}")
        found = Resolver(kernel, self._chain, answers, root, facts).resolve()
        return replace(explanation, aliases=found.aliases, guards=found.guards, terms=found.terms)

    def _ask(self, questions: tuple[Marker, ...]) -> tuple[Parsed, Probe, dict[int, str]]:
        """Parse with all questions that the front end takes; the others by number, with what it says against them."""
        launcher = self._prefix.launcher
        dropped: dict[int, str] = {}
        for attempt in range(_ATTEMPTS):
            marked = inserted(self._data, questions, dropped)
            files = {**self._files, launcher.file: rewritten(marked.content)}
            asked = [(self._kernel, self._evidence)]
            parsed, (probe,) = parse_with_layouts(files, asked, self._prefix, self._parser)
            errors = [d for d in parsed.diagnostics if d.error and not is_probe(d)]
            if not errors:
                break
            blamed = {number: describe(error) for error in errors for number in marked.blamed(error, launcher.file)}
            last = attempt == _ATTEMPTS - 2
            everything = dict.fromkeys(range(len(questions)), describe(errors[0]))
            dropped |= blamed if blamed and not last else everything
        return parsed, probe, dropped

    def _stage_count(self) -> str | None:
        asked = {builder.stage_count for builder in self._evidence.builders}
        return asked.pop() if len(asked) == 1 else None


def _with_gap(explanation: Explanation, gap: str) -> Explanation:
    return replace(explanation, gaps=(*explanation.gaps, gap))


def _facts(parsed: Parsed, kernel: str | None) -> Facts | None:
    for diagnostic in parsed.diagnostics:
        if diagnostic.subject == "facts":
            blocks, *types = template(diagnostic)[1]
            if len(types) == _TYPES and types.pop() == kernel and _BLOCKS.fullmatch(blocks):
                names = (None if type_ == _NONE else type_ for type_ in types)
                return Facts(int(blocks) if int(blocks) > 0 else None, *names)
    return None
