"""From what came of a source to its kernels: sized, refused or not known, each at its place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cutlass_lint.analyzer.model import Instantiation, Kernel, Module
from cutlass_lint.analyzer.smem.direct.evidence import Found, gather, kernels
from cutlass_lint.analyzer.smem.direct.places import Place
from cutlass_lint.analyzer.smem.identifiers import identifier
from cutlass_lint.analyzer.smem.sized import on_device, sized
from cutlass_lint.analyzer.smem.sizing import asserted, describe, is_assertion
from cutlass_lint.analyzer.smem.variants import variants
from cutlass_lint.analyzer.sources.doubts import misled
from cutlass_lint.analyzer.sources.projects import header_of
from cutlass_lint.analyzer.sources.statements import read_statements

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cutlass_lint.analyzer.smem.direct.attempts import Attempts, LeftOut
    from cutlass_lint.analyzer.smem.evidence import Evidence
    from cutlass_lint.analyzer.smem.hooks import Hooks
    from cutlass_lint.analyzer.smem.jobs import Diagnostic
    from cutlass_lint.analyzer.sources.projects import Project
    from cutlass_lint.analyzer.sources.statements import Statements

_MISSING = re.compile(r"'(.+)' file not found\Z")
_TEMPLATE = re.compile(rb"\w\s*<(?![<=])")
_GONE = "it is not made where the statements that do not parse are left out"
_NEW = "it is made only where statements that do not parse are left out"


class Maker:
    """Makes the kernels of one source."""

    def __init__(self, module: Module, project: Project, statements: Statements) -> None:
        self._module = module
        self._project = project
        self.statements = statements

    def unknown(self, reason: str, places: Iterable[Place] = ()) -> Iterator[Kernel]:
        """What stands for the kernels of a source that cannot be parsed: one at each place, or at its first mention."""
        for place in list(places) or [self._mention()]:
            yield self._kernel(place, reason=reason)

    def earlier(self) -> Iterator[Kernel]:
        """The operators of CUTLASS 2.x that a source names."""
        for name, line in self._project.earlier:
            reason = f"`{name}` is of CUTLASS 2.x: only kernels of 3.x, by GemmUniversalAdapter, are sized"
            yield self._kernel(Place(line, 1, name.rpartition("::")[2], exact=False), status="not-sized", reason=reason)

    def settled(self, attempts: Attempts, hooks: Hooks) -> Iterator[tuple[Kernel, Evidence | None]]:
        """The kernels of a source, with the evidence on those that are sized."""
        listed = kernels(attempts.first)
        if attempts.clean is None:
            reason = attempts.reason or (explained(attempts.error) if attempts.error else "")
            places = dict.fromkeys(found.place or self._mention() for found in listed.values())
            # The first error of all follows from none; of several kernels, it is that of one.
            alone = len(places) <= 1
            yield from ((_rejected(one, attempts.error, alone=alone), None) for one in self.unknown(reason, places))
            return
        found = kernels(attempts.clean)
        evidence = gather(attempts.clean, found, hooks, self.statements)
        accounted: set[LeftOut] = set()
        # The place is that in the whole source: without some statements, a name may mean another type.
        measured = [listed.get(type_, found[type_]) for type_ in evidence]
        for place, made in self._by_place(measured).items():
            types = [kernel.type for kernel in made]
            for kernel, variant in zip(made, variants(types), strict=True):
                said = evidence[kernel.type]
                known = self._kernel(place, kernel, variant=variant, chain=said.chain)
                misleading = self._misleading(place, attempts.left_out)
                if kernel.type not in listed:
                    yield replace(known, reason=_NEW), None
                elif misleading is not None:
                    accounted.add(misleading.root)
                    yield replace(known, reason=f"what it uses does not parse: {describe(misleading.root.error)}"), None
                else:
                    yield sized(known, self._module, said), said
        gone = [kernel for type_, kernel in listed.items() if type_ not in found]
        yield from ((kernel, None) for kernel in self._refused(gone, attempts.left_out, accounted))

    def _misleading(self, place: Place, left_out: tuple[LeftOut, ...]) -> LeftOut | None:
        """The statement left out without which what stands at a place may mean something else."""
        asked = self.statements.at(place.line, place.column) if place.exact else None
        gone = [left.statement for left in left_out]
        for left in left_out:
            if asked is None:
                ahead = left.statement.line < place.line
                if ahead and self.statements.declared(left.statement):
                    return left
            elif misled(self.statements, left.statement, gone, asked):
                return left
        return None

    def _refused(self, gone: list[Found], left_out: tuple[LeftOut, ...], accounted: set[LeftOut]) -> Iterator[Kernel]:
        """The kernels of statements that do not parse; one that stands for them where the front end came to none.

        `accounted` are statements whose kernels are told already.
        """
        for place, made in self._by_place(gone).items():
            left = self._left_at(place, left_out)
            if left is None:
                yield from (self._kernel(place, kernel, reason=_GONE) for kernel in made)
                continue
            accounted.add(left.root)
            reason = describe(left.root.error)
            # Of several kernels that one statement makes, the error is that of one.
            known = (self._kernel(place, kernel, reason=reason) for kernel in made)
            yield from (_rejected(kernel, left.root.error, alone=len(made) == 1) for kernel in known)
        for root in dict.fromkeys(left.root for left in left_out):
            maker = next((left for left in left_out if left.root == root and self._may_make(left)), None)
            if maker is not None and root not in accounted:
                place = Place(maker.statement.line, maker.statement.column)
                yield _rejected(self._kernel(place, reason=describe(root.error)), root.error, alone=True)

    def _left_at(self, place: Place, left_out: tuple[LeftOut, ...]) -> LeftOut | None:
        statement = self.statements.at(place.line, place.column) if place.exact else None
        return next((left for left in left_out if left.statement == statement), None)

    def _may_make(self, left: LeftOut) -> bool:
        """Whether a statement that did not parse may make a kernel that nobody came to."""
        return is_assertion(left.error) or self.statements.matches(_TEMPLATE, left.statement)

    def _by_place(self, found: Iterable[Found]) -> dict[Place, list[Found]]:
        places: dict[Place, list[Found]] = {}
        for kernel in found:
            places.setdefault(kernel.place or self._mention(), []).append(kernel)
        return places

    def _mention(self) -> Place:
        """Where the source first names an adapter, or includes the header that does."""
        return Place(self._project.adapter_line, 1, exact=False)

    def _kernel(self, place: Place, found: Found | None = None, **known: object) -> Kernel:
        statement = self.statements.at(place.line, place.column) if place.exact else None
        instantiation = Instantiation(
            file=self._project.source,
            line=place.line,
            column=place.column,
            end_line=place.line,
            start_byte=statement.start if statement else 0,
            end_byte=statement.end if statement else 0,
            launcher=place.template or self._enclosing(place, found) or "GemmUniversalAdapter",
            form="source",
            arguments=(),
        )
        id_ = identifier(self._module, instantiation)
        kernel = Kernel(id_, self._module.name, instantiation, None, {}, "unknown")
        kernel = replace(kernel, kernel_type=found.type if found else None, **known)
        return on_device(kernel, self._module)

    def _enclosing(self, place: Place, found: Found | None) -> str | None:
        """The name of what encloses a place; where that is an `#include`, of what makes the kernel in the header."""
        if place.exact:
            return self.statements.enclosing(place.line, place.column)
        at = found.made.location if found else None
        header = header_of(at.file) if at else None
        return read_statements(header).enclosing(at.line, at.column) if at and header else None


def _rejected(kernel: Kernel, error: Diagnostic | None, *, alone: bool) -> Kernel:
    """A kernel that an error keeps from being made: rejected where that is an assertion, and of this kernel alone."""
    if error is None or not alone or not is_assertion(error):
        return kernel
    return replace(kernel, status="rejected", chain=(asserted(error),))


def explained(error: Diagnostic) -> str:
    """An error as one line; a missing header with what to do about it."""
    missing = _MISSING.match(error.text)
    if missing is None:
        return describe(error)
    # A name without a dot or a folder is the C++ library's, which no folder of the user's brings.
    what = "add its folder with -I" if re.search(r"[./]", missing[1]) else "there is no stand-in for it"
    return f"{error.file}:{error.line}: `{missing[1]}` is not found; {what}"
