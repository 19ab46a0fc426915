"""Try every fault on runs of the tool, and tell what came of it.

    python reliability/run.py --output docs/reliability.md

Run it with the Python that the project is installed for, on Linux. Everything is made in temporary folders; disks that
are full or read-only are mounted where only the runs see them, if that is permitted. Takes a quarter of an hour on two
processors, and 1.2 GB of disk; exits with 1 where anything is not as it should be, which standard error tells.
"""

from __future__ import annotations

import argparse
import signal
import sys
from importlib import metadata
from pathlib import Path

import msgspec

sys.path.append(str(Path(__file__).parents[1]))
sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))

from measuring import machine, progress

from reliability.faults import FAULTS
from reliability.page import Results, markdown, row_of
from reliability.runs import GRACE_S
from reliability.scene import Model, Outcome, tried


def main() -> int:
    """Try the faults, print the table, and write it."""
    given = _arguments()
    # A shell starts what runs in the background without; the runs are to be interrupted.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    model = Model()
    ordinary = model.done().seconds
    rows, is_good = [], True
    for name in given.only:
        fault = FAULTS[name]
        times = given.times or (fault.quick if given.quick else fault.times)
        outcomes: list[Outcome] = []
        for number in range(times):
            progress(f"\r{name} {number + 1}/{times} ")
            outcomes.append(tried(fault, model, number, given.seed, quick=given.quick))
            for line in outcomes[-1].bad:
                progress(f"\n  {line}\n")
                is_good = False
        progress("\n")
        rows.append(row_of(fault, outcomes))
    facts = machine() | {"Tool": f"cutlass-lint {metadata.version('cutlass-lint')}"}
    results = Results(facts, given.seed, round(ordinary, 2), tuple(rows))
    page = markdown(results, GRACE_S)
    sys.stdout.write(page)
    if given.output:
        given.output.write_text(page)
        given.output.with_suffix(".json").write_bytes(
            msgspec.json.format(msgspec.json.encode(results), indent=1) + b"\n"
        )
    return int(not is_good)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", metavar="FAULT,...", help=f"of {', '.join(FAULTS)}")
    parser.add_argument("--times", type=int, metavar="N", help="try each so many times")
    parser.add_argument("--quick", action="store_true", help="try each as often, and on as much, as the tests do")
    parser.add_argument("--seed", default="1", metavar="TEXT", help="of what happens by chance; default: 1")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the page here, and a .json beside it")
    given = parser.parse_args()
    given.only = given.only.split(",") if given.only else list(FAULTS)
    if not set(FAULTS) >= set(given.only):
        parser.error(f"faults are {', '.join(FAULTS)}")
    return given


if __name__ == "__main__":
    sys.exit(main())
