"""An event of a log while its lines are read."""

from __future__ import annotations

from typing import Final

from cutlass_lint.analyzer.logs import places
from cutlass_lint.analyzer.logs.entries import Cause, Entry, Place
from cutlass_lint.analyzer.logs.messages import Message, Row
from cutlass_lint.analyzer.logs.prefixes import printable
from cutlass_lint.analyzer.logs.tactics import Tactic, runner_name
from cutlass_lint.analyzer.model import Label

_MESSAGE = 400
"""Characters of a message."""
_CUT = 4000
"""Bytes of a text that a message is made from: what is left of it may be much shorter."""

_COMPLETE: Final[frozenset[Cause]] = frozenset({"memory", "context-lost", "no-instantiation"})
"""Causes whose messages have no further lines that are messages themselves."""


class Event:
    """What is known so far. `touched` is the last line that added to it, `frame` the number of the last stack frame.

    `row` is the kind of message that explains it, None while none has come. `again` tells that an autotuner has logged
    it twice, `compiling` that it is a compilation, `has_error` that its first error is known; `command` is what failed.
    """

    def __init__(self, who: bytes, line: int, text: bytes, *, reliable: bool) -> None:
        self.who = who
        self.line = self.touched = line
        self.reliable = reliable
        self.row: Row | None = None
        self.cause: Cause = "other"
        self.label: Label | None = None
        self.place: Place | None = None
        self.frame = 0
        self.again = self.compiling = self.has_error = False
        self.command: bytes | None = None
        self._text = text[:_CUT]
        self._tactic: Tactic | None = None
        self._numbers: dict[str, bytes] = {}
        self._build = places.Build()

    @property
    def awaits_error(self) -> bool:
        """Whether it is a compilation whose first error is yet to come."""
        return self.compiling and not self.has_error

    def timed(self, tactic: Tactic) -> None:
        """Add what an autotuner says: that a tactic has a time, or that it failed."""
        self._tactic = tactic
        self.cause = "measured" if tactic.succeeded else "other"
        self.label = "working" if tactic.succeeded else "failing"

    def says_again(self, tactic: Tactic) -> bool:
        """Whether an autotuner's line is about the failure that this event is about already."""
        mine = self._tactic
        return (
            mine is not None
            and not self.again
            and (mine.outcome, tactic.outcome) == ("skipped", "failed")
            and (mine.runner, mine.tactic) == (tactic.runner, tactic.tactic)
        )

    def takes(self, row: Row) -> bool:
        """Whether a message close by belongs to this event: its first, or a further line of the one that it has."""
        if self.row is None:
            return row.cause != "summary"
        return row.role == "detail" and row is not self.row and self.cause not in _COMPLETE

    def explain(self, text: bytes, message: Message) -> None:
        """Add the message that says why. A second one adds only what the first has not."""
        if self.row is None or self.awaits_error:
            self.row = message.row
            self.cause, self.label = message.row.cause, message.row.label
            self._text = text[message.start : message.start + _CUT]
        self.place = self.place or places.place(text, message.start)
        self._numbers = {**message.groups, **self._numbers}
        self.built(text)

    def detail(self, text: bytes, message: Message) -> None:
        """Add a further line of the message."""
        if not self.compiling:  # else it is the source of an assertion, shown below its message
            self._text += b" " + text[message.start : message.start + _CUT]
        self.place = self.place or places.place(text, message.start)
        self._numbers = {**message.groups, **self._numbers}
        if self.cause == message.row.cause:
            self.label = message.row.label

    def built(self, text: bytes) -> None:
        """Add what a text tells of the build."""
        if b".cache/flashinfer/" not in text and b"dispatchMoe" not in text:
            return
        mine, new = self._build, places.build(text)
        if mine.module is None and (new.module or mine.arch is None):
            mine = places.Build(new.release, new.arch, new.module, mine.template)
        self._build = places.Build(mine.release, mine.arch, mine.module, mine.template or new.template)

    def entry(self) -> Entry:
        """The event as it has ended."""
        tactic, numbers, build = self._tactic, self._numbers, self._build
        runner, symbol = numbers.get("runner"), numbers.get("symbol")
        return Entry(
            self.line,
            self.cause,
            one_line(self._text),
            None if symbol else self.place,  # which would be the one that misses it
            tactic.tactic if tactic else printable(numbers.get("tactic", b"").decode("utf-8", "replace")) or None,
            tactic.runner if tactic else (runner_name(runner) if runner else None),
            self.label,
            self.reliable,
            _bytes(numbers.get("needed")),
            _bytes(numbers.get("allowed")),
            build.release,
            build.arch,
            build.module,
            build.template,
            printable(symbol.decode("utf-8", "replace")) if symbol else None,
            printable(self.command.decode("utf-8", "replace")) if self.command else None,
        )


def one_line(text: bytes) -> str:
    """A text as one line that can't drive a terminal, cut where it is long."""
    line = printable(" ".join(text.decode("utf-8", "replace").split()))
    return line if len(line) <= _MESSAGE else line[: _MESSAGE - 1] + "…"


def _bytes(number: bytes | None) -> int | None:
    """A number as messages have it, in decimal digits or as 0x..."""
    if number is None or len(number) > 19:
        return None
    return int(number, 16) if number.lower().startswith(b"0x") else int(number)
