"""Uses of deprecated templates, put behind a launcher's declarations: the front end prints what these stand for.

Everything is inserted behind what stands on a line already, so that lines stay what they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from cutlass_lint.analyzer.smem.evidence import template
from cutlass_lint.analyzer.smem.jobs import Diagnostic, Note, Parsed
from cutlass_lint.analyzer.smem.unit import forged
from cutlass_lint.analyzer.sources.chains import Chain
from cutlass_lint.analyzer.sources.choices import conditions
from cutlass_lint.analyzer.sources.declarations import Declared, Span, Use

_SUBJECTS = ("type", "value", "root")
_NUMBER = re.compile(r"\d{1,9}")
_FORMS = {
    "type": " using cutlass_lint_{number} = ::cutlass_lint::type<{number}, {text}>;",
    "value": " using cutlass_lint_{number} = ::cutlass_lint::value<{number}, {text}>;",
    "root": " static_assert(sizeof(::cutlass_lint::root<{number}, {text}>) > 0);",
}


class Marker(Struct, frozen=True):
    """A question to the front end: what `text` stands for at an offset of the launcher's header.

    `form` is "type", "value", or "root" for a kernel as it is handed to an adapter. `owner` is the definition that it
    stands in, None at namespace scope.
    """

    form: str
    text: str
    mark: int
    owner: Span | None


def marker_of(declared: Declared) -> Marker:
    """What asks for a declared name."""
    is_type = declared.kind in ("alias", "type parameter")
    text = declared.name if is_type else f"({declared.name})"
    return Marker("type" if is_type else "value", text, declared.mark, declared.owner)


def marker_of_root(root: Use) -> Marker:
    """What asks for a kernel that is handed to an adapter."""
    return Marker("root", root.expression, root.mark, root.owner)


def marker_of_size(use: Use) -> Marker:
    """What asks for a `sizeof(...)`."""
    return Marker("value", f"({use.expression})", use.mark, use.owner)


def marker_of_condition(condition: str, mark: int, owner: Span | None) -> Marker:
    """What asks whether a condition holds."""
    return Marker("value", f"static_cast<bool>({condition})", mark, owner)


def markers(chain: Chain) -> tuple[Marker, ...]:
    """Every question about the kernels of a chain, each once: the place of one here is its number."""
    return tuple(dict.fromkeys(_markers(chain)))


def _markers(chain: Chain) -> Iterator[Marker]:
    waiting: list[tuple[str, int]] = []
    for use, marker in (
        *((root, marker_of_root(root)) for root in chain.roots()),
        *((size, marker_of_size(size)) for size in chain.sizes()),
    ):
        # What is asked behind a statement must not mean something else there.
        if chain.is_stable(use.expression, use.start, use.mark):
            yield marker
        for block in chain.conditions(use.start):
            if block.condition:
                yield marker_of_condition(block.condition, block.span.start, use.owner)
                waiting.append((block.condition, block.span.start))
        waiting.append((use.expression, use.start))
    seen: set[Declared] = set()
    for expression, offset in waiting:
        for declared in (declared for found in chain.uses(expression, offset) for declared in found):
            if declared in seen:
                continue
            seen.add(declared)
            yield marker_of(declared)
            for condition in conditions(declared.expression, declared.kind) if declared.expression else ():
                if chain.is_stable(condition, declared.start, declared.mark):
                    yield marker_of_condition(condition, declared.mark, declared.owner)
            waiting.append(chain.passed(declared) or (declared.expression, declared.start))


class Marked(Struct, frozen=True):
    """A header with markers in it: `places` are their lines, and the columns there, by number."""

    content: bytes
    places: dict[int, tuple[int, int, int]]

    def blamed(self, diagnostic: Diagnostic, file: str) -> set[int]:
        """The markers that a diagnostic is about."""
        said: tuple[Diagnostic | Note, ...] = (diagnostic, *diagnostic.notes)
        spots = [(place.line, place.column) for place in said if place.file == file]
        return {
            number
            for number, (line, first, last) in self.places.items()
            if any(at == line and first <= column <= last for at, column in spots)
        }


def inserted(data: bytes, questions: Sequence[Marker], dropped: Iterable[int] = ()) -> Marked:
    """The bytes of a launcher's header with the questions in it, without those dropped."""
    left_out = frozenset(dropped)
    order = sorted((marker.mark, number) for number, marker in enumerate(questions) if number not in left_out)
    pieces: list[bytes] = []
    places: dict[int, tuple[int, int, int]] = {}
    last = line = column = 0
    for mark, number in order:
        before = data[last:mark]
        text = _FORMS[questions[number].form].format(number=number, text=questions[number].text).encode()
        line += before.count(b"\n")
        column = len(before) - before.rfind(b"\n") - 1 if b"\n" in before else column + len(before)
        places[number] = (line + 1, column + 1, column + len(text))
        column += len(text)
        pieces += (before, text)
        last = mark
    return Marked(b"".join((*pieces, data[last:])), places)


class Answers:
    """What the front end printed for each marker, in the order of printing.

    A definition that is a template may be instantiated several times: then a marker has several answers.
    """

    def __init__(self, questions: Sequence[Marker], parsed: Parsed, dropped: Mapping[int, str]) -> None:
        """Raises FrontEndError where other headers than ours print an answer."""
        self._dropped = dropped
        self._numbers = {marker: number for number, marker in enumerate(questions)}
        self._printed: list[tuple[int, str]] = []
        for diagnostic in parsed.diagnostics:
            if diagnostic.subject in _SUBJECTS:
                printed = template(diagnostic)[1]
                if len(printed) != 2 or not _NUMBER.fullmatch(printed[0]):
                    raise forged(diagnostic)
                self._printed.append((int(printed[0]), printed[1]))

    def reason(self, marker: Marker) -> str:
        """Why there is no answer."""
        if marker not in self._numbers:
            return "what it names means something else behind it, where alone it could be asked for"
        refused = self._dropped.get(self._numbers[marker])
        return f"it cannot be asked for there: {refused}" if refused else "this instantiation does not come to it"

    def place(self, root: Marker, kernel: str) -> int | None:
        """Where it was printed that an adapter is handed a kernel; None where it never was."""
        number = self._numbers.get(root)
        places = (i for i, (asked, answer) in enumerate(self._printed) if asked == number and answer == kernel)
        return next(places, None)

    def all(self, marker: Marker) -> list[str]:
        """The distinct answers."""
        number = self._numbers.get(marker)
        return list(dict.fromkeys(answer for asked, answer in self._printed if asked == number))

    def before(self, marker: Marker, place: int) -> str | None:
        """The last answer before a place; of a marker in the same definition, that of the same instantiation."""
        number = self._numbers.get(marker)
        return next((answer for asked, answer in reversed(self._printed[:place]) if asked == number), None)
