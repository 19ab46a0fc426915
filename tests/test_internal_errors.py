"""Errors that no command expects: one line on standard error, a file with the details, exit code 2; no traceback."""

from __future__ import annotations

import errno
import gc
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cutlass_lint.analyzer.cli import main

FIXTURES = Path(__file__).parents[1] / "fixtures"
SOURCE = FIXTURES / "instantiations" / "moe.cu"
INPUT = [str(SOURCE), "--headers", str(FIXTURES), "--arch", "120"]
NAMED = [f"{SOURCE}:5", "--headers", str(FIXTURES), "--arch", "120"]
# What the commands call on their way from the arguments to the output, as the modules name it that call it.
READING = ["requests.discover", "pipeline.read_source", "pipeline.KernelGraph"]
SIZING = ["smem.resolve.Workers", "smem.resolve.classify", "smem.resolve.units", "smem.sizing.attribute"]
PLACES: dict[tuple[str, ...], list[str]] = {
    ("check", *INPUT): [*READING, *SIZING, "recall.digest_of", "cache.answers.Cache.get", "config.find"],
    ("diff", *INPUT): [*READING[:2], *SIZING, "diff.comparisons"],
    ("graph", *INPUT, "--graph-format", "dot"): [*READING, *SIZING],
    ("explain", *NAMED): [*READING[:2], *SIZING, "explain.chosen"],
    ("fit", *NAMED, "--vary", "CTA_N=64"): [*READING[:2], *SIZING, "fit.whatif.rewritten"],
    ("doctor",): ["doctor.examine"],
    ("rule", "SMEM"): ["triage.selection.meant"],
    ("cache", "info"): ["cache.answers.Cache.info"],
    ("cache", "clear"): ["cli.caching.folder_of"],
    ("completion", "bash"): ["cli.completion._Bash.source"],
}
ERRORS = {
    "plain": ValueError("a\nb \x1b[31m\udcff" + "c" * 10_000),
    "memory": MemoryError(),
    "recursion": RecursionError("maximum recursion depth exceeded"),
    "pipe": BrokenPipeError(errno.EPIPE, "Broken pipe"),
    "system": PermissionError(errno.EACCES, "Permission denied", "/a"),
}


@pytest.fixture(autouse=True)
def _as_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What the program sets for its whole process."""
    handlers = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)}
    thresholds, hook = gc.get_threshold(), sys.unraisablehook
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    yield
    for number, handler in handlers.items():
        signal.signal(number, handler)
    sys.unraisablehook = hook
    gc.set_threshold(*thresholds)


def raising(error: Exception) -> Callable[..., None]:
    def raise_it(*_arguments: object, **_named: object) -> None:
        raise error

    return raise_it


def ended(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> object:
    monkeypatch.setattr("sys.argv", ["cutlass-lint", *arguments])
    with pytest.raises(SystemExit) as exit_:
        main()
    return exit_.value.code


CASES = [
    pytest.param(command, place, error, id=f"{command[0]}-{place}-{kind}")
    for command, places in PLACES.items()
    for place in places
    for kind, error in ERRORS.items()
    if kind == "plain" or place == places[0]
]


@pytest.mark.parametrize(("arguments", "place", "error"), CASES)
def test_an_internal_error_is_one_line_that_says_where_its_details_are(
    arguments: tuple[str, ...],
    place: str,
    error: Exception,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(f"cutlass_lint.analyzer.{place}", raising(error))
    assert ended(monkeypatch, *arguments) == 2
    output, said = capfd.readouterr()
    assert output == ""
    match = re.fullmatch(r"cutlass-lint: internal error: (.{1,310}); please report it with (/\S+\.log)\n", said)
    assert match, said
    assert match[1].isprintable()
    details = Path(match[2]).read_text()
    assert details.startswith("Traceback")
    assert "in raise_it" in details


def test_an_error_whose_details_cannot_be_kept_is_one_line_too(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("cutlass_lint.analyzer.triage.selection.meant", raising(ValueError("no")))
    full = OSError(errno.ENOSPC, "No space left on device")
    monkeypatch.setattr("tempfile.NamedTemporaryFile", raising(full))
    assert ended(monkeypatch, "rule", "SMEM") == 2
    said = capfd.readouterr().err
    assert said == (
        "cutlass-lint: internal error: ValueError('no'); its details cannot be written: No space left on device\n"
    )


@pytest.mark.parametrize(
    "arguments", [["--version"], ["rule", "--all", "--output-format", "json"], ["check", "--help"]]
)
def test_a_full_disk_is_no_internal_error(arguments: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "cutlass_lint", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (2, "cutlass-lint: cannot write the output: No space left on device\n")


def test_an_error_that_nobody_can_be_told_of_still_has_its_exit_code(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "cutlass_lint", str(tmp_path / "nowhere")]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=full, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")


def test_a_reader_that_has_gone_is_no_error_of_ours() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "cutlass_lint", "rule", "--all"]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, "")
