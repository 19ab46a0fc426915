"""The chain of names that a kernel's type depends on, with what each stands for in one instantiation."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from cutlass_lint.analyzer.model import Alias, AliasKind, Condition, Kernel, Location, ResolvedTerm
from cutlass_lint.analyzer.smem.markers import (
    Answers,
    Marker,
    marker_of,
    marker_of_condition,
    marker_of_root,
    marker_of_size,
)
from cutlass_lint.analyzer.sources.chains import Chain
from cutlass_lint.analyzer.sources.choices import taken
from cutlass_lint.analyzer.sources.declarations import Declared, Span, Use

_KINDS: dict[str, AliasKind] = {
    "alias": "alias",
    "constant": "constant",
    "type parameter": "parameter",
    "value parameter": "parameter",
}
_AUTOMATIC = "::KernelScheduleAuto"
"""The schedule that leaves the choice to the builder."""
_NUMBER = re.compile(r"\d{1,20}(?=[UuLl]*\Z)")
_HOLDS = {"true": True, "false": False}


class Facts(Struct, frozen=True):
    """What overlay/explain.h prints of a kernel beside its sizes, None where the kernel does not say."""

    min_blocks: int | None
    mainloop: str | None
    mainloop_policy: str | None
    epilogue: str | None
    epilogue_policy: str | None
    scheduler: str | None

    def policy(self, collective: str | None) -> str | None:
        """The dispatch policy of a collective of the kernel."""
        if collective is None:
            return None
        return {self.mainloop: self.mainloop_policy, self.epilogue: self.epilogue_policy}.get(collective)


class Resolved(Struct, frozen=True):
    """The chain of one kernel; its parts are those of model.Explanation."""

    aliases: tuple[Alias, ...]
    guards: tuple[Condition, ...]
    terms: tuple[ResolvedTerm, ...]


class Resolver:
    """Puts the front end's answers to the declarations of a launcher, from one kernel down."""

    def __init__(self, kernel: Kernel, chain: Chain, answers: Answers, root: Use, facts: Facts | None) -> None:
        self._kernel = kernel
        self._chain = chain
        self._answers = answers
        self._root = root
        self._facts = facts
        self._place = answers.place(marker_of_root(root), kernel.kernel_type or "")
        self._aliases: list[Alias] = []
        self._known: dict[Declared | str, int] = {}

    def resolve(self) -> Resolved:
        """The whole chain."""
        root, type_ = self._root, self._kernel.kernel_type
        place = self._location(root.start)
        kernel = Alias(root.expression, "kernel", place, root.expression, root.expression, resolved=type_)
        self._aliases.append(kernel)
        uses = self._uses(root.expression, root.start)
        if self._facts:
            uses += self._stated("TileScheduler", self._facts.scheduler, kernel)
        self._aliases[0] = replace(kernel, uses=uses)
        guards = tuple(
            self._condition(block.condition, block.span.start, root.owner)
            for block in self._chain.conditions(root.start)
            if block.condition
        )
        terms = tuple(self._term(use) for use in self._chain.sizes())
        return Resolved(tuple(self._aliases), guards, terms)

    def _uses(self, expression: str, offset: int) -> tuple[int, ...]:
        """What an expression at an offset names, as indices of resolved aliases."""
        found = [self._argument(name) for name in self._chain.parameters(expression, offset)]
        for candidates in self._chain.uses(expression, offset):
            # Several are in different branches of the preprocessor, or specializations of which one is instantiated.
            real = [candidate for candidate in candidates if self._answers.all(marker_of(candidate))]
            found += map(self._alias, real or candidates[:1])
        return tuple(dict.fromkeys(found))

    def _argument(self, name: str) -> int:
        """What this instantiation passes for a parameter of the macro."""
        if name not in self._known:
            instantiation, text = self._kernel.instantiation, self._kernel.arguments.get(name)
            place = Location(instantiation.file, instantiation.line, instantiation.column)
            self._known[name] = len(self._aliases)
            self._aliases.append(Alias(name, "argument", place, text or "", text or "", resolved=text))
        return self._known[name]

    def _alias(self, declared: Declared) -> int:
        if declared in self._known:
            return self._known[declared]
        resolved, reason = self._answer(marker_of(declared))
        passed = self._chain.passed(declared)
        if passed and passed[0] == declared.name:
            # A helper's parameter under the name that its caller has for it.
            forwarded = self._uses(*passed)
            if len(forwarded) == 1 and self._aliases[forwarded[0]].resolved == resolved:
                self._known[declared] = forwarded[0]
                return forwarded[0]
        index = self._known[declared] = len(self._aliases)
        text = declared.expression or (passed[0] if passed else self._kernel.arguments.get(declared.name, ""))
        kind, place = _KINDS[declared.kind], self._location(declared.start)
        alias = Alias(self._chain.name(declared), kind, place, text, text, resolved=resolved, reason=reason)
        self._aliases.append(alias)
        if declared.expression:
            alias = self._followed(alias, declared)
        elif passed:
            alias = replace(alias, uses=self._uses(*passed))
        self._aliases[index] = alias
        return index

    def _followed(self, alias: Alias, declared: Declared) -> Alias:
        """An alias with its conditions, and with what it depends on in the branches that are taken."""

        def decide(condition: str) -> bool | None:
            answer, _ = self._answer(marker_of_condition(condition, declared.mark, declared.owner))
            return _HOLDS.get(answer or "")

        chosen, decisions = taken(declared.expression, declared.kind, decide)
        conditions = tuple(
            Condition(
                choice.condition,
                holds,
                choice.branch(holds) if holds is not None else None,
                self._uses(choice.condition, declared.start),
            )
            for choice, holds in decisions
        )
        uses = self._uses(chosen, declared.start)
        # Another name for what a builder made says nothing of its own about the builder.
        if self._facts and chosen.rstrip().endswith("::CollectiveOp"):
            uses += self._stated("DispatchPolicy", self._facts.policy(alias.resolved), alias)
        if not uses and (alias.resolved or "").endswith(_AUTOMATIC):
            uses += self._stated("Schedule", self._kernel.schedule.resolved, alias)
        return replace(alias, chosen=chosen, conditions=conditions, uses=uses)

    def _stated(self, member: str, type_: str | None, owner: Alias) -> tuple[int, ...]:
        """A member of a type that the headers choose rather than the launcher."""
        if type_ is None:
            return ()
        text = f"{owner.name}::{member}"
        self._aliases.append(Alias(member, "builder", owner.location, text, text, resolved=type_))
        return (len(self._aliases) - 1,)

    def _condition(self, text: str, mark: int, owner: Span) -> Condition:
        answer, _ = self._answer(marker_of_condition(text, mark, owner))
        return Condition(text, _HOLDS.get(answer or ""), None, self._uses(text, mark))

    def _term(self, use: Use) -> ResolvedTerm:
        answer, reason = self._answer(marker_of_size(use))
        number = _NUMBER.match(answer or "")
        size = int(number[0]) if number else None
        reason = reason if number or not answer else f"no number was printed: {answer}"
        uses = self._uses(use.expression, use.start) if answer else ()
        return ResolvedTerm(use.expression, self._location(use.start), size, reason, uses)

    def _answer(self, marker: Marker) -> tuple[str | None, str | None]:
        """What a marker stands for in this kernel; or None, and why that is not known."""
        answers: Sequence[str] = self._answers.all(marker)
        if len(answers) > 1 and marker.owner == self._root.owner and self._place is not None:
            before = self._answers.before(marker, self._place)
            answers = [] if before is None else [before]
        if len(answers) == 1:
            return answers[0], None
        if answers:
            return None, f"it stands in a template that is instantiated several times: {' | '.join(answers)}"
        return None, self._answers.reason(marker)

    def _location(self, offset: int) -> Location:
        text = self._chain.header.text
        return Location(self._chain.header.file, text.line(offset), text.column(offset))
