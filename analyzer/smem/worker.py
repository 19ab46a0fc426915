"""One parse by libclang, as the body of a process of its own: a crash, hang or memory hog costs that parse only.

Reads a `Job` from standard input and writes a `Parsed` to standard output, both msgpack. Arguments are the number of
the process that waits for it, and a file for what libclang itself prints: the layouts of records, where its own
arguments ask for them.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from contextlib import suppress
from pathlib import Path

import msgspec
from clang import cindex

from cutlass_lint.analyzer.smem.jobs import Job, Parsed
from cutlass_lint.analyzer.smem.translation import read

_INCOMPLETE = cindex.TranslationUnit.PARSE_INCOMPLETE
_PREPROCESSING_RECORD = cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD
_SKIP_BODIES = cindex.TranslationUnit.PARSE_SKIP_FUNCTION_BODIES
# clang-c/Index.h: CXTranslationUnit_ForSerialization
_FOR_SERIALIZATION = 0x10
_KEEP_GOING = 0x200
# linux/prctl.h: a parse must not outlive the run that waits for it.
_PR_SET_PDEATHSIG = 1
# An answer is a few megabytes, a precompiled header or the layouts of all records a hundred.
_MOST_ANSWERED = 256 << 20
_MOST_WRITTEN = 1 << 30
# linux/oom.h: OOM_SCORE_ADJ_MAX, so that of all processes this one goes where memory is short.
_OOM_SCORE_ADJ_MAX = 1000


def parse(job: Job) -> Parsed:
    """Run libclang on a job. Raises cindex.TranslationUnitLoadError where it makes no unit of it at all."""
    options = _INCOMPLETE | _FOR_SERIALIZATION | _SKIP_BODIES if job.precompiled else _PREPROCESSING_RECORD
    if job.record:
        options |= _PREPROCESSING_RECORD
    if job.keep_going:
        options |= _KEEP_GOING
    if job.specialized_in:
        options |= _SKIP_BODIES
    unit = cindex.Index.create().parse(
        job.main, args=list(job.arguments), unsaved_files=list(job.files.items()), options=options
    )
    return read(unit, job)


def main() -> None:
    """Serve one job of the process that is named, and end with it."""
    parent, output = int(sys.argv[1]), sys.argv[2] if sys.argv[2:] else os.devnull
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it ended before this one could ask to be told
        sys.exit("nobody waits for it")
    job = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Job)
    _limit(job)
    answer = os.dup(1)
    with open(output, "wb") as printed:  # noqa: PTH123 - a device or a plain path
        os.dup2(printed.fileno(), 1)
    encoded = msgspec.msgpack.encode(parse(job))
    if len(encoded) > _MOST_ANSWERED:
        sys.exit(f"its answer is larger than {_MOST_ANSWERED >> 20} MB")
    with os.fdopen(answer, "wb") as stream:
        stream.write(encoded)
    if (
        not job.layouts
    ):  # what libclang prints is written when it ends; to take down what it built takes a tenth of a second
        os._exit(0)


def _limit(job: Job) -> None:
    """Have the system refuse what is beyond a job's means. Time is up to the process that waits."""
    for what, most in (
        (resource.RLIMIT_AS, job.memory),
        (resource.RLIMIT_FSIZE, _MOST_WRITTEN),
        (resource.RLIMIT_CORE, 0),
    ):
        _, allowed = resource.getrlimit(what)
        limit = most if allowed == resource.RLIM_INFINITY else min(most, allowed)
        resource.setrlimit(what, (limit, limit))
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(str(_OOM_SCORE_ADJ_MAX), "ascii")


if __name__ == "__main__":
    main()
