"""From modules and their sources to kernels: which can be sized, and for each the sizes or the reason why not.

The work is a queue of tasks. Each gives kernels that are settled, and the tasks that follow from it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from cutlass_lint.analyzer.model import Instantiation, Kernel, Launcher, Module, Source
from cutlass_lint.analyzer.smem.accounting import account, unaccounted
from cutlass_lint.analyzer.smem.candidates import Candidate, classify
from cutlass_lint.analyzer.smem.direct import kernels_of_source
from cutlass_lint.analyzer.smem.evidence import Evidence
from cutlass_lint.analyzer.smem.frontend import FrontEndError, Settings, cause, readable
from cutlass_lint.analyzer.smem.outcomes import Outcomes
from cutlass_lint.analyzer.smem.prefixes import Prefix, keep_prefix, precompile
from cutlass_lint.analyzer.smem.settling import settle
from cutlass_lint.analyzer.smem.sizing import Outcome, attempt, describe, units
from cutlass_lint.analyzer.smem.unit import Unit
from cutlass_lint.analyzer.smem.workers import Parser, Recorder, Workers
from cutlass_lint.analyzer.sources.openings import Opening, opening
from cutlass_lint.analyzer.sources.surroundings import surroundings

_ACCOUNTED_AT_ONCE = 8
"""Kernels whose layouts one parse prints, a megabyte for each."""

Examine = Callable[[Kernel, Evidence, Mapping[str, Source], Prefix, Parser], Kernel]
"""Looks closer at a sized kernel, with what the front end said of it and the means to ask more."""


class _Step(Struct, frozen=True):
    kernels: Sequence[Kernel] = ()
    tasks: Sequence[_Task] = ()


_Task = Callable[[], _Step]


def resolve(
    modules: Sequence[Module],
    sources: Mapping[str, Source],
    settings: Settings,
    *,
    wanted: Callable[[Instantiation], bool] = lambda _instantiation: True,
    examine: Examine | None = None,
    begun: Callable[[], None] = lambda: None,
) -> Iterator[Kernel]:
    """Yield every wanted instantiation of the modules as a kernel, in the order in which they are settled.

    Each sized kernel is examined, by default only those that overflow, whose bytes are accounted for. `begun` is called
    when a parse begins, from when on this process mostly waits.
    """
    with Workers(settings, begun) as workers:
        whole = _Whole(sources, workers, Outcomes(sources, workers), wanted, examine)
        yield from _done((partial(whole.begin, module) for module in modules), workers)


def _done(first: Iterable[_Task], workers: Workers) -> Iterator[Kernel]:
    """Do tasks and all that follows from them; a further one is begun when there is less to do than can be done."""
    waiting = iter(first)
    running: set[Future[_Step]] = set()
    while True:
        while len(running) < workers.settings.jobs and (task := next(waiting, None)):
            running.add(workers.submit(task))
        if not running:
            return
        done, running = wait(running, return_when=FIRST_COMPLETED)
        for step in (future.result() for future in done):
            running |= {workers.submit(task) for task in step.tasks}
            yield from step.kernels


class _Whole:
    """A run: its modules share sources, workers and the cache."""

    def __init__(
        self,
        sources: Mapping[str, Source],
        workers: Workers,
        outcomes: Outcomes,
        wanted: Callable[[Instantiation], bool],
        examine: Examine | None,
    ) -> None:
        self.sources = sources
        self.workers = workers
        self.outcomes = outcomes
        self.wanted = wanted
        self.examine = examine

    def begin(self, module: Module) -> _Step:
        """Settle what needs no parse or was parsed before, and see to the rest."""
        groups: dict[tuple[str, str, bytes, Opening], _Group] = {}
        settled: list[Kernel] = []
        tasks: list[_Task] = []
        for source in (self.sources[file] for file in module.sources):
            own: dict[tuple[str, str], _Group] = {}
            for instantiation in filter(self.wanted, source.instantiations):
                candidate = classify(module, source, instantiation)
                if isinstance(candidate, Kernel):
                    settled.append(candidate)
                else:
                    launcher = candidate.launcher
                    place = (launcher.file, launcher.name)
                    if place not in own:
                        key = (*place, surroundings(source), opening(source, launcher, module.flags.lookup))
                        own[place] = groups.get(key) or groups.setdefault(key, _Group(self, module, launcher))
                    settled += own[place].take(candidate)
            if not source.instantiations:
                tasks.append(partial(self._direct, module, source.file))
        missing: dict[Opening, list[_Group]] = {}
        for (*_, ahead), group in groups.items():
            if group.kernels or group.concerned:
                missing.setdefault(ahead, []).append(group)
        tasks += (partial(self._precompile, module, *one) for one in missing.items())
        return _Step(settled, tasks)

    def _precompile(self, module: Module, ahead: Opening, groups: Sequence[_Group]) -> _Step:
        """Parse the headers of all launchers at once; where that gives nothing, those of each alone."""
        by_launcher: dict[Launcher, list[_Group]] = {}
        for group in groups:
            by_launcher.setdefault(group.launcher, []).append(group)
        try:
            prefix = precompile(list(by_launcher), ahead, module, self.workers)
            reason = f"its headers do not parse: {describe(prefix.error)}" if prefix.error else None
        except (FrontEndError, OSError) as error:
            reason = cause(error)
        if reason is None:
            tasks = [task for group in groups for task in group.on(replace(prefix, launcher=group.launcher))]
            return _Step((), [*tasks, partial(self._keep, prefix)])
        if len(by_launcher) > 1:
            return _Step((), [partial(self._precompile, module, ahead, alike) for alike in by_launcher.values()])
        return _Step([kernel for group in groups for kernel in group.unknown(reason)])

    def _keep(self, prefix: Prefix) -> _Step:
        keep_prefix(prefix, self.workers.cache)
        return _Step()

    def _direct(self, module: Module, file: str) -> _Step:
        made = kernels_of_source(module, file, self.workers, account_all=self.examine is not None)
        return _Step([kernel for kernel in made if self.wanted(kernel.instantiation)])


class _Group:
    """The instantiations of one launcher in a module that are still to be settled, of sources that are alike."""

    def __init__(self, whole: _Whole, module: Module, launcher: Launcher) -> None:
        self.launcher = launcher
        self.kernels: dict[Instantiation, Kernel] = {}
        """Those of which no outcome is known."""
        self.concerned: list[tuple[Kernel, Evidence]] = []
        """Sized kernels that are to be looked at closer."""
        self._whole = whole
        self._module = module
        self._question = whole.outcomes.question(launcher, module)
        self._roots = readable(module.flags, whole.workers.settings)
        self._keys: dict[Instantiation, bytes | None] = {}

    def take(self, candidate: Candidate) -> Iterator[Kernel]:
        """Settle a candidate as far as the cache knows, else keep it."""
        kernel = candidate.kernel
        outcomes = self._whole.outcomes
        key = self._keys[kernel.instantiation] = outcomes.key(self._question, kernel.instantiation)
        outcome = outcomes.find(key, self._roots)
        if outcome is None:
            self.kernels[kernel.instantiation] = kernel
            return
        settled, concerned = self._settled(kernel, outcome)
        yield from settled
        for sized, evidence in concerned:
            known = outcomes.find_account(key, sized, self._roots) if self._whole.examine is None else None
            if known is None:
                self.concerned.append((sized, evidence))
            else:
                yield known

    def on(self, prefix: Prefix) -> Iterator[_Task]:
        """What is to be done on top of a precompiled header."""
        for unit in units(list(self.kernels.values()), self.launcher, self._whole.workers.settings.jobs):
            yield partial(self._attempt, prefix, unit)
        yield from self._closer(prefix, self.concerned)

    def unknown(self, reason: str) -> list[Kernel]:
        """All of them, where nothing can be said of any."""
        unsized = [replace(kernel, reason=reason) for kernel in self.kernels.values()]
        return unsized + [unaccounted(kernel, reason) for kernel, _ in self.concerned]

    def _attempt(self, prefix: Prefix, unit: Unit) -> _Step:
        recorder = Recorder(self._whole.workers)
        result = attempt(unit, self._whole.sources, prefix, recorder)
        kernels: list[Kernel] = []
        concerned: list[tuple[Kernel, Evidence]] = []
        for instantiation, outcome in result.settled.items():
            settled, closer = self._settled(self.kernels[instantiation], outcome)
            kernels += settled
            concerned += closer
        by_key = ((self._keys[instantiation], outcome) for instantiation, outcome in result.settled.items())
        self._whole.outcomes.keep(by_key, prefix, recorder)
        again = [partial(self._attempt, prefix, rest) for rest in result.again]
        return _Step(kernels, [*again, *self._closer(prefix, concerned)])

    def _settled(self, kernel: Kernel, outcome: Outcome) -> tuple[list[Kernel], list[tuple[Kernel, Evidence]]]:
        """The kernels that an outcome makes: those that are settled by it, and those to look at closer."""
        settled: list[Kernel] = []
        concerned: list[tuple[Kernel, Evidence]] = []
        for made in settle(kernel, self._module, outcome):
            is_concerned = made.status == "sized" if self._whole.examine else made.verdict == "overflow"
            if is_concerned and isinstance(outcome, Evidence):
                concerned.append((made, outcome))
            else:
                settled.append(made)
        return settled, concerned

    def _closer(self, prefix: Prefix, found: Sequence[tuple[Kernel, Evidence]]) -> Iterator[_Task]:
        """Tasks that look closer: at each kernel alone where it is examined, else at some together."""
        if self._whole.examine:
            yield from (partial(self._examine, prefix, *one) for one in found)
        else:
            most = min(_ACCOUNTED_AT_ONCE, math.ceil(len(found) / self._whole.workers.settings.jobs))
            for start in range(0, len(found), most or 1):
                yield partial(self._account, prefix, found[start : start + most])

    def _examine(self, prefix: Prefix, kernel: Kernel, evidence: Evidence) -> _Step:
        examine = self._whole.examine
        return _Step([examine(kernel, evidence, self._whole.sources, prefix, self._whole.workers)] if examine else ())

    def _account(self, prefix: Prefix, found: Sequence[tuple[Kernel, Evidence]]) -> _Step:
        recorder = Recorder(self._whole.workers)
        try:
            accounted = account(found, self._whole.sources, prefix, recorder)
        except (FrontEndError, OSError) as error:
            if len(found) > 1:
                return _Step((), [partial(self._account, prefix, [one]) for one in found])
            self._whole.workers.cache.is_complete = False
            return _Step([unaccounted(found[0][0], cause(error))])
        pairs = zip((kernel for kernel, _ in found), accounted, strict=True)
        by_key = ((self._keys[before.instantiation], before, after) for before, after in pairs)
        self._whole.outcomes.keep_accounts(by_key, prefix, recorder)
        return _Step(accounted)
