"""How often headers, kernels and sources are looked at: once, and not at all where an earlier run did."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import pytest
from cached_copy import CALL, LAUNCHER, OWN, SETTLED_NS, SIZES, Copy, forget, instantiating

from cutlass_lint.analyzer.cache import identity, observing, states
from cutlass_lint.analyzer.cache.answers import Cache
from cutlass_lint.analyzer.devices import parse_device
from cutlass_lint.analyzer.pipeline import lint
from cutlass_lint.analyzer.requests import Request
from cutlass_lint.analyzer.smem.frontend import Settings
from cutlass_lint.analyzer.smem.jobs import Job, Parsed
from cutlass_lint.analyzer.smem.workers import Workers

TILES = (32, 48, 64, 80, 128)
OTHER = "launchers/other_launcher.inl"


class Watched(Copy):
    """A working copy whose kernels all fit, of two launchers, and the parses that runs on it have asked for."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(folder)
        self.jobs: list[Job] = []
        self.cache = folder.with_name("cache")
        self.path("sources/direct/own.cu").unlink()
        self.write("sources/moe.cu", instantiating(*(CALL.format("NONE", n) for n in TILES)))
        self.write("sources/more.cu", instantiating(*(CALL.format("FINALIZE", n) for n in TILES)))
        self.write(OTHER, self.other(self.text(LAUNCHER)))
        self.write("sources/other.cu", self.other(instantiating(*(CALL.format("NONE", n) for n in TILES))))
        parse = Workers.parse

        def watched(workers: Workers, job: Job) -> Parsed:
            self.jobs.append(job)
            return parse(workers, job)

        monkeypatch.setattr(Workers, "parse", watched)
        monkeypatch.setattr(states, "_SETTLED_NS", SETTLED_NS)

    def other(self, text: str) -> str:
        """A text with the names of the other launcher."""
        return text.replace("MOE", "OTHER").replace("moe", "other")

    def kernels(self, *, cached: bool = True) -> Counter[str]:
        """Run once more: the statuses of the kernels."""
        forget()
        self.jobs.clear()
        time.sleep(SETTLED_NS * 2 / 1e9)
        with Cache(self.cache if cached else None) as cache:
            how = Settings(jobs=2, timeout=120, cache=cache)
            report = lint(Request((self.path("sources"),), how, self.folder, parse_device("120")))
        return Counter(kernel.status for kernel in report.kernels)

    @property
    def counts(self) -> tuple[int, int]:
        """How many precompiled headers were made, and how many instantiations parsed, each as often as it was."""
        texts = [text for job in self.jobs for text in job.files.values()]
        made = sum(job.precompiled is not None for job in self.jobs)
        return made, sum(text.count(b"cutlass_lint_end_") for text in texts)


@pytest.fixture
def watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Watched:
    return Watched(tmp_path / "copy", monkeypatch)


@pytest.mark.parametrize("cached", [True, False])
def test_headers_are_parsed_once_and_each_kernel_too(watched: Watched, cached: bool) -> None:
    assert watched.kernels(cached=cached) == {"sized": 15}
    assert watched.counts == (1, 15)
    assert len(watched.jobs) == 1 + 2 * 2  # the headers, and the kernels of each launcher on two processors


def test_what_was_found_before_is_not_parsed_again(watched: Watched) -> None:
    watched.write("sources/over.cu", instantiating(CALL.format("FINALIZE", 112)))
    watched.write("sources/refused.cu", instantiating(CALL.format("NONE", 16)))
    watched.write("sources/direct/own.cu", OWN)
    assert watched.kernels() == {"sized": 17, "rejected": 1}
    assert watched.jobs
    assert watched.kernels() == {"sized": 17, "rejected": 1}
    assert watched.jobs == []


def test_only_what_is_changed_is_parsed_again(watched: Watched) -> None:
    watched.kernels()
    watched.exchange("sources/more.cu", "FINALIZE, 128, 64", "FINALIZE, 128, 96")
    assert watched.kernels() == {"sized": 15}
    assert watched.counts == (0, 1)
    (job,) = watched.jobs
    assert b"FINALIZE, 128, 96" in job.files[str(watched.path("sources/more.cu"))]


def test_what_depends_on_a_change_is_parsed_again(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    watched.kernels()
    watched.exchange(OTHER, "// A macro", "// The macro")
    watched.kernels()
    assert watched.counts == (0, 5)
    watched.exchange(SIZES, "HALF_BYTES 2", "HALF_BYTES 1")
    watched.kernels()
    assert watched.counts == (1, 15)
    monkeypatch.setattr(identity, "__version__", "another")
    watched.kernels()
    assert watched.counts == (1, 15)


def test_a_whole_report_is_given_again_without_a_look_into_sources_and_headers(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched.told("--cache-dir", watched.cache)
    time.sleep(SETTLED_NS * 2 / 1e9)
    first = watched.told("--cache-dir", watched.cache)  # from here on the times of files vouch for their contents
    read: list[str] = []
    digested: list[bytes] = []
    monkeypatch.setattr(observing, "saw_content", lambda path, _data: read.append(path))
    monkeypatch.setattr(states, "asked_in", digested.append)
    watched.jobs.clear()
    looks_into = (".cu", ".inl", ".hpp")
    assert watched.told("--cache-dir", watched.cache) == first
    assert (watched.jobs, digested, [path for path in read if path.endswith(looks_into)]) == ([], [], [])
    watched.told("--no-cache")
    assert watched.jobs
    assert [path for path in read if path.endswith(looks_into)]
