"""Completion, by the scripts that `cutlass-lint completion` prints and by the shells themselves."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import shlex
import shutil
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

COMMANDS = {"cache", "check", "completion", "diff", "doctor", "explain", "fit", "graph", "rule"}
FORMATS = {"rich", "concise", "json", "jsonl", "sarif", "github", "gitlab", "junit", "markdown"}
SMEM = {
    code
    for file in (Path(__file__).parents[1] / "rules").glob("*.py")
    for code in re.findall(r'\A"""(SMEM\d+): ', file.read_text())
}
PTY_SECONDS = 60


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the program as the scripts call it."""
    folder = tmp_path_factory.mktemp("programs")
    program = folder / "cutlass-lint"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m cutlass_lint "$@"\n')
    program.chmod(0o755)
    return folder


def environment(programs: Path, **more: str) -> dict[str, str]:
    return {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "TERM": "dumb", **more}


def script(shell: str, programs: Path) -> str:
    done = subprocess.run(
        ["cutlass-lint", "completion", shell],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        env=environment(programs),
    )
    assert done.stderr == ""
    return done.stdout


def in_bash(words: list[str], programs: Path, folder: Path) -> set[str]:
    """What the function of the script replies in bash where the last of some words is to be completed."""
    command = (
        f'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD={len(words) - 1};'
        ' compopt() { printf "compopt %s %s\\n" "$@"; }; _cutlass_lint_completion cutlass-lint "${COMP_WORDS[-1]}";'
        r' printf "%s\n" "${COMPREPLY[@]}"'
    )
    file = folder / "script.bash"
    file.write_text(script("bash", programs))
    done = subprocess.run(
        ["bash", "--norc", "-c", command, "bash", file, *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        env=environment(programs),
    )
    assert done.stderr == ""
    return set(done.stdout.split("\n")) - {""}


@pytest.mark.parametrize(
    ("line", "completed"),
    [
        ("", COMMANDS),
        ("d", {"compopt -o default", "diff", "doctor"}),
        ("kernel", {"compopt -o default"}),
        ("--output-f", {"--output-format"}),
        ("check --output-f", {"--output-format"}),
        ("kernel.cu --output-f", {"--output-format"}),
        ("--output-format ", FORMATS),
        ("--output-format s", {"sarif"}),
        ("check kernel.cu --output-format j", {"json", "jsonl", "junit"}),
        ("rule --output-format m", {"markdown"}),
        ("doctor --output-format ", {"rich", "json"}),
        ("--output-format =", FORMATS),
        ("check --output-format = g", {"github", "gitlab"}),
        ("-o s", {"sarif="}),
        ("--arch 12", {"120", "121"}),
        ("--color a", {"auto", "always"}),
        ("--headers ", {"compopt -o dirnames"}),
        ("check ", {"compopt -o default"}),
        ("completion ", {"bash", "zsh", "fish"}),
        ("rule SMEM", SMEM),
        ("rule guarded", {"guarded-shared-memory-overflow"}),
        ("rule SMEM001 SMEM001", {"SMEM001"}),
        ("rule smem001", {"SMEM001"}),
        ("--select SMEM001", {"SMEM001"}),
        ("--select SMEM002,SMEM001", {"SMEM002,SMEM001"}),
        ("check --ignore shared-memory-o", {"shared-memory-overflow"}),
    ],
)
def test_bash(line: str, completed: set[str], programs: Path, tmp_path: Path) -> None:
    assert in_bash(["cutlass-lint", *line.split(" ")], programs, tmp_path) == completed


def asked(shell: str, words: str, number: str, programs: Path) -> str:
    """What a script is answered by the program."""
    variables = {"COMP_WORDS": words, "COMP_CWORD": number, "_CUTLASS_LINT_COMPLETE": f"{shell}_complete"}
    done = subprocess.run(
        ["cutlass-lint"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        env=environment(programs, **variables),
    )
    assert done.stderr == ""
    return done.stdout


def test_zsh_is_answered_with_what_each_means(programs: Path) -> None:
    answer = asked("zsh", "cutlass-lint ru", "1", programs).splitlines()
    assert answer[:2] == ["file", "ru"]
    assert answer[3:5] == ["plain", "rule"]
    assert answer[5].startswith("Explain rules")
    answer = asked("zsh", "cutlass-lint rule SMEM001", "2", programs).splitlines()
    assert answer[:2] == ["plain", "SMEM001"]
    assert answer[2].startswith("the kernel's SharedStorage is larger")
    assert asked("zsh", "cutlass-lint --output-format=sa", "1", programs).split() == [
        "plain",
        "--output-format=sarif",
        "_",
    ]


def test_fish_is_answered_with_what_each_means(programs: Path) -> None:
    assert asked("fish", "cutlass-lint ru", "ru", programs).splitlines()[1].startswith("plain,rule\tExplain rules")
    assert re.match(r"plain,SMEM001\t.+", asked("fish", "cutlass-lint rule SMEM001", "SMEM001", programs))
    assert asked("fish", "cutlass-lint check --color=al", "--color=al", programs) == "plain,--color=always\n"


def typed(shell: list[str], keys: str, programs: Path, folder: Path, last: str) -> str:
    """What a shell at a terminal prints while keys are typed, up to a text."""
    leader, follower = pty.openpty()
    with subprocess.Popen(
        shell,
        stdin=follower,
        stdout=follower,
        stderr=follower,
        cwd=folder,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        env=environment(programs, HOME=str(folder), PS1="$ ", TERM="xterm"),
    ) as process:
        os.close(follower)
        try:
            return _read_until(leader, keys, last)
        finally:
            process.kill()
            os.close(leader)


def _read_until(terminal: int, keys: str, last: str) -> str:
    os.set_blocking(terminal, False)
    os.write(terminal, keys.encode())
    printed, end = b"", time.monotonic() + PTY_SECONDS
    while time.monotonic() < end and not re.search(last, printed.decode(errors="replace")):
        try:
            printed += os.read(terminal, 65536)
        except BlockingIOError:
            time.sleep(0.02)
    return printed.decode(errors="replace")


SHELLS = [
    (["bash", "--norc", "-i"], "source ./completion\n"),
    (["zsh", "-f", "-i"], "autoload -Uz compinit && compinit -u; source ./completion\n"),
    (["fish", "--no-config"], "source ./completion\n"),
]


@pytest.mark.parametrize(("shell", "source"), SHELLS, ids=["bash", "zsh", "fish"])
@pytest.mark.parametrize(
    ("begun", "whole"),
    [
        ("ru", "rule"),
        ("rule SMEM001", "rule SMEM001"),
        ("--output-format sar", "--output-format sarif"),
        ("--output-format=sar", "--output-format=sarif"),
        ("check kern", "check kernel.cu"),
        ("kern", "kernel.cu"),
    ],
)
def test_a_shell_completes_a_line(
    shell: list[str], source: str, begun: str, whole: str, programs: Path, tmp_path: Path
) -> None:
    if shutil.which(shell[0]) is None:
        pytest.skip(f"{shell[0]} is not installed")
    (tmp_path / "completion").write_text(script(shell[0], programs))
    (tmp_path / "kernel.cu").touch()
    # Ctrl-A and Ctrl-E go to the ends of the line: what was completed is printed, not run.
    printed = typed(
        shell,
        f"{source}cutlass-lint {begun}\t\x01printf '<%s>' '\x05'\n",
        programs,
        tmp_path,
        r"<cutlass-lint [^%'<>]*>",
    )
    assert re.findall(r"<cutlass-lint ([^%'<>]*?) *>", printed) == [whole], printed


def test_the_help_tells_where_each_script_belongs(programs: Path) -> None:
    done = subprocess.run(
        ["cutlass-lint", "completion", "--help"], capture_output=True, text=True, check=True, env=environment(programs)
    )
    for place in ("bash-completion/completions/cutlass-lint", "_cutlass-lint", "fish/completions/cutlass-lint.fish"):
        assert place in done.stdout


@pytest.mark.parametrize("arguments", [["completion"], ["completion", "powershell"], ["completion", "bash", "zsh"]])
def test_what_is_no_shell_is_refused(arguments: list[str], programs: Path) -> None:
    done = subprocess.run(
        ["cutlass-lint", *arguments], capture_output=True, text=True, check=False, env=environment(programs)
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "variables"),
    [
        (["--version"], {}),
        (["--help"], {}),
        ([], {"COMP_WORDS": "cutlass-lint --out", "COMP_CWORD": "1", "_CUTLASS_LINT_COMPLETE": "bash_complete"}),
    ],
)
def test_what_is_asked_at_each_key_loads_little(arguments: list[str], variables: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "cutlass_lint", *arguments],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **variables},
    )
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "cutlass_lint.analyzer.cli.check" in loaded
    heavy = ("clang", "networkx", "rich", "tree_sitter", "jinja2", "cutlass_lint.rules", "cutlass_lint.analyzer.smem")
    assert loaded.isdisjoint(heavy)
