"""The parses of a run done by a Dask cluster: a real one, of processes on this machine."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from distributed import LocalCluster

FIXTURES = Path(__file__).parents[1] / "fixtures"
SOURCE = FIXTURES / "instantiations" / "moe.cu"


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as running:
        yield running.scheduler_address


def run(*options: str) -> subprocess.CompletedProcess[str]:
    command = (sys.executable, "-m", "cutlass_lint", str(SOURCE), "--headers", str(FIXTURES), "--arch", "120", *options)
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def report(*options: str) -> Any:
    done = run("--output-format", "json", *options)
    assert (done.returncode, done.stderr) == (1, "")
    return json.loads(done.stdout)


def test_a_cluster_gives_the_same_report(cluster: str) -> None:
    alone = report("--no-cache")
    assert alone["summary"]["sized"] > 3
    assert report("--no-cache", "--dask", cluster) == alone


def test_a_cluster_and_this_machine_share_answers(cluster: str) -> None:
    assert report("--dask", cluster) == report() == report("--no-cache")


def test_where_no_scheduler_answers_the_line_says_so() -> None:
    done = run("--dask", "tcp://127.0.0.1:9")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("cutlass-lint: no Dask scheduler answers at tcp://127.0.0.1:9: ")
    assert done.stderr.count("\n") == 1
