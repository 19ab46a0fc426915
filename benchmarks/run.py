"""Time the tool against its goals and its peers, and print a table.

    python benchmarks/run.py --output docs/benchmarks.md

Run it with the Python that the project is installed for. FlashInfer 0.6.3 and 0.7.4 are fetched unless they were
before. The table says which peers are not here. Takes some ten minutes, most of them nvcc's and W5's.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from measuring import Failed, keep_to, machine, printed, progress
from peers import versions
from table import Row, markdown, peak_memory
from works import TILES, TOOL, WORKS, Bench

from cutlass_lint.analyzer.workspace.releases import ReleaseError


def main() -> None:
    """Measure, print the table, and write it."""
    given = _arguments()
    cores = keep_to(given.jobs)
    repeats = 1 if given.quick else given.repeats
    rows: list[Row] = []
    for name in given.only:
        with tempfile.TemporaryDirectory(prefix="cutlass-lint-benchmarks-") as folder:
            try:
                rows += WORKS[name](Bench(Path(folder), given.jobs, repeats))
            except (Failed, ReleaseError, OSError) as error:
                progress(f"{name}: {error}\n")
                rows.append(Row(name, WORKS[name].__doc__ or "", note=f"failed: {error}"))
    if large := [name for name in given.only if name in ("W1", "W5")]:
        rows.append(peak_memory(rows, large))
    page = markdown(rows, machine() | {"Tool": printed(TOOL, "--version")} | versions(), cores, repeats)
    sys.stdout.write(page)
    if given.output:
        given.output.write_text(page)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", metavar="W1,W3", help="these works only")
    parser.add_argument("--repeats", type=int, choices=range(1, len(TILES) + 1), default=3, metavar="N")
    parser.add_argument("--quick", action="store_true", help="everything once, without W5")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processors to run on, and parses at once")
    parser.add_argument("--output", type=Path, metavar="FILE", help="also write the page here")
    given = parser.parse_args()
    given.only = given.only.split(",") if given.only else [name for name in WORKS if not given.quick or name != "W5"]
    if not WORKS.keys() >= set(given.only):
        parser.error(f"works are {', '.join(WORKS)}")
    return given


if __name__ == "__main__":
    main()
