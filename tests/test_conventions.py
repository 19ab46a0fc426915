"""What people know from other linters and no other test here is about: the progress bar, and work in parallel."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

FIXTURES = Path(__file__).parents[1] / "fixtures"
COMMAND = [sys.executable, "-m", "cutlass_lint", "check", str(FIXTURES / "instantiations" / "moe.cu")]
COMMAND += ["--headers", str(FIXTURES), "--arch", "120", "--output-format", "json"]


def test_a_progress_bar_is_shown_at_a_terminal_and_is_no_part_of_the_report() -> None:
    leader, follower = pty.openpty()
    environment = {**os.environ, "TERM": "xterm"}
    with subprocess.Popen(COMMAND, stdout=subprocess.PIPE, stderr=follower, env=environment) as process:
        os.close(follower)
        shown = b""
        try:
            while chunk := os.read(leader, 4096):
                shown += chunk
        except OSError:
            pass  # how Linux tells that nobody writes to a terminal any more
        assert process.stdout is not None
        report = process.stdout.read()
    os.close(leader)
    assert b"sizing kernels" in shown
    elsewhere = subprocess.run(COMMAND, capture_output=True, check=False)
    assert (elsewhere.stdout, elsewhere.stderr) == (report, b"")


def test_the_answers_do_not_depend_on_how_many_work_at_once() -> None:
    alone, together = (
        subprocess.run([*COMMAND, "--jobs", jobs], capture_output=True, check=False).stdout for jobs in ("1", "4")
    )
    assert alone == together
    assert b'"verdict": "overflow"' in alone
