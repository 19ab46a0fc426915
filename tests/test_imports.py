"""What is loaded, and what is not: a command waits for nothing that it does not use."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

FIXTURES = Path(__file__).parents[1] / "fixtures"
SOURCE = FIXTURES / "instantiations" / "moe.cu"
COMMAND = "import sys; from cutlass_lint.analyzer.cli import main; sys.argv[1:] = {words!r}; main()"
LIBRARIES = ("clang", "msgspec", "networkx", "platformdirs", "rich", "sqlite3", "tempfile", "traceback", "tree_sitter")
NETWORK = ("http.client", "ssl", "subprocess", "urllib.request")


def loaded(statements: str) -> set[str]:
    """The modules that are there after some statements, which may end the process."""
    told = "import sys\ntry:\n  {}\nfinally:\n  print(*sys.modules, file=sys.stderr)"
    command = [sys.executable, "-c", told.format(statements)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    names = set(done.stderr.splitlines()[-1].split())
    assert "cutlass_lint" in names, done.stderr
    return names


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["check", "--help"], ["graph", "--help"]])
def test_help_loads_no_library_but_the_one_of_command_lines(words: list[str]) -> None:
    assert not loaded(COMMAND.format(words=words)) & {*LIBRARIES, *NETWORK}


@pytest.mark.parametrize("room", ["workspace", "workspace.discovery", "sources", "graph"])
def test_rooms_that_read_files_load_nothing_of_the_network(room: str) -> None:
    names = loaded(f"import cutlass_lint.analyzer.{room}")
    assert not names & {*NETWORK, "clang", "networkx", "platformdirs", "rich"}


def test_a_run_without_sizes_loads_neither_front_end_nor_graph_nor_bar() -> None:
    words = ["check", "--no-sizes", "--headers", str(FIXTURES), "--arch", "120", str(SOURCE)]
    names = loaded(COMMAND.format(words=words))
    assert "tree_sitter" in names
    assert not names & {"clang", "cutlass_lint.analyzer.diff", "http.client", "networkx", "rich.progress", "ssl"}
