"""Reading logs: whatever the bytes, in constant memory."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Iterator

from hypothesis import example, given
from hypothesis import strategies as st

from cutlass_lint.analyzer.logs import SIZE_CAUSES, Entry, Place, messages, read_log, tactics
from cutlass_lint.analyzer.logs.prefixes import plain, stripped

INIT = b"Failed to initialize cutlass TMA WS grouped gemm. Error: Error Internal"
EVENT = INIT + b" (/src/kernel_group1.generated.cu:%d)\n"
NOISE = b"(EngineCore_DP0 pid=272) INFO 02-03 04:05:06 [loggers.py:127] throughput: 120.0 tokens/s, running: 1\n" * 200

# Pieces that mean something to the reader, to be put together in any way.
PIECES = st.sampled_from(
    [
        *(needle for needle in (*messages.NEEDLES, *tactics.NEEDLES)),
        INIT,
        b"Skipping tactic <a.<locals>.R object at 0x1f> 3, due to failure while profiling: ",
        b"Failed when profiling runner=R, tactic=[1, 2], shapes=[] Error: ",
        b"profiling R 3, shapes=[], avg_time 0.1",
        b" (/a/b.generated.cu:60)",
        b"...M128_BS_group2.generated.cu:60",
        b"1       0x7f00 void f<1>() + 2",
        b"/h/.cache/flashinfer/0.6.3/120a/cached_ops/m/m.so(+0x1) [0x2]",
        b"dispatchMoeGemmSelectClusterShapeTmaWarpSpecialized<a<b>, 1",
        b"x.cu(3): error: ",
        b"at line 53 of /a/b.cu",
        b"Failed to initialize the TMA descriptor 715",
        b"requires 99999999999999999999 bytes shared memory but device supports 1",
        b"CUDA error: an illegal memory access was encountered",
        b"(Worker pid=1) ",
        b"> ",
        b"\x1b[31m",
        b"[2026-02-03 04:05:06 TP0] ",
        b"50%|#| 1/2 [00:00<00:00]",
        b"\r",
        b"\n",
        b" ",
        b"\xff\x00",
        b"[1\x07]",
        b"at line 5 of /a\x07\xff.cu",
    ]
)


def read(log: bytes) -> list[Entry]:
    return list(read_log(io.BytesIO(log)))


def check(log: bytes) -> None:
    for entry in read(log):
        assert 1 <= entry.line <= log.count(b"\n") + 1
        assert len(entry.message) <= 400
        texts = (entry.message, entry.tactic, entry.runner, entry.template, entry.place.file if entry.place else None)
        assert all(text is None or text.isprintable() for text in texts)
        assert entry.label != "working" or entry.cause == "measured"
        assert entry.cause not in SIZE_CAUSES or entry.label != "working"


@given(st.lists(PIECES, max_size=40).map(b"".join))
@example(b"\x1b[")
@example(b"Setting smem size to 999999999999999999999999999")
def test_no_text_of_the_shapes_raises(log: bytes) -> None:
    check(log)


@given(st.binary(max_size=2000))
def test_no_bytes_raise(log: bytes) -> None:
    check(log)
    stripped(plain(log))


@given(st.lists(PIECES, max_size=30).map(b"".join), st.integers(1, 7))
def test_how_a_stream_is_cut_changes_nothing(log: bytes, size: int) -> None:
    class Slow(io.BytesIO):
        def read(self, _size: int | None = -1, /) -> bytes:
            return super().read(size)

    assert list(read_log(Slow(log))) == read(log)


@given(st.lists(PIECES.filter(lambda piece: b"\n" not in piece), max_size=10).map(b"".join), st.integers(0, 30))
def test_lines_count_from_the_start_of_the_log(log: bytes, before: int) -> None:
    moved = read(b"nothing\n" * before + log)
    assert [entry.line - before for entry in moved] == [entry.line for entry in read(log)]


def test_a_long_log_is_read_in_constant_memory() -> None:
    events = 250

    def log() -> Iterator[bytes]:
        for number in range(events):
            yield from NOISE.splitlines(keepends=True)
            yield EVENT % (number + 1)

    tracemalloc.start()
    try:
        count = 0
        for count, entry in enumerate(read_log(log()), 1):
            assert entry.place == Place("/src/kernel_group1.generated.cu", count)
            assert entry.line == count * 201
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert count == events
    assert events * len(NOISE) > 5_000_000
    assert peak < 4_000_000


def test_a_line_without_an_end_is_read_in_constant_memory() -> None:
    class Endless(io.RawIOBase):
        left = 40

        def read(self, size: int = -1, /) -> bytes:
            self.left -= 1
            return b"50%|#####     | 1/2 [00:00<00:00]  " * (size // 35) if self.left > 0 else b""

    tracemalloc.start()
    try:
        assert list(read_log(Endless())) == []  # type: ignore[arg-type]
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 4_000_000


def test_a_message_in_a_very_long_line_is_found() -> None:
    log = b"x" * 100_000 + b" " + INIT + b" (/a/b.cu:7) " + b"y" * 100_000
    (entry,) = read(log)
    assert (entry.place, entry.line, len(entry.message)) == (Place("/a/b.cu", 7), 1, 400)


def test_a_message_with_escaped_line_ends_is_one_entry() -> None:
    frames = rb"\n2 0x1 /h/.cache/flashinfer/0.7.4/120f/cached_ops/fused_moe_120/fused_moe_120.so(+0x1) [0x2]"
    (entry,) = read(b'{"message": "' + INIT + b" (/a/b.cu:7)" + frames + b'"}\n')
    assert (entry.place, entry.release, entry.arch, entry.module) == (
        Place("/a/b.cu", 7),
        "0.7.4",
        "120f",
        "fused_moe_120",
    )


def test_frames_of_another_trace_are_not_added() -> None:
    frame = b"%d       0x7f00 /h/.cache/flashinfer/%s/120a/cached_ops/m/m.so(+0x1) [0x2]\n"
    (entry,) = read(EVENT % 1 + frame % (5, b"0.6.3") + frame % (1, b"0.7.4"))
    assert entry.release == "0.6.3"


def test_what_comes_much_later_is_not_added() -> None:
    (entry,) = read(INIT + b"\n" + b"nothing\n" * 10 + b"(/a/b.cu:7)\n")
    assert entry.place is None


def test_two_that_time_the_same_tactic_are_two_entries() -> None:
    line = b"Skipping tactic R 3, due to failure while profiling: " + INIT + b"\n"
    assert [entry.line for entry in read(line * 3)] == [1, 2, 3]


def test_many_processes_are_told_apart() -> None:
    heads = [b"(Worker pid=%d) Skipping tactic R %d, due to failure while profiling:\n" % (n, n) for n in range(100)]
    texts = [b"(Worker pid=%d) " % n + EVENT % n for n in range(100)]
    found = {entry.tactic: entry for entry in read(b"".join(a + b for a, b in zip(heads, texts, strict=True)))}
    assert all(found[str(n)].place == Place("/src/kernel_group1.generated.cu", n) for n in range(100))


def test_the_source_that_a_compiler_shows_is_no_event_of_its_own() -> None:
    text = b"Could not build a collective for given parameters."
    log = b'/c/decl.hpp:77:5: error: static assertion failed: %s\n   77 |   static_assert(no, "%s");\n      |   ^\n' % (
        text,
        text,
    )
    assert [entry.cause for entry in read(log)] == ["assertion"]


def test_a_status_after_another_failure_is_its_own_event() -> None:
    log = b"CUDA out of memory. Tried to allocate 2 GiB\nRuntimeError: Error Internal\n"
    assert [(entry.cause, entry.label) for entry in read(log)] == [("memory", None), ("initialize", "failing")]


def test_the_process_that_lost_its_context_may_be_named_in_the_line_above() -> None:
    head = b"[2026-02-03 04:05:06 TP%d] Skipping tactic R 3, due to failure while profiling: "
    log = (
        head % 0
        + b"\nCUDA error: an illegal memory access was encountered\n"
        + head % 0
        + INIT
        + b"\n"
        + head % 1
        + INIT
    )
    assert [(entry.cause, entry.reliable) for entry in read(log)] == [
        ("context-lost", True),
        ("initialize", False),
        ("initialize", True),
    ]
