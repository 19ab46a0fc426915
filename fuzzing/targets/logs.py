"""Logs: events, the kernels that they name, and the symbols that they miss."""

from __future__ import annotations

from io import BytesIO

from cutlass_lint.analyzer.groups.names import differences, distance, read_name
from cutlass_lint.analyzer.logs import matched, read_log
from fuzzing.scratch import kernels

FIXTURES = ("logs/*.log",)


def target(data: bytes) -> None:
    """Each event is told once, in one printable line, in the log's lines, however its bytes come."""
    entries = list(read_log(BytesIO(data)))
    assert entries == list(read_log(data.split(b"\n") if b"\r" not in data else BytesIO(data)))
    for entry in entries:
        assert 1 <= entry.line <= data.count(b"\n") + data.count(b"\r") + 1
        assert len(entry.message) <= 400
        shown = (entry.message, entry.tactic, entry.runner, entry.symbol, entry.command, entry.template)
        assert all(text is None or text.isprintable() for text in shown)
        assert entry.place is None or (entry.place.line >= 0 and entry.place.file)
        name = read_name(entry.symbol) if entry.symbol else None
        if name is not None:
            assert differences(name, name, ()) == ()
            assert distance(()) == (0, 0, 0)
    found = matched(entries, kernels())
    assert sum(found.counts.values()) == len(entries)
    assert found.entries.keys() <= {kernel.id for kernel in kernels()}
    assert found.labels.keys() <= found.entries.keys()
