"""Whatever is edited between runs: with a cache that all of them share, each tells what it tells without one."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from cached_copy import BASE, CALL, CUTLASS, HALF_BYTES, LAUNCHER, SETTLED_NS, SIZES, Copy, Told, forget, plain
from cached_copy import instantiating as source
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from cutlass_lint.analyzer.cache import identity, states
from cutlass_lint.analyzer.cache.answers import Cache
from cutlass_lint.analyzer.devices import parse_device
from cutlass_lint.analyzer.pipeline import lint
from cutlass_lint.analyzer.requests import Request
from cutlass_lint.analyzer.smem.frontend import Settings
from cutlass_lint.analyzer.workspace.extra_flags import extra_flags
from cutlass_lint.reports import json_report

TENSOR, KERNEL = "cutlass/include/cute/tensor.hpp", f"{CUTLASS}/gemm/kernel/gemm_universal.hpp"
EPILOGUE = "cutlass/epilogue/collective/collective_builder.hpp"
MOE, OWN = "sources/moe.cu", "sources/direct/own.cu"
KNOWN = "cutlass-lint: ignore[SMEM001]: known"
SUPPRESSION = '[[suppressions]]\nrules = ["SMEM001"]\nkernels = "CTA_N_=112"\nreason = "known"\n'


class Edited(Copy):
    """A working copy that edits change; most edits undo themselves when done again."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.defines: list[str] = []
        self.devices = ["120", "121", "100"]
        self.number = 0
        self.write("sources/none.cu", '#include "cutlass/none.h"\n')
        self.write("other/cutlass/sizes.h", HALF_BYTES.format(4))
        self.write("environment/cutlass/none.h", "")
        self.write("environment/options/small.h", "")
        self.write("384.h", self.text(KERNEL))
        self.write("256.h", self.text(KERNEL).replace("Block = 384", "Block = 256"))
        self.path(KERNEL).unlink()
        self.path(KERNEL).symlink_to(self.path("384.h"))
        os.utime(self.path("256.h"), (1e9, 1e9))

    def toggle(self, name: str, text: str) -> None:
        """Write a file, or remove it where it is."""
        if self.path(name).exists():
            self.path(name).unlink()
        else:
            self.write(name, text)

    def adorn(self, before: str, *names: str, after: str = "") -> None:
        """Add a text to files, with a number that was not there before."""
        self.number += 1
        for name in names:
            self.write(name, before.format(self.number) + self.text(name) + after.format(self.number))

    def swap(self, one: str, other: str) -> None:
        """Exchange the names of two paths, of which one may have nothing."""
        first, second, between = map(self.path, (one, other, "between"))
        for old, new in ((first, between), (second, first), (between, second)):
            if os.path.lexists(old):
                old.rename(new)

    def hide(self, name: str, one: str, other: str) -> None:
        """Exchange texts of one length, so that neither the size nor the time of the last change tells of it."""
        before = self.path(name).stat()
        self.exchange(name, one, other)
        os.utime(self.path(name), ns=(before.st_atime_ns, before.st_mtime_ns))
        assert self.path(name).stat().st_size == before.st_size

    def baseline(self) -> None:
        if self.path("baseline.json").exists():
            self.path("baseline.json").unlink()
        else:
            self.run("--no-cache", "--baseline", self.path("baseline.json"), "--update-baseline")

    def run(self, *options: str | Path) -> Told:
        """What a run tells with the options that the edits have left."""
        self.arguments[-1] = self.devices[0]
        named = {"--config": self.path("lint.toml"), "--baseline": self.path("baseline.json")}
        given = [word for option, file in named.items() if file.exists() for word in (option, file)]
        return self.told(*(f"-D{define}" for define in self.defines), *given, *options)

    def kernels(self, cache: Cache) -> object:
        """What the library finds of kernels, which takes them from the cache one by one."""
        forget()
        extra = extra_flags([self.path("first")], self.defines)
        device = parse_device(self.devices[0])
        with cache:
            how = Settings(jobs=2, timeout=120, cache=cache)
            report = lint(Request((self.path("sources"),), how, self.folder, device, extra=extra))
        return json.loads(plain(json_report.render(report)))["kernels"]


GONE = "a header is gone"
EDITS: dict[str, Callable[[Edited], object]] = {
    "another size": lambda copy: copy.exchange(SIZES, "HALF_BYTES 2", "HALF_BYTES 1"),
    "another size in what the front end sees changed": lambda copy: copy.exchange(
        f"cutlass/include/{EPILOGUE}", "M * 32 *", "M * 40 *"
    ),
    "another size of the same length and time": lambda copy: copy.hide(TENSOR, "opaque[128]", "opaque[640]"),
    "a comment in a header": lambda copy: copy.adorn("", BASE, after="// {}\n"),
    "lines ahead in a header": lambda copy: copy.adorn("// {}\n", f"cutlass/include/{EPILOGUE}"),
    "other times": lambda copy: [
        os.utime(path) for path in copy.folder.rglob("*") if path.suffix in (".h", ".hpp", ".inl", ".cu")
    ],
    "an older file behind a link": lambda copy: copy.swap("384.h", "256.h"),
    "a header ahead of another": lambda copy: copy.toggle("first/cutlass/sizes.h", HALF_BYTES.format(3)),
    "a builder ahead of another": lambda copy: copy.toggle(
        f"first/{EPILOGUE}", copy.text(f"cutlass/include/{EPILOGUE}").replace("M * 32 *", "M * 20 *")
    ),
    "another folder ahead of all": lambda copy: copy.swap("first", "other"),
    "a header beside a header": lambda copy: copy.toggle(f"{CUTLASS}/cutlass/sizes.h", HALF_BYTES.format(5)),
    "a header beside the launcher": lambda copy: copy.toggle("launchers/cutlass/sizes.h", HALF_BYTES.format(6)),
    "a header beside a source": lambda copy: copy.toggle("sources/direct/cutlass/sizes.h", HALF_BYTES.format(7)),
    "a launcher beside a source": lambda copy: copy.toggle(
        f"sources/{LAUNCHER}", copy.text(LAUNCHER).replace("Int<CTA_N_>", "Int<CTA_N_ / 2>")
    ),
    GONE: lambda copy: copy.swap(SIZES, "sizes.kept"),
    "what a header asks for": lambda copy: copy.toggle("options/wide.h", ""),
    "what the launcher asks for": lambda copy: copy.toggle("options/small.h", ""),
    "the launcher": lambda copy: copy.exchange(LAUNCHER, "cutlass::half_t;", "float;"),
    "a macro": lambda copy: setattr(copy, "defines", [] if copy.defines else ["FAST_BUILD"]),
    "a device": lambda copy: copy.devices.append(copy.devices.pop(0)),
    "a tile": lambda copy: copy.exchange(MOE, "FINALIZE, 128, 112", "FINALIZE, 128, 128"),
    "a tile of a kernel that a source makes": lambda copy: copy.exchange(OWN, "<128, 112, 128>", "<128, 128, 128>"),
    "what a source defines": lambda copy: copy.exchange(MOE, "FUSED FINALIZE\n", "FUSED NONE\n"),
    "lines ahead": lambda copy: copy.adorn("// {}\n", MOE, OWN, "sources/direct/config.h"),
    "suppressions": lambda copy: [copy.exchange(name, ";\n", f";  // {KNOWN}\n") for name in (MOE, OWN)],
    "a further source": lambda copy: copy.toggle("sources/more.cu", source(CALL.format("FINALIZE", 112))),
    "a version of CUTLASS ahead": lambda copy: copy.toggle(
        "first/cutlass/version.h", copy.text(f"{CUTLASS}/version.h").replace("MAJOR 9", "MAJOR 8")
    ),
    "the environment": lambda copy: os.environ.update(
        CPATH="" if os.environ["CPATH"] else str(copy.path("environment"))
    ),
    "the version": lambda _copy: setattr(identity, "__version__", f"{identity.__version__}.1"),
    "a configuration": lambda copy: copy.toggle("lint.toml", SUPPRESSION),
    "a baseline": Edited.baseline,
}


@pytest.fixture(autouse=True)
def times_vouch_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have edits that follow each other at once told by the times of files, as those of a user are."""
    monkeypatch.setattr(states, "_SETTLED_NS", SETTLED_NS)
    monkeypatch.setattr(identity, "__version__", "1")
    monkeypatch.setenv("CPATH", "")


def check(copy: Edited, cache: Path, done: list[str]) -> str:
    """Compare runs with the cache and without: one kernel after the other, and whole reports."""
    time.sleep(SETTLED_NS * 2 / 1e9)
    told = copy.run("--no-cache")
    if len(done) % 4 == 1:  # else the command finds no kernel there
        assert copy.kernels(Cache(cache)) == json.loads(told.report)["kernels"], done
    assert copy.run("--cache-dir", cache) == told, done
    assert copy.run("--cache-dir", cache) == told, done
    return told.report


@settings(max_examples=2, derandomize=True, deadline=None, phases=[Phase.generate])
@given(edits=st.permutations(list(EDITS)), kept=st.sets(st.sampled_from(sorted(EDITS.keys() - {GONE}))))
def test_a_cache_changes_no_answer(edits: list[str], kept: set[str]) -> None:
    with TemporaryDirectory() as folder:
        copy, cache = Edited(Path(folder, "copy")), Path(folder, "cache")
        done: list[str] = []
        reports = {check(copy, cache, done)}
        for name in edits:
            EDITS[name](copy)
            done.append(name)
            reports.add(check(copy, cache, done))
            if name not in kept:  # it is undone, which the next check sees
                EDITS[name](copy)
                done.append(name)
        assert len(reports) > len(edits) // 2
