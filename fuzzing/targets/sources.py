"""Sources: instantiations, what stands before them, and the comments that suppress findings."""

from __future__ import annotations

from pathlib import Path

from cutlass_lint.analyzer import unsaved
from cutlass_lint.analyzer.sources import read_source
from cutlass_lint.analyzer.sources.contexts import contexts
from cutlass_lint.analyzer.sources.suppressions import read_suppressions

_FILE = "/fuzzing/kernels.generated.cu"
FIXTURES = ("sources/*.cu", "instantiations/*.cu", "direct/*.cu")


def target(data: bytes) -> None:
    """Every instantiation is told with its bytes, its lines and its context, and without them it is not there."""
    with unsaved.opened(_FILE, data):
        source = read_source(Path(_FILE))
        before = contexts(source)
        suppressions, invalid = read_suppressions(_FILE)
    lines = data.count(b"\n") + 1
    last = 0
    for found in source.instantiations:
        assert last <= found.start_byte < found.end_byte <= len(data)
        last = found.end_byte
        assert data.startswith((found.launcher.encode(), b"template"), found.start_byte)
        assert found.line == data.count(b"\n", 0, found.start_byte) + 1 <= found.end_line <= lines
        assert all("\n" not in argument or 'R"' in argument for argument in found.arguments)
        assert all(0 < guard.line <= found.line for guard in found.guards)
        assert before[found][-1]
    assert len(before) == len(source.instantiations)
    assert all(problem.line <= lines and problem.message and problem.remedy for problem in source.problems)
    assert source.problems or b"\0" not in data
    for one in suppressions:
        assert one.rules
        assert one.location.line <= lines
        assert one.line in (0, *range(one.location.line, lines + 1))
    assert all(problem.line <= lines for problem in invalid)
    if source.instantiations and not source.problems:
        _blank(data, source.instantiations[-1].start_byte, source.instantiations[-1].end_byte, last=len(before) - 1)


def _blank(data: bytes, start: int, end: int, *, last: int) -> None:
    blank = bytes(byte if byte in b"\r\n" else 0x20 for byte in data[start:end])
    with unsaved.opened(_FILE, data[:start] + blank + data[end:]):
        assert len(read_source(Path(_FILE)).instantiations) == last
