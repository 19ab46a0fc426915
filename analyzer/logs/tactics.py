"""Lines of autotuners, which name a runner and a tactic: what failed or was timed, but not which kernel it is.

A tactic is the position in a list that each version of a library makes anew; it is never turned into a kernel.
"""

from __future__ import annotations

import re
from collections.abc import Container
from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct

from cutlass_lint.analyzer.logs.prefixes import printable

Outcome = Literal["skipped", "failed", "timed"]

_RUNNER = rb"(?P<runner>.{1,400}?)"
_TACTIC = rb"(?P<tactic>-?\d{1,9}|\[[^\]]{0,200}\]|\([^)]{0,200}\)|\{[^}]{0,200}\}|None|'[^']{0,80}')"


class Tactic(Struct, frozen=True):
    """An autotuner's line on one tactic; `rest` is the offset of the error that it quotes."""

    outcome: Outcome
    start: int
    rest: int
    runner: str | None
    tactic: str | None
    succeeded: bool


class _Form(Struct, frozen=True):
    outcome: Outcome
    needle: bytes
    pattern: re.Pattern[bytes]


def _form(outcome: Outcome, needle: bytes, pattern: bytes) -> _Form:
    return _Form(outcome, needle, re.compile(pattern))


_FORMS: Final = (
    # FlashInfer from 0.4 on: a warning, from 0.6.8 on for debugging only; from 0.7 on also of rankings.
    _form(
        "skipped",
        b"skipping tactic ",
        rb"Skipping tactic " + _RUNNER + rb" " + _TACTIC + rb"(?:, due to failure(?: while profiling)?:?"
        rb"| while ranking (?:[^\s:]|::){0,200}:|(?=,? *(?:\.{3}|$)))",
    ),
    # The same, cut or shortened by hand.
    _form("skipped", b"skipping tactic ", rb"Skipping tactic (?P<runner>)(?:[^\d\n]{0,80}\b(?P<tactic>\d{1,9})\b)?"),
    # FlashInfer 0.3 (an error), later for debugging below the line above; TensorRT-LLM in its oldest form.
    _form(
        "failed",
        b"failed when profiling ",
        rb"Failed when profiling (?:runner=)?" + _RUNNER + rb"(?:, tactic=| )" + _TACTIC + rb",? shapes="
        rb"(?:.{0,4000}? Error(?: occurred)?: ?|.*)",
    ),
    # FlashInfer from 0.7 on: of near ties that are timed again.
    _form("failed", b"not keeping tactic ", rb"Not keeping tactic " + _RUNNER + rb" " + _TACTIC + rb",[^:]{0,80}:?"),
    # TensorRT-LLM, for debugging.
    _form(
        "failed",
        b"single-pair run failed",
        rb"Single-pair run failed for custom_op=(?:.{0,400}?runner=" + _RUNNER + rb", tactic=" + _TACTIC + rb")?",
    ),
    _form(
        "timed",
        b"candidate: custom_op=",
        rb"Candidate: custom_op=.{0,400}?runner=" + _RUNNER + rb", tactic=" + _TACTIC + rb", shapes=.*?time="
        rb"(?P<time>[\w.+-]{1,40}?) ?ms",
    ),
    # FlashInfer, for debugging; the second where CUPTI takes the time.
    _form(
        "timed",
        b"avg_time",
        rb"(?<!when )(?:cupti-)?profiling " + _RUNNER + rb" " + _TACTIC + rb", shapes=.*?avg_time[ =:]*"
        rb"(?P<time>[\w.+-]{1,40})",
    ),
    _form("timed", b"profiling chosen runner", rb"profiling chosen runner: " + _RUNNER + rb" " + _TACTIC + rb" for "),
)

NEEDLES: Final = tuple(dict.fromkeys(form.needle for form in _FORMS))

_NO_TIMES = frozenset({b"inf", b"nan", b"-inf"})


def tactic(text: bytes, needles: Container[bytes] = NEEDLES) -> Tactic | None:
    """What an autotuner says of one tactic in a text that holds some needles; None where it says nothing."""
    for form in _FORMS:
        if form.needle not in needles:
            continue
        match = form.pattern.search(text)
        if match is None:
            continue
        groups = match.groupdict()
        succeeded = form.outcome == "timed" and groups.get("time", b"0") not in _NO_TIMES
        runner, number = groups["runner"], groups["tactic"]
        return Tactic(
            form.outcome,
            match.start(),
            match.end(),
            runner_name(runner) if runner and runner.strip(b". ") else None,
            printable(number.decode("utf-8", "replace")) if number else None,
            succeeded,
        )
    return None


@lru_cache(maxsize=64)
def runner_name(runner: bytes) -> str:
    """A runner as logged, without the address that Python adds to it."""
    text = printable(" ".join(runner.decode("utf-8", "replace").split()))
    return text.partition(" object at 0x")[0].strip("<>")
