"""Events of a log, in one pass: which lines belong together, and what they say together.

An event begins with the line of an autotuner or with a message. What follows it (the message, if the first line has
none; a place; stack frames; a compiler's notes) is added to it while it comes from the same process, as the prefixes
of the lines tell it. Lines without a prefix belong to whatever event was added to last.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from cutlass_lint.analyzer.logs import messages, places, tactics
from cutlass_lint.analyzer.logs.entries import Entry
from cutlass_lint.analyzer.logs.events import Event
from cutlass_lint.analyzer.logs.messages import Message
from cutlass_lint.analyzer.logs.prefixes import stripped
from cutlass_lint.analyzer.logs.stream import Line, candidates
from cutlass_lint.analyzer.logs.tactics import Tactic

_NEAR = 4
"""Lines after which a message or place is no longer that of an event: a text of C++ has at most a few."""
_REACH, _BUILD_REACH = 96, 1000
"""Lines without an addition after which an event has ended: a stack, of several processes at once; a compilation."""
_ERROR = 20
"""Lines of commands and warnings between ninja's line and the first error of the compiler."""
_DESCRIPTOR_REACH = 40
"""Lines between a descriptor that could not be made and the failure that follows from it; each prints about a dozen."""
_COMMAND = 8000
"""Bytes of a command that are kept; those of nvcc have some thousands."""
_PROCESSES = 64
"""Events that may be open together."""

_COMPILERS_TOO = ("architecture", "shared-memory", "undefined-symbol")
"""Causes that ptxas, nvcc and linkers can state where others state them at run time."""
_FAILED = b"FAILED: "
_FURTHER = (b"0x", b".cu", b".h:", b".inl:", b"at line ")
"""What frames, places and notes of compilers have, one of them each."""

_NEEDLES = tuple(dict.fromkeys((*tactics.NEEDLES, *messages.NEEDLES)))


def read_log(lines: Iterable[bytes] | BinaryIO) -> Iterator[Entry]:
    """The events of a log, as they end: about in the order in which they begin.

    Takes a binary stream, or lines with or without their ends. Reads it once, in constant memory, and raises nothing of
    its own, whatever the bytes are.
    """
    reader = _Reader()
    for line in candidates(lines, _NEEDLES, reader.is_open):
        reader.read(line)
        if reader.ended:
            yield from reader.ended
            reader.ended = []
    reader.end_all()
    yield from reader.ended


class _Reader:
    def __init__(self) -> None:
        self.ended: list[Entry] = []
        # By process; the event that was added to last is the last.
        self._open: dict[bytes, Event] = {}
        self._lost: set[bytes] = set()
        self._descriptors: dict[bytes, int] = {}
        self._command_at = 0

    def read(self, line: Line) -> None:
        """Take a line in."""
        self._end_old(line.number)
        may_follow = line.number == self._command_at or any(mark in line.text for mark in _FURTHER)
        if not line.needles and not may_follow:
            return
        who, text = stripped(line.text)
        if not line.needles:
            self._follow(who, text, line.number)
            return
        tactic = tactics.tactic(text, line.needles)
        message = None
        if tactic is None or not tactic.succeeded:
            message = messages.classify(text if tactic is None else text[tactic.rest :], line.needles)
        if tactic is not None:
            self._tactic(who, text, line.number, tactic, message)
        elif message is None:
            self._follow(who, text, line.number)
        else:
            self._message(who, text, line.number, message)
        if message is not None and message.lost:
            # The process of the event that the message belongs to, where the line itself does not tell it.
            self._lost.add(who or next(reversed(self._open), who))

    def is_open(self) -> bool:
        """Whether the next line may belong to an event, even where it says nothing by itself."""
        return bool(self._open)

    def end_all(self) -> None:
        """End all events, in the order in which they began."""
        for event in sorted(self._open.values(), key=lambda event: event.line):
            self.ended.append(event.entry())
        self._open.clear()

    def _tactic(self, who: bytes, text: bytes, number: int, tactic: Tactic, message: Message | None) -> None:
        event = self._event(who)
        if event is not None and event.says_again(tactic) and number - event.touched <= _REACH:
            # FlashInfer logs a failure twice when debugging.
            event.again = True
            event.frame = 0
        else:
            event = self._begin(who, number, text[tactic.start :])
            event.timed(tactic)
        if message is not None:
            self._explain(event, who, text[tactic.rest :], number, message)
        self._touch(event, number)
        if tactic.outcome == "timed":
            self._end(event)

    def _message(self, who: bytes, text: bytes, number: int, message: Message) -> None:
        event = self._event(who)
        row = message.row
        if row.cause in ("build", "assertion") and row.role != "detail":
            self._compilation(event, who, text, number, message)
            return
        if (
            event is not None
            and event.awaits_error
            and row.cause in _COMPILERS_TOO
            and number - event.touched <= _ERROR
        ):
            self._explain(event, who, text, number, message)
            event.has_error = True
            self._touch(event, number)
            return
        if event is not None and number - event.touched <= _NEAR and event.takes(row):
            if event.row is None:
                self._explain(event, who, text, number, message)
            else:
                event.detail(text, message)
            self._touch(event, number)
            return
        event = self._begin(who, number, text)
        self._explain(event, who, text, number, message)
        event.compiling = event.has_error = row.cause == "assertion" or row.role == "linking"
        if row.cause == "summary":
            self._end(event)

    def _compilation(self, event: Event | None, who: bytes, text: bytes, number: int, message: Message) -> None:
        """One event for a compilation that fails, told by its first error; one for each assertion that has a place."""
        opening, assertion = message.row.role == "opening", message.row.cause == "assertion"
        same = event is not None and event.compiling
        if event is None or not same or (event.has_error and (assertion or (opening and text.startswith(_FAILED)))):
            event = self._begin(who, number, text)
            self._explain(event, who, text, number, message)
        elif not opening and event.awaits_error:
            self._explain(event, who, text, number, message)
        if text.startswith(_FAILED):
            self._command_at = number + 1  # where ninja shows it
        event.compiling = True
        event.has_error = event.has_error or not opening
        self._touch(event, number)

    def _explain(self, event: Event, who: bytes, text: bytes, number: int, message: Message) -> None:
        event.explain(text, message)
        if event.cause == "descriptor" and not message.lost:
            self._descriptors[who] = number
        elif event.cause in ("initialize", "run"):
            failed = self._descriptors.pop(who, None) or self._descriptors.pop(b"", None)
            if failed is not None and number - failed <= _DESCRIPTOR_REACH:
                event.cause, event.label = "descriptor", None

    def _follow(self, who: bytes, text: bytes, number: int) -> None:
        """Add what a line without a message has for an event: a frame, a place or a compiler's note."""
        event = self._event(who)
        if event is None:
            return
        if number == self._command_at and event.awaits_error and event.command is None:
            event.command = text[:_COMMAND]
            return
        frame = places.frame(text)
        if frame is not None:
            if frame == 0 or frame > event.frame:
                event.frame = max(frame, event.frame)
                event.built(text)
                self._touch(event, number)
        elif event.compiling and places.is_note(text):
            event.place = places.instantiated(text) or event.place
            self._touch(event, number)
        elif event.place is None and number - event.touched <= _NEAR:
            event.place = places.quoted(text)

    def _event(self, who: bytes) -> Event | None:
        """The open event of a process; the latest for a line that names none."""
        if who or not self._open:
            return self._open.get(who)
        return next(reversed(self._open.values()))

    def _begin(self, who: bytes, number: int, text: bytes) -> Event:
        before = self._open.get(who)
        if before is not None:
            self._end(before)
        elif len(self._open) >= _PROCESSES:
            self._end(next(iter(self._open.values())))
        # Where a line does not say which process wrote it, it may be any that is lost.
        lost = who in self._lost or b"" in self._lost or (not who and bool(self._lost))
        event = Event(who, number, text, reliable=not lost)
        self._open[who] = event
        return event

    def _touch(self, event: Event, number: int) -> None:
        event.touched = number
        self._open[event.who] = self._open.pop(event.who)

    def _end(self, event: Event) -> None:
        del self._open[event.who]
        self.ended.append(event.entry())

    def _end_old(self, number: int) -> None:
        while self._open:
            event = next(iter(self._open.values()))
            if number - event.touched <= (_BUILD_REACH if event.compiling else _REACH):
                return
            self._end(event)
