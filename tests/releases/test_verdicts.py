"""What nvcc accepts and refuses, configuration by configuration (fixtures/truth/verdicts.csv).

Each configuration takes the place of an instantiation in a source that the release generates, as `ask_nvcc.py` had it.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path

import msgspec
import pytest

from cutlass_lint.analyzer.devices import parse_device
from cutlass_lint.analyzer.model import Instantiation, Kernel, Module
from cutlass_lint.analyzer.smem.frontend import Settings
from cutlass_lint.analyzer.smem.resolve import resolve
from cutlass_lint.analyzer.sources import read_source
from cutlass_lint.analyzer.workspace import discover, releases

VERDICTS = Path(__file__).parents[2] / "fixtures" / "truth" / "verdicts.csv"

ENOUGH = 30
"""So many configurations are refused, and so many accepted."""

Group = tuple[str, str, str]
Verdict = tuple[str, str]


def truth() -> dict[Group, dict[str, Verdict]]:
    """For each release, device and launcher: arguments, and nvcc's verdict with the assertion's text."""
    groups: dict[Group, dict[str, Verdict]] = defaultdict(dict)
    with VERDICTS.open(newline="") as file:
        for row in csv.DictReader(file):
            group = (row["release"], row["device"], row["launcher"])
            groups[group][row["arguments"]] = (row["verdict"], row["assertion"])
    return dict(groups)


def replaced(text: bytes, found: tuple[Instantiation, ...], one: Instantiation, calls: list[str]) -> bytes:
    """The source with the calls where one instantiation was, and without the others."""
    for other in sorted(found, key=lambda other: -other.start_byte):
        new = "\n".join(calls) if other is one else ""
        text = text[: other.start_byte] + new.encode() + text[other.end_byte :]
    return text


def written(modules: tuple[Module, ...], launcher: str, configurations: list[str], folder: Path) -> Module:
    """A module of one source, a generated one that has these configurations of a launcher in it instead of its own."""
    for module in modules:
        for file in module.sources:
            source = read_source(Path(file))
            for one in source.instantiations:
                if one.launcher == launcher and one.form == "macro":
                    calls = [f"{launcher}({configuration})" for configuration in configurations]
                    path = folder / Path(file).name
                    path.write_bytes(replaced(Path(file).read_bytes(), source.instantiations, one, calls))
                    return msgspec.structs.replace(module, sources=(str(path),))
    raise AssertionError(f"nothing generated instantiates {launcher}")


def verdict(kernels: list[Kernel]) -> str:
    """What is said of one configuration, all the kernels that it makes together."""
    (status,) = {kernel.status for kernel in kernels}
    return {"sized": "accepted", "rejected": "refused"}.get(status, f"{status}: {kernels[0].reason}")


def test_there_are_enough() -> None:
    verdicts = [verdict for group in truth().values() for verdict, _ in group.values()]
    assert min(verdicts.count("accepted"), verdicts.count("refused")) >= ENOUGH


@pytest.mark.parametrize("group", truth(), ids="-".join)
def test_the_verdict_is_nvccs(group: Group, tmp_path: Path) -> None:
    version, device, launcher = group
    expected = truth()[group]
    cache = releases.generate(releases.fetch(f"flashinfer=={version}"), parse_device(device)).cache
    modules = discover(cache, device=parse_device(device)).modules
    module = written(modules, launcher, list(expected), tmp_path)
    sources = {file: read_source(Path(file)) for file in module.sources}
    answered: dict[str, list[Kernel]] = defaultdict(list)
    for kernel in resolve([module], sources, Settings(jobs=2, deep=True)):
        answered[", ".join(kernel.instantiation.arguments)].append(kernel)
    assert {arguments: verdict(kernels) for arguments, kernels in answered.items()} == {
        arguments: verdict for arguments, (verdict, _) in expected.items()
    }
    for arguments, (_, assertion) in expected.items():
        assert all(assertion.strip('"') in (kernel.reason or "") for kernel in answered[arguments]), arguments
