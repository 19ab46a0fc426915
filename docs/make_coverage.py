"""Write docs/coverage.json and docs/coverage.md: what becomes of every instantiation of five FlashInfer releases.

    python docs/make_coverage.py [VERSION ...]

Sizes everything that each release generates for each of its devices, module by module; takes an hour or
two on two cores.
Modules that coverage.json has already are not sized again: remove the file, or a module's entry, to have them anew.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cutlass_lint.analyzer.devices import parse_device
from cutlass_lint.analyzer.model import Kernel, Module
from cutlass_lint.analyzer.smem.frontend import Settings
from cutlass_lint.analyzer.smem.resolve import resolve
from cutlass_lint.analyzer.sources import read_source
from cutlass_lint.analyzer.workspace import discover, releases

VERSIONS = ("0.3.1", "0.5.3", "0.6.3", "0.6.8", "0.7.4")
DEVICES = ("89", "90", "100", "103", "110", "120", "121")
RECORDS = Path(__file__).with_name("coverage.json")
TABLE = Path(__file__).with_name("coverage.md")
STATUSES = ("sized", "rejected", "disabled", "not-sized", "unknown")

Record = dict[str, Any]


def main(versions: tuple[str, ...]) -> None:
    """Size what is not on record yet, and write the table."""
    records: dict[str, Record] = json.loads(RECORDS.read_text()) if RECORDS.exists() else {}
    for version in versions:
        release = releases.fetch(f"flashinfer=={version}", progress=print)
        for device in DEVICES:
            for module in modules(release, device):
                key = f"{version}/{device}/{module.name}"
                if key not in records:
                    records[key] = counted(module)
                    print(key, json.dumps(records[key]), file=sys.stderr)
                    RECORDS.write_text(json.dumps(records, indent=1, sort_keys=True) + "\n")
    TABLE.write_text("\n".join(table(records)) + "\n")


def modules(release: Path, device: str) -> Iterator[Module]:
    """The modules that a release generates for a device."""
    try:
        cache = releases.generate(release, parse_device(device)).cache
    except releases.ReleaseError as error:
        print(error, file=sys.stderr)
        return
    yield from discover(cache, device=parse_device(device)).modules


def counted(module: Module) -> Record:
    """The kernels of one module by launcher and status, with the reasons for those that have no size."""
    sources = {file: read_source(Path(file)) for file in module.sources}
    launchers: dict[str, Counter[str]] = {}
    reasons: dict[str, int] = Counter()
    for kernel in resolve([module], sources, Settings(jobs=2)):
        counts = launchers.setdefault(kernel.instantiation.launcher, Counter())
        counts[kernel.status] += 1
        counts["overflow"] += kernel.verdict == "overflow"
        if kernel.status != "sized":
            reasons[f"{kernel.status}: {reason(kernel)}"] += 1
    instantiations = sum(len(source.instantiations) for source in sources.values())
    return {
        "instantiations": instantiations,
        "launchers": {name: dict(counts) for name, counts in sorted(launchers.items())},
        "reasons": dict(sorted(reasons.items())),
    }


def reason(kernel: Kernel) -> str:
    """Why a kernel has no size, without the place where the headers lie."""
    text = kernel.reason or ""
    head, separator, rest = text.partition(": ")
    return f"{Path(head).name}: {rest}" if separator and head.startswith("/") else text


def table(records: dict[str, Record]) -> Iterator[str]:
    """The records as Markdown."""
    yield "# What becomes of every instantiation"
    yield ""
    yield "Made by `docs/make_coverage.py` from what each FlashInfer release generates for each of its devices. Counts"
    yield "are of kernels; an instantiation may make several. An overflow is a sized kernel that is larger than its"
    yield "device allows, those that an occupancy query keeps from running included."
    yield ""
    yield "| release | device | module | instantiations | " + " | ".join((*STATUSES, "overflow")) + " |"
    yield "|---|---|---|" + "---:|" * (len(STATUSES) + 2)
    for key, record in sorted(records.items(), key=order):
        version, device, module = key.split("/")
        totals = sum((Counter(counts) for counts in record["launchers"].values()), Counter())
        numbers = (record["instantiations"], *(totals[s] for s in (*STATUSES, "overflow")))
        yield f"| {version} | {device} | {module} | " + " | ".join(f"{number:,}" for number in numbers) + " |"
    yield ""
    yield "## Why kernels have no size"
    yield ""
    yield "| kernels | reason | where |"
    yield "|---:|---|---|"
    totals: Counter[str] = Counter()
    places: dict[str, list[str]] = {}
    for key, record in sorted(records.items(), key=order):
        totals.update(record["reasons"])
        for text in record["reasons"]:
            places.setdefault(text, []).append(key)
    for text, count in sorted(totals.items(), key=lambda item: (item[0].partition(":")[0], -item[1])):
        more = f" and {len(places[text]) - 1} more" if len(places[text]) > 1 else ""
        yield f"| {count:,} | {text.replace('|', chr(92) + '|')} | {places[text][0]}{more} |"


def order(item: tuple[str, Record]) -> tuple[list[int], int, str]:
    """Sort by release, device and module."""
    version, device, module = item[0].split("/")
    return [int(part) for part in version.split(".")], int(device), module


if __name__ == "__main__":
    main(tuple(sys.argv[1:]) or VERSIONS)
