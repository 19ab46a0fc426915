"""What would fit: one change to a kernel at a time, then two; or a sweep over the values of a launcher's parameters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from math import prod
from pathlib import Path

from msgspec.structs import replace

from cutlass_lint.analyzer.explain import Name, instantiation_of, position
from cutlass_lint.analyzer.fit.candidates import Values, candidates, is_element, pairs, siblings
from cutlass_lint.analyzer.fit.parameters import by_parameter, settings_of
from cutlass_lint.analyzer.fit.start import chosen_start
from cutlass_lint.analyzer.fit.whatif import as_sized, launcher_of, what_if
from cutlass_lint.analyzer.model import Fit, Kernel, WhatIf
from cutlass_lint.analyzer.pipeline import Inputs, Progress, distinguished, read, roots, silent
from cutlass_lint.analyzer.requests import Request
from cutlass_lint.analyzer.smem.resolve import resolve
from cutlass_lint.analyzer.workspace import InputError
from cutlass_lint.reports import printable

MOST = 200
"""Configurations that are tried unless the user wants more."""
_STATUSES = ("sized", "rejected", "disabled", "not-sized", "unknown")

Given = Sequence[tuple[str, tuple[str, ...]]]
"""Parameters as the user calls them, and the values to try for each."""


def fit(request: Request, name: Name, vary: Given = (), *, most: int = MOST, progress: Progress = silent) -> Fit:
    """Size what one change of an argument makes of a kernel, then what two make, `most` configurations at most.

    Without `vary` the siblings of the kernel tell what to try. Two changes are tried among the parameters for which no
    single change made it fit; once some other change did, values that are refused on their own are not tried again.

    Raises workspace.InputError where no one kernel has that name, or its arguments can't be changed.
    """
    inputs = read(request)
    kernel = _asked_about(inputs, request, name)
    launcher = launcher_of(kernel)
    if kernel.status == "not-sized":
        raise InputError(printable(f"{kernel.id} cannot be sized, with whatever arguments: {kernel.reason}"))
    values: Values = (
        {
            parameter: tuple(value for value in tried if value != kernel.arguments.get(parameter))
            for parameter, tried in by_parameter(launcher, vary).items()
        }
        if vary
        else candidates(kernel, siblings(inputs, kernel))
    )
    singles = [{parameter: value} for parameter, tried in values.items() for value in tried]
    results = _tried(inputs, kernel, singles[:most], request, progress)
    unsolved = _unsolved(values, results)
    doubles = list(pairs(unsolved, kernel))
    results += _tried(inputs, kernel, doubles[: most - len(singles[:most])], request, progress)
    left_out = max(0, len(singles) + len(doubles) - most)
    notes = [*_left_out(left_out, most), *_notes(kernel, is_given=bool(vary), is_idle=not singles)]
    return Fit(roots(inputs, [kernel]), kernel, launcher, ranked(results), left_out, tuple(notes))


def sweep(
    request: Request,
    launcher_name: str,
    vary: Given,
    fixed: Sequence[tuple[str, str]] = (),
    *,
    most: int = MOST,
    progress: Progress = silent,
) -> Fit:
    """Size every combination of the given values of a launcher's parameters, the first `most` of them.

    The other arguments are those of the instantiation of this launcher that has the most of the fixed ones; the rest
    of these are set.

    Raises workspace.InputError where nothing instantiates the launcher, or it has no such parameters.
    """
    inputs = read(request)
    kernel = chosen_start(inputs, launcher_name, fixed)
    launcher = launcher_of(kernel)
    values = by_parameter(launcher, vary)
    settings = {
        parameter: value
        for parameter, value in settings_of(launcher, fixed).items()
        if parameter not in values and kernel.arguments.get(parameter) != value
    }
    combinations = (dict(zip(values, combination, strict=True)) for combination in product(*values.values()))
    configurations = [{**settings, **combination} for combination in islice(combinations, most)]
    results = _tried(inputs, kernel, configurations, request, progress)
    left_out = prod(map(len, values.values())) - len(configurations)
    notes = _left_out(left_out, most)
    return Fit(roots(inputs, [kernel]), None, launcher, ranked(results), left_out, notes)


def _unsolved(values: Values, results: Sequence[WhatIf]) -> Values:
    """The values that are worth trying two at a time, after each was tried alone."""
    unfit = {result.changes for result in results if result.kernel.verdict != "fits"}
    solved = {result.changes[0].parameter for result in results if result.changes not in unfit}
    hopeless = {
        (change.parameter, change.new)
        for result in results
        for change in result.changes
        if solved and result.kernel.status != "sized"
    }
    return {
        parameter: tuple(value for value in tried if (parameter, value) not in hopeless)
        for parameter, tried in values.items()
        if parameter not in solved
    }


def ranked(results: Sequence[WhatIf]) -> tuple[WhatIf, ...]:
    """What fits comes first, then what overflows, is refused and is not known.

    Among these the fewest changes come first, then those that leave the element types alone, then the kernels that are
    closest to the limit.
    """
    return tuple(sorted(results, key=_rank))


def _rank(result: WhatIf) -> tuple[object, ...]:
    kernel, changes = result.kernel, result.changes
    size = kernel.sizes.kernel if kernel.sizes else 0
    elements = sum(is_element(change.parameter, change.old) for change in changes)
    distance = abs((kernel.limit or 0) - size)
    texts = tuple((change.parameter, len(change.new), change.new) for change in changes)
    return (
        kernel.verdict != "fits",
        _STATUSES.index(kernel.status),
        len(changes),
        elements,
        distance,
        -(kernel.stages or 0),
        texts,
        kernel.variant or "",
    )


def _asked_about(inputs: Inputs, request: Request, name: Name) -> Kernel:
    """The kernel that a name means, sized."""
    try:
        wanted = instantiation_of(inputs, name)
    except InputError:
        _refuse_direct(inputs, name)
        raise
    modules = [replace(module, sources=(wanted.file,)) for module in inputs.modules if wanted.file in module.sources]
    found = resolve(modules, inputs.sources, request.settings, wanted=lambda found: found == wanted, examine=as_sized)
    kernels = distinguished(found)
    return kernels[position(name, kernels)]


def _refuse_direct(inputs: Inputs, name: Name) -> None:
    """Raise InputError where a name is that of a source that makes its kernels itself."""
    named = Path(name.file).name
    for file, source in inputs.sources.items():
        same = Path(file).name in (named, f"{named}.cu")
        if same and not source.instantiations and not source.problems:
            raise InputError(
                printable(
                    f"{name.text}: {named} holds no instantiation of a launcher, and kernels that it makes itself have "
                    "no arguments to change: change the source, and see what cutlass-lint check says of it"
                )
            )


def _tried(
    inputs: Inputs, kernel: Kernel, changes: Sequence[Mapping[str, str]], request: Request, progress: Progress
) -> list[WhatIf]:
    """What changes make of a kernel; where its instantiation makes several, of the one that has its variant."""
    if not changes:
        return []
    results: list[WhatIf] = []
    seen = set()
    with progress(len(changes)) as advance:
        for result in what_if(inputs, kernel, changes, request.settings):
            if result.changes not in seen:
                seen.add(result.changes)
                advance(1)
            results.append(result)
    same = {result.changes for result in results if result.kernel.variant == kernel.variant}
    return [
        result
        for result in results
        if kernel.variant is None or result.changes not in same or result.kernel.variant == kernel.variant
    ]


def _notes(kernel: Kernel, *, is_given: bool, is_idle: bool) -> Iterator[str]:
    if is_idle and is_given:
        yield "nothing was tried: the kernel has the given values itself"
    elif is_idle:
        yield (
            "nothing was tried: the other instantiations of its launcher have no other values; name some with "
            "--vary NAME=VALUE,VALUE"
        )
    if kernel.status == "disabled":
        yield "the kernel itself is left out of this build; a macro that -D defines may bring it in"


def _left_out(count: int, most: int) -> tuple[str, ...]:
    if not count:
        return ()
    plural = "configuration was" if count == 1 else "configurations were"
    return (f"{count:,} {plural} not tried: only the first {most:,} are; --most allows more",)
