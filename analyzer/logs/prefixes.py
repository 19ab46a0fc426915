"""What loggers, launchers and forums put in front of a line."""

from __future__ import annotations

import re
from typing import Final

_ANSI = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\n]*(?:\x07|\x1b\\)|[@-Z\\^_])")
"""Control sequences of ECMA-48, and what terminals take as a title."""

_FORMS: Final = (
    rb"[ \t]+",
    rb">",  # a quote in a forum
    rb"(?:\^\[)?\[[\d;]{1,12}m",  # a colour that lost its escape character when it was copied
    rb"\(([\w.:/-]{1,80} pid=\d+)(?:, ip=[^)\n]{1,60})?\)",  # vLLM's worker and engine processes; Ray's actors
    rb"\[rank(\d+)\]:",  # torchrun
    rb"\[\d+,(\d+)\]<std(?:out|err)>:",  # mpirun
    rb"([A-Za-z][\w.-]{0,80}) *\| ",  # docker compose; a number is that of a line which a compiler shows
    rb"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.\d]*(?:Z|[+-]\d\d:?\d\d)?(?: \|)?(?=\s)",  # kubectl, docker
    rb"[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d [\w.-]{1,80} ([\w.@/-]{1,80}(?:\[\d+\])?):",  # journald
    rb"[A-Z]{4,8} +\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)? \[?[\w./-]{1,120}:\d+\]",  # vLLM
    rb"\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d((?: [A-Z]{2,6}\d+)*)\]",  # SGLang
    rb"\[\d\d/\d\d/\d{4}-\d\d:\d\d:\d\d\]|\[TRT-LLM\]|\[(RANK \d+)\]|\[[A-Z]\](?=\s)",  # TensorRT-LLM, in any order
    rb"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} - [A-Z]{4,8} - [\w./-]{1,120}:\d+ - [\w.]{1,80}:",  # FlashInfer
    rb"[^|\n]{0,200}\d%\|[^|\n]{0,600}\| *\d+/\d+ \[[^\]\n]{0,80}\]",  # tqdm's bar, which ends without a new line
)
_PREFIX = re.compile(b"|".join(b"(?:" + form + b")" for form in _FORMS))
_MOST = 24
"""Prefixes that one line may have; more are no log's."""


def plain(text: bytes) -> bytes:
    """Text without colours and other terminal control sequences."""
    return _ANSI.sub(b"", text) if b"\x1b" in text else text


def printable(text: str) -> str:
    """Text without characters that could drive a terminal."""
    return text if text.isprintable() else "".join(character for character in text if character.isprintable())


def stripped(line: bytes) -> tuple[bytes, bytes]:
    """Who wrote a line (the processes and ranks that its prefixes name, empty where none does), and what they wrote."""
    who: list[bytes] = []
    start = 0
    for _ in range(_MOST):
        match = _PREFIX.match(line, start)
        if match is None or match.end() == start:
            break
        start = match.end()
        who += (group.strip() for group in match.groups() if group)
    return b" ".join(who), line[start:]
