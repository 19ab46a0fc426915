"""Where dispatchers lead: from runners through function templates and `switch` cases to the launchers they name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from msgspec import Struct

from cutlass_lint.analyzer.sources.dispatch.frames import Owner, Undecided
from cutlass_lint.analyzer.sources.dispatch.reaching import Reaching
from cutlass_lint.analyzer.sources.dispatch.scanned import Memories, Scanned
from cutlass_lint.analyzer.sources.dispatch.sites import Site
from cutlass_lint.analyzer.sources.dispatch.values import UNKNOWN, Enumerator, Value

if TYPE_CHECKING:
    from cutlass_lint.analyzer.sources.dispatch.code import Code
    from cutlass_lint.analyzer.sources.dispatch.definitions import Class, Function, Parameter
    from cutlass_lint.analyzer.sources.dispatch.evaluation import Evaluation
    from cutlass_lint.analyzer.sources.dispatch.text import Body
    from cutlass_lint.analyzer.sources.dispatch.tree import Syntax

_MOST = 20_000
"""Visits for one class before anything is taken for possible: real dispatchers take some 200."""
_DEPTH = 48


class Launch(Struct, frozen=True):
    """A launcher with what is known of its template's arguments, and the case that leads to it, if one does.

    Flags, and numbers below those of tiles, are not told apart.
    """

    launcher: str
    arguments: tuple[Value, ...]
    case: Enumerator | None


class Leading(Struct, frozen=True):
    """What some code leads to: launches, and the cases that it goes on from."""

    launches: frozenset[Launch]
    passed: frozenset[Enumerator]


class _Visit(Struct, frozen=True):
    """A definition, its template's arguments, those of the class around, and the case on the way to it."""

    definition: int
    arguments: tuple[Value, ...]
    around: tuple[Value, ...]
    case: Enumerator | None


class Leads:
    """Follows code to launchers: to function templates that sources instantiate.

    `is_strict` leaves out what is known not to run, though it is compiled; `like` found out much of the same.
    """

    def __init__(
        self, evaluation: Evaluation, reaching: Reaching, *, is_strict: bool = False, like: Leads | None = None
    ) -> None:
        self._evaluation = evaluation
        self._code: Code = evaluation.code
        self._is_strict = is_strict
        self.launchers, self.named, self.explicit = reaching.launchers, reaching.named, reaching.explicit
        self.used: dict[tuple[int, tuple[Value, ...]], tuple[Class, dict[str, Value]]] = {}
        names = b"|".join(sorted(re.escape(name.encode()) for name in (*self.named, *self.launchers)))
        self._names = re.compile(rb"\b(" + names + rb")\b\s*(<(?![<=]))?")
        self._scanned: dict[int, Scanned] = {}
        self.memories: dict[int, Memories] = like.memories if like else {}
        self._followed: set[int] = set()
        self._seen: set[_Visit] = set()
        self._depth = 0
        self._passed: set[Enumerator] = set()

    def of_class(self, defined: Class, arguments: dict[str, Value]) -> Leading:
        """What a class leads to, with arguments for its template's parameters."""
        return self._all(lambda found: self._class(defined, arguments, None, found))

    def of_the_rest(self) -> Leading:
        """The launchers that everything leads to which was not come by yet, whatever its template's arguments are.

        Classes that are come by with arguments are noted in `used`.
        """
        functions = [function for name in sorted(self.named) for function in self._code.functions(name)]
        plain = [function for function in functions if not any(function.template)]

        def rest(found: set[Launch]) -> None:
            for function in (*plain, *functions):
                if id(function) not in self._followed and function.owner is None:
                    self._function(function, {}, None, None, found)
            for defined in (one for name in sorted(self.named - self.explicit) for one in self._code.classes(name)):
                if id(defined) not in self._followed:
                    self._class(defined, _bound(defined.template, []), None, found)

        return self._all(rest)

    def _all(self, follow: Callable[[set[Launch]], None]) -> Leading:
        """What is found by following, or that anything may be led to where that goes on for too long."""
        self._seen.clear()
        self._passed.clear()
        self._depth = 0
        self._evaluation.begin()
        found: set[Launch] = set()
        try:
            follow(found)
        except Undecided:
            return Leading(frozenset(Launch(name, (), None) for name in self.launchers), frozenset())
        return Leading(frozenset(found), frozenset(self._passed))

    def _class(self, defined: Class, arguments: dict[str, Value], case: Enumerator | None, found: set[Launch]) -> None:
        if not self._is_new(_Visit(id(defined), tuple(arguments.values()), (), case)):
            return
        owner = Owner(defined, arguments)
        self._follow(self._scan(id(defined), defined.body, defined.body.root), {}, owner, case, found)
        for function in self._code.members(defined.name) if defined.is_primary else ():
            self._function(function, {}, owner, case, found)

    def _function(
        self,
        function: Function,
        names: dict[str, Value],
        owner: Owner | None,
        case: Enumerator | None,
        found: set[Launch],
    ) -> None:
        arguments = tuple(owner.arguments.values()) if owner else ()
        if not self._is_new(_Visit(id(function), tuple(names.values()), arguments, case)):
            return
        if owner is not None and function.owner and function.template:
            values = [owner.arguments.get(parameter.name, UNKNOWN) for parameter in owner.defined.template]
            names = {**dict(zip((p.name for p in function.template[0]), values, strict=False)), **names}
        unbound = {p.name: UNKNOWN for parameters in function.template for p in parameters if p.name not in names}
        self._follow(self._scan(id(function), function.body, function.block), {**names, **unbound}, owner, case, found)

    def _is_new(self, visit: _Visit) -> bool:
        """Whether a visit is the first of its kind. Raises Undecided where there are too many."""
        if visit in self._seen:
            return False
        if len(self._seen) > _MOST or self._depth > _DEPTH:
            raise Undecided
        self._seen.add(visit)
        self._followed.add(visit.definition)
        return True

    def _scan(self, key: int, body: Body, root: Syntax) -> Scanned:
        if key not in self._scanned:
            self._scanned[key] = Scanned(self._evaluation, body, root, self._names, self.memories.setdefault(key, {}))
        return self._scanned[key]

    def _follow(
        self,
        scanned: Scanned,
        names: dict[str, Value],
        owner: Owner | None,
        case: Enumerator | None,
        found: set[Launch],
    ) -> None:
        site = Site(self._evaluation, scanned, names, owner)
        self._depth += 1
        for mention in scanned.mentions:
            further = case or mention.case
            runs = not self._is_strict or site.runs(mention)
            if further is not None and (runs or site.enters(mention)):
                self._passed.add(further)
            if not runs:
                continue
            # Most are parameters, which hold nothing else than what this function gives.
            given = [
                names[text] if text in names and text not in scanned.locals else site.argument(text, mention.offset)
                for text in mention.arguments
            ]
            if mention.name in self.launchers:
                found.add(Launch(mention.name, tuple(given), further))
                continue
            for defined in self._code.classes(mention.name) if mention.name not in self.explicit else ():
                # What a specialization's own parameters stand for is not found out.
                bound = _bound(defined.template, given if defined.is_primary else [])
                self.used.setdefault((id(defined), tuple(bound.values())), (defined, bound))
                self._class(defined, bound, further, found)
            for function in self._code.functions(mention.name):
                if function.owner is None:
                    self._function(function, _bound(_own_template(function), given), None, further, found)
        self._depth -= 1


def _own_template(function: Function) -> tuple[Parameter, ...]:
    return function.template[-1] if function.template else ()


def _bound(template: Iterable[Parameter], given: list[Value]) -> dict[str, Value]:
    names: dict[str, Value] = {parameter.name: UNKNOWN for parameter in template}
    names.update(zip(names, given, strict=False))
    return names
