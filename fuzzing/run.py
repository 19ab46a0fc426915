"""Give every target hostile inputs, and tell what came of it.

    python fuzzing/run.py --inputs 1000000 --jobs 2 --output docs/fuzzing.md

Run it with the Python that the project is installed for, with its dependency group fuzz: atheris makes most of the
inputs, guided by what of the code they reach; where it is not installed, all are hypothesis's. An input that finds a
fault is left in fuzzing/corpora/TARGET. Runs at the lowest priority.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1]))

from cutlass_lint.analyzer.cache.digests import digest_of
from fuzzing.corpora import CORPORA, TARGETS, about, dictionary, kept
from fuzzing.faults import FAULTS
from fuzzing.page import Row, added, markdown

_ROOT = CORPORA.parents[1]
_SLOW = frozenset({"answers", "builds", "dispatch", "launchers", "logs", "sources"})
"""Targets that take a millisecond or more for an input: they get a third as many."""
_BY_HYPOTHESIS = 20
"""One input in so many."""
_SLICE = 5000
"""Inputs that one process of hypothesis makes, which keeps all of them."""
_LONGEST = 2048
"""Bytes of atheris's inputs."""
_MOST_KEPT, _KEPT = 16, 12_000
"""How many further inputs of a target `--keep` leaves, and how many bytes."""
_TRIED = re.compile(r"^(?:#|stat::number_of_executed_units: *)(\d+)", re.MULTILINE)


def main() -> int:
    """Run the targets, print the table, and write it."""
    given = _arguments()
    os.nice(19)
    shares = {name: 1 if name in _SLOW else 3 for name in given.targets}
    numbers = {name: -(-given.inputs * share // sum(shares.values())) for name, share in shares.items()}
    with ThreadPoolExecutor(given.jobs) as pool:
        rows = tuple(pool.map(lambda name: _row(name, numbers[name], keep=given.keep), given.targets))
    record = given.output.with_suffix(".json") if given.output else None
    earlier = msgspec.json.decode(record.read_bytes(), type=tuple[Row, ...]) if record and record.exists() else ()
    summed = added(earlier, rows)
    page = markdown(summed, _versions(), FAULTS)
    sys.stdout.write(page)
    if given.output and record:
        given.output.write_text(page)
        record.write_bytes(msgspec.json.format(msgspec.json.encode(summed), indent=1) + b"\n")
    return int(any(row.faults for row in rows))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"of {', '.join(TARGETS)}; default: all")
    parser.add_argument("--inputs", type=int, default=100_000, metavar="N", help="in all, slow targets have fewer")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="targets at once")
    parser.add_argument("--keep", action="store_true", help="keep small inputs that reach something new, too")
    parser.add_argument(
        "--output",
        type=Path,
        metavar="FILE",
        help="write the page here, with what earlier runs tried: a .json beside it has that",
    )
    given = parser.parse_args()
    given.targets = given.targets or list(TARGETS)
    if not set(TARGETS) >= set(given.targets):
        parser.error(f"targets are {', '.join(TARGETS)}")
    return given


def _row(name: str, number: int, *, keep: bool) -> Row:
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="cutlass-lint-fuzzing-") as scratch:
        folder = Path(scratch)
        by_hypothesis = number // _BY_HYPOTHESIS if find_spec("atheris") else number
        guided, faults = _guided(name, number - by_hypothesis, folder, keep=keep) if by_hypothesis < number else (0, 0)
        structured = 0
        while structured < by_hypothesis and not faults:
            tried, faults = _structured(name, min(_SLICE, by_hypothesis - structured), structured, folder)
            structured += tried
    sys.stderr.write(f"{name}: {guided + structured:,} inputs, {faults} faults\n")
    return Row(name, about(name), guided, structured, time.monotonic() - begun, faults)


def _guided(name: str, number: int, folder: Path, *, keep: bool) -> tuple[int, int]:
    """How many inputs atheris tried, and whether it found a fault, at which it stops."""
    inputs = folder / "inputs"
    inputs.mkdir()
    (CORPORA / name).mkdir(exist_ok=True)
    for file, data in kept(name).items():
        (inputs / file).write_bytes(data)
    options = (
        f"-dict={dictionary(name)}",
        f"-max_len={_LONGEST}",
        "-timeout=30",
        f"-artifact_prefix={CORPORA / name}/",
    )
    done = _python("fuzzing.guided", name, f"-runs={number}", *options, str(inputs), folder=folder)
    if keep and done.returncode == 0:
        _keep(name, inputs)
    return max(map(int, _TRIED.findall(done.stderr)), default=0), _told(name, done)


def _keep(name: str, inputs: Path) -> None:
    """Keep some of the inputs that libFuzzer has left, each of which reaches what none before did: of every length."""
    found = sorted((file.read_bytes() for file in inputs.iterdir()), key=len)
    left = _KEPT
    for data in found[:: -(-len(found) // _MOST_KEPT)]:
        left -= len(data)
        if left > 0 and data not in kept(name).values():
            (CORPORA / name / digest_of(data).hex()[:12]).write_bytes(data)


def _structured(name: str, number: int, seed: int, folder: Path) -> tuple[int, int]:
    """How many inputs hypothesis tried, and whether it found a fault, which it prints."""
    done = _python("fuzzing.structured", name, str(number), str(seed), folder=folder)
    return int(done.stdout.split()[-1]) if done.stdout.split() else 0, _told(name, done)


def _told(name: str, done: subprocess.CompletedProcess[str]) -> int:
    if done.returncode:
        sys.stderr.write(f"{name}: found a fault\n{done.stderr[-3000:]}\n")
    return int(done.returncode != 0)


def _python(module: str, *arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", module, *arguments]
    environment = {**os.environ, "TMPDIR": str(folder)}
    return subprocess.run(
        command, cwd=_ROOT, env=environment, capture_output=True, text=True, errors="replace", check=False
    )


def _versions() -> dict[str, str]:
    names = ("cutlass-lint", *(("atheris",) if find_spec("atheris") else ()), "hypothesis")
    return {
        "Date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "Python": platform.python_version(),
        **{name: metadata.version(name) for name in names},
    }


if __name__ == "__main__":
    sys.exit(main())
