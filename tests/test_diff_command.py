"""`cutlass-lint diff` as its users run it, on the stand-in CUTLASS."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

FIXTURES = Path(__file__).parents[1] / "fixtures"
LOG = (
    "2026-03-04 05:06:07,890 - WARNING - autotuner.py:497 - flashinfer.jit: [Autotuner]: Skipping tactic <MoERunner> "
    "15, due to failure while profiling: [TensorRT-LLM][ERROR] Assertion failed: Failed to initialize cutlass TMA WS "
    "grouped gemm. Error: Error Internal (/build/instantiations/moe.cu:6)\n"
)


def diff(tree: Path, *arguments: str, log: str = "") -> subprocess.CompletedProcess[str]:
    plain = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    command = [sys.executable, "-m", "cutlass_lint", "diff", *arguments, "--headers", str(tree), "--arch", "120"]
    done = subprocess.run(
        command, input=log, capture_output=True, text=True, timeout=300, check=False, env=plain, cwd=tree
    )
    assert "Traceback" not in done.stdout + done.stderr
    return done


def document(tree: Path, *arguments: str, log: str = "") -> dict[str, Any]:
    done = diff(tree, *arguments, "--output-format", "json", log=log)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["schema"] == "cutlass-lint/diff/1"
    return found


def test_by_size(tree: Path, snapshot: SnapshotAssertion) -> None:
    done = diff(tree, "instantiations/moe.cu")
    assert done.returncode == 0, done.stderr
    assert done.stdout.replace(str(tree), "TREE") == snapshot


def test_what_ifs_decide(tree: Path, snapshot: SnapshotAssertion) -> None:
    done = diff(tree, "instantiations/moe.cu", "--what-if", "--output-format", "markdown")
    assert done.returncode == 0, done.stderr
    assert done.stdout.replace(str(tree), "TREE") == snapshot


def test_a_pasted_log(tree: Path, snapshot: SnapshotAssertion) -> None:
    done = diff(tree, "instantiations/moe.cu", "--log", "-", log=LOG + "> ...other.cu:60) failed to initialize\n")
    assert done.returncode == 0, done.stderr
    assert done.stdout.replace(str(tree), "TREE") == snapshot


def test_a_log_of_kernels_that_are_not_here(tree: Path) -> None:
    found = document(tree, "instantiations/moe.cu", "--log", "-", log=LOG.replace("moe.cu:6", "elsewhere.cu:60"))
    assert [entry["type"] for entry in found["logs"]] == ["not-here"]
    assert "elsewhere.cu:60" in found["logs"][0]["text"]
    # Without a label from the log, the sizes give them.
    assert found["comparisons"][0]["entries"][0]["origin"] == "sizes"


def test_two_sets_of_headers(tree: Path, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    changed = tmp_path / "changed"
    shutil.copytree(tree, changed)
    builder = changed / "cutlass" / "include" / "cutlass" / "gemm" / "collective" / "collective_builder.hpp"
    text = builder.read_text()
    assert "capacity_bytes = 101376;" in text
    builder.write_text(text.replace("capacity_bytes = 101376;", "capacity_bytes = 101376 - 1024;"))
    source = "instantiations/moe.cu"
    done = diff(tree, source, "--against", source, "--against-headers", str(changed))
    assert done.returncode == 0, done.stderr
    assert done.stdout.replace(str(tree), "TREE").replace(str(changed), "CHANGED") == snapshot


def test_the_json_names_kernels_by_id_and_has_each_once(tree: Path) -> None:
    found = document(tree, "instantiations/moe.cu")
    ids = [kernel["id"] for kernel in found["kernels"]]
    assert len(ids) == len(set(ids))
    (judged,) = (e for c in found["comparisons"] for e in c["entries"] if e["type"] == "judged")
    assert judged["judgements"][0]["kernel"] in ids
    assert judged["judgements"][0]["hypothesis"] == "overflow"


class Tags(HTMLParser):
    """The tags of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)


def test_a_page_has_no_script_whatever_the_input_says(tree: Path, tmp_path: Path) -> None:
    evil = "<script>alert(1)</script>"
    log = f"[Autotuner]: Skipping tactic {evil} 15, due to failure while profiling: {evil} Error Internal (moe.cu:6)\n"
    page = tmp_path / "page.html"
    done = diff(tree, "instantiations/moe.cu", "--log", "-", "--output-format", "html", "-o", str(page), log=log)
    assert done.returncode == 0, done.stderr
    parsed = Tags()
    parsed.feed(page.read_text())
    assert "table" in parsed.tags
    assert not parsed.tags & {"script", "img", "iframe", "link", "a"}
    assert "default-src 'none'" in page.read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--failing", "FUSE=NONE"), "no kernel has a parameter FUSE; there are ArchTag"),
        (("--failing", "nowhere"), "'nowhere' selects none of 13 kernels"),
        (("--failing", ","), "selects nothing"),
        (("--log", "missing.log"), "the log missing.log cannot be read: No such file"),
        (("--against", "missing"), "missing"),
        (("--against", "instantiations", "--working", "moe"), "leave out --working"),
        (("--against-headers", "cutlass"), "--against-headers needs --against"),
        (("-o", "out.txt"), "--output writes markdown, json or html"),
        (("-o", "nowhere/out.md", "--output-format", "markdown"), "there is no folder"),
    ],
)
def test_what_cannot_be_used_is_said_in_one_line(tree: Path, arguments: tuple[str, ...], message: str) -> None:
    done = diff(tree, "instantiations/moe.cu", *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stdout == ""


def test_a_log_tells_what_to_read_where_there_is_no_cache(tree: Path) -> None:
    log = LOG.replace("/build/", "/home/user/.cache/flashinfer/0.6.3/120a/generated/")
    done = diff(tree, "missing", "--log", "-", log=log)
    assert done.returncode == 2
    assert done.stderr.rstrip().endswith(
        "missing does not exist; the log is of FlashInfer 0.6.3 for 120a: add --release flashinfer==0.6.3 --arch 120a"
    )


def test_nothing_to_compare(tree: Path, tmp_path: Path) -> None:
    done = diff(tree, str(tmp_path))
    assert done.returncode in (2, 3)
    assert done.stderr.count("\n") <= 2
