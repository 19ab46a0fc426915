"""The kernels that a parse of a source found: each distinct type once, with the place that asks for it first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from cutlass_lint.analyzer.model import Location, Related
from cutlass_lint.analyzer.smem.evidence import Builder, Evidence, Numbers, builder, made_by, numbers_of, template
from cutlass_lint.analyzer.smem.worker import Parsed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cutlass_lint.analyzer.smem.direct.places import Place, Said
    from cutlass_lint.analyzer.smem.hooks import Hooks

_MADE = "makes a GemmUniversalAdapter of the kernel"


class Found(Struct, frozen=True):
    """A kernel type that a source makes an adapter of, and where it first does."""

    type: str
    place: Place | None
    made: Related


def kernels(said: Sequence[Said]) -> dict[str, Found]:
    """The kernel types that are handed to an adapter, in the order in which the front end came to them."""
    found: dict[str, Found] = {}
    for diagnostic, place in said:
        if diagnostic.subject == "adapter":
            type_ = template(diagnostic)[1][0]
            made = Related(Location(diagnostic.file, diagnostic.line, max(diagnostic.column, 1)), _MADE)
            found.setdefault(type_, Found(type_, place, made))
    return found


def gather(said: Sequence[Said], found: Mapping[str, Found], hooks: Hooks) -> dict[str, Evidence]:
    """The evidence on each kernel type that a parse without an error measured; those of the 2.x API are not."""
    numbers = numbers_of(Parsed(tuple(diagnostic for diagnostic, _ in said)))
    return {
        type_: _evidence(kernel, found, said, hooks, numbers) for type_, kernel in found.items() if type_ in numbers
    }


def _evidence(
    kernel: Found, found: Mapping[str, Found], said: Sequence[Said], hooks: Hooks, numbers: Mapping[str, Numbers]
) -> Evidence:
    """Builders do not say for which kernel they work: they count where the same place asks for no other."""
    used: dict[str, dict[str, Builder]] = {"mainloop": {}, "epilogue": {}}
    chain: dict[Related, None] = {}
    alone = len(found) == 1
    shared = any(other.place == kernel.place and other is not kernel for other in found.values())
    for diagnostic, place in said:
        if diagnostic.subject in used and (alone or (place == kernel.place and not shared)):
            made = builder(diagnostic, hooks)
            used[diagnostic.subject][diagnostic.text] = made
            chain[made_by(made, diagnostic.subject, Location(diagnostic.file, diagnostic.line))] = None
    first = {related.message: related for related in reversed(chain)}
    return Evidence(
        kernels={kernel.type: kernel.made},
        numbers=numbers,
        launched=frozenset((kernel.type,)),
        builders=tuple(used["mainloop"].values()),
        epilogues=tuple(used["epilogue"].values()),
        chain=tuple(sorted((*first.values(), kernel.made), key=lambda related: related.location)),
        skipped=False,
        adapter_skipped=False,
    )
