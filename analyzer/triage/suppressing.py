"""Which suppression a finding falls under, and which suppressions none fell under."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from cutlass_lint.analyzer.groups import SelectorError, parse_selector, selected
from cutlass_lint.analyzer.model import Finding, Kernel, Problem, Report, Suppression
from cutlass_lint.analyzer.sources.suppressions import read_suppressions
from cutlass_lint.analyzer.triage.selection import SelectionError, matches, meant
from cutlass_lint.rules import Rule, all_rules


class Suppressing:
    """The suppressions of a run: those in its files, and those of the configuration."""

    def __init__(self, report: Report, rules: Sequence[Rule], configured: Iterable[Suppression]) -> None:
        self._rules = {rule.code: rule for rule in rules}
        self._kernels = {kernel.id: kernel for kernel in report.kernels}
        self._invalid: list[Problem] = []
        self._used: set[Suppression] = set()
        self._in_file: dict[str, list[Suppression]] = {}
        for file in sorted({*_files(report.kernels), *(finding.location.file for finding in report.findings)}):
            found, problems = read_suppressions(file)
            self._invalid += problems
            self._in_file[file] = list(self._valid(found))
        chosen = ((suppression, self._chosen(suppression)) for suppression in self._valid(configured))
        self._configured: dict[Suppression, frozenset[str]] = dict(chosen)
        self._ends = _ends(report.kernels)

    def of(self, finding: Finding) -> Suppression | None:
        """The suppression that keeps a finding out of the report; it counts as used from then on."""
        rule = next(rule for rule in all_rules() if rule.code == finding.rule)
        for suppression in chain(self._in_file.get(finding.location.file, ()), self._configured):
            if any(matches(text, rule) for text in suppression.rules) and self._covers(suppression, finding):
                self._used.add(suppression)
                return suppression
        return None

    def unused(self) -> tuple[Suppression, ...]:
        """Suppressions that no finding fell under, though their rules ran and their kernels are known.

        None where sizes were left out, without which most rules have nothing to say.
        """
        if any(kernel.is_left_out for kernel in self._kernels.values()):
            return ()
        everywhere = chain(*self._in_file.values(), self._configured)
        return tuple(s for s in everywhere if s not in self._used and self._ran(s) and self._is_known(s))

    def invalid(self) -> tuple[Problem, ...]:
        """What looks like a suppression and is none."""
        return tuple(self._invalid)

    def _valid(self, suppressions: Iterable[Suppression]) -> Iterator[Suppression]:
        for suppression in suppressions:
            try:
                for text in suppression.rules:
                    meant(text)
                if suppression.kernels is not None:
                    parse_selector(suppression.kernels)
            except (SelectionError, SelectorError) as error:
                place = suppression.location
                self._invalid.append(Problem(place.file, place.line, str(error), "nothing is suppressed by it"))
            else:
                yield suppression

    def _chosen(self, suppression: Suppression) -> frozenset[str]:
        """The kernels that an entry of the configuration is about; none where this run has no such parameter."""
        try:
            chosen = selected(parse_selector(suppression.kernels or ""), self._kernels.values())
        except SelectorError:
            return frozenset()
        return frozenset(kernel.id for kernel in chosen)

    def _covers(self, suppression: Suppression, finding: Finding) -> bool:
        if suppression.kernels is not None:
            return finding.kernel in self._configured[suppression]
        place = finding.location
        last = self._ends.get((place.file, place.line), place.line)
        return suppression.line == 0 or place.line <= suppression.line <= last

    def _ran(self, suppression: Suppression) -> bool:
        return any(matches(text, rule) for rule in self._rules.values() for text in suppression.rules)

    def _is_known(self, suppression: Suppression) -> bool:
        """Whether all is known of the kernels that a suppression is about, of which an entry must have some."""
        if suppression.kernels is not None:
            about = [self._kernels[identity] for identity in self._configured[suppression]]
            return bool(about) and all(kernel.status != "unknown" for kernel in about)
        file, line = suppression.location.file, suppression.line
        about = [kernel for kernel in self._kernels.values() if kernel.instantiation.file == file]
        return all(
            kernel.status != "unknown"
            for kernel in about
            if line == 0 or kernel.instantiation.line <= line <= kernel.instantiation.end_line
        )


def _files(kernels: Iterable[Kernel]) -> set[str]:
    return {kernel.instantiation.file for kernel in kernels}


def _ends(kernels: Iterable[Kernel]) -> Mapping[tuple[str, int], int]:
    """The last line of the instantiation that begins on a line of a file."""
    return {(k.instantiation.file, k.instantiation.line): k.instantiation.end_line for k in kernels}
