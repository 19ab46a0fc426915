"""Checks of what reads sources and lays types out: without it no kernel can be sized."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys

import msgspec

from cutlass_lint.analyzer.doctor.checks import Check
from cutlass_lint.analyzer.doctor.probes import Answer

_SECONDS = 180
_ADDRESS_SPACE = 2 << 30
"""Bytes: the largest parse of FlashInfer's kernels, of SM100, has 1.2 GB resident."""
_PLACE = "LIBCLANG_LIBRARY_PATH"
"""Where the Python bindings look for libclang in place of their own folder."""


def grammar() -> Check:
    """Whether tree-sitter reads an instantiation."""
    answer = _ask("grammar")
    if answer.exception:
        packages = "tree-sitter tree-sitter-cpp"
        return Check("grammar", "error", f"tree-sitter: {_reason(answer)}", _reinstall(packages))
    facts = answer.facts
    found = f"tree-sitter {facts['tree_sitter']}, tree-sitter-cpp {facts['tree_sitter_cpp']}"
    return Check("grammar", "ok", found, facts={**facts})


def library() -> Check:
    """Whether libclang is there and loads."""
    answer = _ask("library")
    if answer.exception:
        remedy = _reinstall("libclang")
        if place := os.environ.get(_PLACE):
            remedy = f"unset {_PLACE}, which is {place}; else {remedy}"
        return Check("libclang", "error", _reason(answer), remedy)
    return Check("libclang", "ok", f"{answer.facts['version']}, {answer.facts['path']}", facts={**answer.facts})


def parse() -> Check:
    """Whether the front end finds the size of a small type."""
    answer = _ask("parse")
    if answer.exception:
        return Check("front end", "error", _reason(answer), _remedy())
    found = f"finds the size of a type with the built-in headers, in {answer.facts['seconds']} s"
    _, allowed = resource.getrlimit(resource.RLIMIT_AS)
    if allowed != resource.RLIM_INFINITY and allowed < _ADDRESS_SPACE:
        found += f"; {_ADDRESS_SPACE >> 20:,} MB of address space, which large kernels take, it may not have"
        return Check("front end", "warning", found, _remedy(), {**answer.facts})
    return Check("front end", "ok", found, facts={**answer.facts})


def _ask(probe: str) -> Answer:
    """Run a probe in a process of its own."""
    # -P: nothing in the current folder may stand in for a module.
    command = [sys.executable, "-P", "-m", "cutlass_lint.analyzer.doctor.probes", probe]
    try:
        done = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False)  # noqa: S603 - our own module
    except subprocess.TimeoutExpired:
        return Answer(exception="TimeoutExpired", message=f"it takes longer than {_SECONDS} s")
    except OSError as error:
        return Answer(exception="OSError", message=f"no process can be started: {error.strerror or error}")
    try:
        return msgspec.json.decode(done.stdout, type=Answer)
    except msgspec.DecodeError:
        return Answer(exception="Crash", message=_ending(done.returncode, done.stderr))


def _ending(status: int, output: bytes) -> str:
    if status < 0:
        return f"it crashes: {signal.strsignal(-status) or f'signal {-status}'}"
    lines = output.decode("utf-8", "replace").strip().splitlines()
    return lines[-1] if lines else f"it ends with exit status {status}"


def _reason(answer: Answer) -> str:
    """One line, without what the bindings advise those who write programs."""
    return " ".join(answer.message.partition(". To provide a path to libclang")[0].split()) or answer.exception


def _reinstall(packages: str) -> str:
    return f"{sys.executable} -m pip install --force-reinstall {packages}"


def _remedy() -> str:
    """What may keep a library that loads from parsing."""
    if sys.platform != "linux":
        return "run cutlass-lint on Linux, such as in a container: its front end needs it"
    if resource.getrlimit(resource.RLIMIT_AS)[1] != resource.RLIM_INFINITY:
        return "raise the limit of the address space that this shell sets: ulimit -v"
    return "report it with what `cutlass-lint doctor --output-format json` says"
