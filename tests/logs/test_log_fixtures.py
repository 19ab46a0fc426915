"""Logs in the shapes that libraries print them, and the entries that each must give, written beside."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest

from cutlass_lint.analyzer.logs import Entry, messages, read_log, tactics
from cutlass_lint.analyzer.logs.prefixes import plain, stripped

FIXTURES = Path(__file__).parents[2] / "fixtures" / "logs"
LOGS = sorted(FIXTURES.glob("*.log"))
FIELDS = ("tactic", "runner", "needed", "allowed", "release", "arch", "module", "template", "symbol", "command")


def rendered(entry: Entry) -> str:
    """An entry as the `.expected` files have it: every field that is known, and the message last."""
    place = f"{entry.place.file}:{entry.place.line}" if entry.place else "-"
    known = [f"{name}={value}" for name in FIELDS if (value := getattr(entry, name)) is not None]
    words = [
        str(entry.line),
        entry.cause,
        entry.label or "-",
        place,
        *([] if entry.reliable else ["unreliable"]),
        *known,
    ]
    return f"{' '.join(words)} | {entry.message}"


def lines() -> list[bytes]:
    """Every line of the fixtures, without its prefixes; also what carriage returns separate."""
    return [stripped(plain(line))[1] for log in LOGS for line in log.read_bytes().replace(b"\r", b"\n").split(b"\n")]


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_entries_are_those_expected(log: Path) -> None:
    with log.open("rb") as stream:
        found = [rendered(entry) for entry in sorted(read_log(stream), key=lambda entry: entry.line)]
    assert found == log.with_suffix(".expected").read_text().splitlines()


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_lines_say_the_same_as_a_stream(log: Path) -> None:
    with log.open("rb") as stream:
        of_stream = list(read_log(stream))
    with log.open("rb") as stream:
        assert list(read_log(line for line in stream)) == of_stream
    assert list(read_log(log.read_bytes().split(b"\n"))) == of_stream


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_windows_line_ends_change_nothing(log: Path) -> None:
    with log.open("rb") as stream:
        expected = list(read_log(stream))
    assert list(read_log(BytesIO(log.read_bytes().replace(b"\n", b"\r\n")))) == expected


@pytest.mark.parametrize("row", messages.ROWS, ids=lambda row: f"{row.cause}-{row.needles[0].decode()}")
def test_every_message_of_the_table_is_in_a_fixture(row: messages.Row) -> None:
    assert any((said := messages.classify(line)) and said.row is row for line in lines())


@pytest.mark.parametrize("row", messages.ROWS, ids=lambda row: f"{row.cause}-{row.needles[0].decode()}")
def test_needles_find_what_the_pattern_finds(row: messages.Row) -> None:
    for line in filter(row.pattern.search, lines()):
        assert any(needle in line.lower() for needle in row.needles), line
    assert all(needle == needle.lower() for needle in row.needles)


@pytest.mark.parametrize("needle", tactics.NEEDLES)
def test_every_line_of_an_autotuner_is_in_a_fixture(needle: bytes) -> None:
    assert any(tactics.tactic(line, (needle,)) for line in lines())
