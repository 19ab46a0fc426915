"""The ways through a module's code to its launchers, whatever is instantiated of these, and on what device."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property

from cutlass_lint.analyzer.sources.dispatch.cases import Handling
from cutlass_lint.analyzer.sources.dispatch.code import Code
from cutlass_lint.analyzer.sources.dispatch.execution import Execution
from cutlass_lint.analyzer.sources.dispatch.leads import Leading, Leads
from cutlass_lint.analyzer.sources.dispatch.mentions import is_named
from cutlass_lint.analyzer.sources.dispatch.offers import Runner, offered, runners
from cutlass_lint.analyzer.sources.dispatch.reaching import apart, kernel_makers, reaching, unfollowed
from cutlass_lint.analyzer.sources.dispatch.values import Enumerator, Value


class Shared:
    """Reads what modules have in common only once: code of the same files and flags, and the ways through it."""

    def __init__(self) -> None:
        self.code = cache(Code)
        self.ways = cache(Ways)


class Ways:
    """The ways through some code to function templates that sources instantiate, by macros or by themselves."""

    def __init__(self, code: Code, launchers: frozenset[str], macros: frozenset[str]) -> None:
        self.handling = Handling(code)
        self._execution = Execution(code)
        self._code = code
        self._launchers = launchers
        self._reaching = reaching(code, apart(code, launchers))
        self._leads = Leads(self._execution, self._reaching)
        self.unnamed = {name for name in launchers if not is_named(code, name, macros)}
        """The launchers that no code names."""
        names = (*self._reaching.launchers, *self._reaching.named)
        is_open = any(unfollowed(code, names, macros))
        self.followed = set() if is_open else self._reaching.launchers - self.unnamed
        """The launchers to which all ways are known."""

    @cached_property
    def all(self) -> list[Way]:
        """The classes that lead to launchers, and between them the rest of the code."""
        return list(self._all())

    def _all(self) -> Iterator[Way]:
        for runner in runners(self._code):
            if runner.defined.name in self._reaching.named:
                yield Way(self, runner, self._leads.of_class(runner.defined, dict(runner.arguments)))
        yield Way(self, None, self._leads.of_the_rest())
        for defined, arguments in list(self._leads.used.values()):
            runner = Runner(defined, tuple(arguments.items()), tuple(map(_spelled, arguments.values())))
            yield Way(self, runner, self._leads.of_class(defined, arguments))

    @cached_property
    def strict(self) -> Leads:
        """Leads that leave out what does not run, and know of the kernels that code makes itself."""
        launchers = {*self._launchers, *kernel_makers(self._code)}
        return Leads(self._execution, reaching(self._code, launchers, rb"\s*[<(]"), is_strict=True, like=self._leads)

    def offered(self, runner: Runner, device: int) -> list[Enumerator]:
        """The tiles that a runner offers on a device, wherever it offers anything."""
        return [tile for tile, certain in offered(self._execution, runner, device) if certain]


class Way:
    """What a runner leads to, or where that is None, what the rest of the code does."""

    def __init__(self, ways: Ways, runner: Runner | None, leading: Leading) -> None:
        self.runner = runner
        self.leading = leading
        self._ways = ways

    @cached_property
    def strict(self) -> Leading:
        """What of it is known to run: that takes longer."""
        if self.runner is None:
            return self.leading
        return self._ways.strict.of_class(self.runner.defined, dict(self.runner.arguments))


def _spelled(value: Value) -> str:
    return getattr(value, "name", None) or (str(value) if isinstance(value, int) else "…")
