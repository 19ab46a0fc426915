"""The project that runs are about: launchers, headers and sources in a folder, in several versions, and its reports."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

_FIXTURES = Path(__file__).parents[1] / "fixtures"
_CALL = "INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, {}, {}, {}, 128, false);"
_LAUNCHER, _BASE = "launchers/moe_launcher.inl", "cutlass/include/cutlass/cutlass.h"
_OWN = """#include "direct/config.h"
#include "cutlass/gemm/device/gemm_universal_adapter.h"
using Gemm = cutlass::gemm::device::GemmUniversalAdapter<
    Config<Tile<128, 112, 128>, cutlass::epilogue::fusion::Finalize>::GemmKernel>;
int main() { return int(Gemm().run({})); }
"""


def source(*kernels: tuple[str, int, int]) -> str:
    """A source with a kernel a line from the third on, each of another fusion, M and N."""
    calls = (_CALL.format(*kernel) for kernel in kernels)
    return "\n".join(['#include "launchers/moe_launcher.inl"', "namespace moe {", *calls, "}  // namespace moe", ""])


# It fits, overflows, and is refused.
_MOE = source(("NONE", 128, 112), ("FINALIZE", 128, 112), ("NONE", 128, 16), ("NONE", 64, 80), ("FINALIZE", 64, 80))
VERSIONS: dict[str, tuple[str, str, str]] = {
    "source": ("sources/moe.cu", "NONE, 128, 112", "NONE, 128, 128"),
    "launcher": (_LAUNCHER, "8, cutlass::half_t, void", "8, cutlass::float_e2m1_t, void"),
    "header": (_BASE, "unsigned short storage;", "unsigned char storage[3];"),
}
"""What another version of the project has otherwise: the file, the text, and the other text."""


class Report(Struct, frozen=True):
    """What a run says, but for paths."""

    kernels: tuple[dict[str, object], ...] = ()
    findings: tuple[dict[str, object], ...] = ()
    problems: tuple[dict[str, object], ...] = ()


def make(folder: Path, version: str = "", more: Mapping[str, bytes] | None = None) -> None:
    """Write a version of the project, with more files in its folder of sources."""
    for name in ("cutlass", "launchers"):
        shutil.copytree(_FIXTURES / name, folder / name)
    (folder / "sources" / "direct").mkdir(parents=True)
    shutil.copy(_FIXTURES / "direct" / "config.h", folder / "sources" / "direct")
    (folder / "sources" / "own.cu").write_text(_OWN)
    (folder / "sources" / "moe.cu").write_text(_MOE)
    (folder / "sources" / "more.cu").write_text(source(("NONE", 128, 48), ("FINALIZE", 128, 96)))
    for name in VERSIONS:
        (folder / VERSIONS[name][0]).write_bytes(text(name, is_other=name == version))
    for file, data in (more or {}).items():
        (folder / "sources" / file).write_bytes(data)


def text(version: str, *, is_other: bool) -> bytes:
    """A file in one or the other of its versions, which are of the same length."""
    file, old, new = VERSIONS[version]
    plain = _MOE if file.endswith(".cu") else (_FIXTURES / file).read_text()
    if old not in plain:
        raise ValueError(f"{file} has no {old!r} that another version could have otherwise")
    longest = max(len(plain), len(plain.replace(old, new)))
    return (plain.replace(old, new) if is_other else plain).ljust(longest, "\n").encode()


_PLACES = ("id", "file", "module")
_TOLD = ("unknown", "sized")
"""Statuses that come with a reason where something is not known."""
_CLOSER = ("layout", "stage_budget", "refit", "reason")
"""What a sized kernel lacks where only the closer look at it failed, which its reason tells."""


def _told(kernel: Mapping[str, object]) -> tuple[str, dict[str, object]]:
    key = f"{kernel['launcher']} {kernel['arguments']} at line {kernel['line']}"
    return key, {name: value for name, value in kernel.items() if name not in _PLACES}


def _sure(record: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in record.items() if name not in _CLOSER}


def _by_kernel(report: Report) -> dict[str, dict[str, object]]:
    """Kernels by what they are, wherever they are: each of the project is another."""
    return dict(map(_told, report.kernels))


class Differences(Struct, frozen=True):
    """What a report has otherwise than it should, and what it lacks, without saying so."""

    wrong: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()


def nothing(_file: str) -> bool:
    """What a run may say that it does not know, where it has to know everything."""
    return False


def differences(found: Report, expected: Sequence[Report], may_lack: Callable[[str], bool] = nothing) -> Differences:
    """Compare a report with one, or with several of which each kernel may be that of any.

    Files that `may_lack` kernels have some that are unknown with a reason, or are named by a problem. Findings that are
    about one kernel may then lack with it, and others, which count kernels, count otherwise.
    """
    kernels, versions = _by_kernel(found), [_by_kernel(report) for report in expected]
    wrong: list[str] = []
    lacks: list[str] = []
    if len(kernels) < len(found.kernels):
        wrong.append("a kernel is there twice")
    told = {str(kernel["id"]) for kernel in found.kernels if kernel["reason"] and kernel["status"] in _TOLD}
    for kernel in found.kernels:
        name, record = _told(kernel)
        known = [version[name] for version in versions if name in version]
        is_told = kernel["id"] in told and may_lack(str(kernel["file"]))
        if record in known or (is_told and (kernel["status"] == "unknown" or _sure(record) in map(_sure, known))):
            continue
        what = f"{name} is {kernel['status']}, {kernel['reason']}: {kernel['sizes']}"
        (lacks if kernel["id"] in told else wrong).append(what)
    named = {file for problem in found.problems if may_lack(file := str(problem["file"]))}
    places = {_told(kernel)[0]: kernel for kernel in expected[0].kernels}
    # A source that makes its kernels itself has one that is unknown in place of those that it makes.
    instead = told if may_lack is not nothing else set()
    lacks += [
        f"{name} is missing"
        for name in set(places).intersection(*versions) - set(kernels)
        if places[name]["file"] not in named and places[name]["id"] not in instead
    ]
    is_part = may_lack is not nothing and bool(told or named)
    wrong += _otherwise(found, expected, told if is_part else frozenset(), counts=not is_part)
    return Differences(tuple(wrong), tuple(lacks))


def _otherwise(
    found: Report, expected: Sequence[Report], unknown: Collection[object], *, counts: bool
) -> Iterator[str]:
    """Findings that are there and should not be, and the other way round; of several reports, those of any may be."""
    counts = counts and len(expected) == 1
    told, *versions = (
        {
            f"{f['rule']} at line {f['line']}: {f['message']}": f["kernel"]
            for f in report.findings
            if counts or f["kernel"]
        }
        for report in (found, *expected)
    )
    yield from (f"finding {name}" for name in told if not any(name in version for version in versions))
    everywhere = set(versions[0]).intersection(*versions)
    yield from (f"no finding {name}" for name in everywhere if name not in told and versions[0][name] not in unknown)
