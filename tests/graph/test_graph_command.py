"""`cutlass-lint graph` as its users run it: what it writes where, and what it says when it can't."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import networkx
import pytest
from syrupy.assertion import SnapshotAssertion

FIXTURES = Path(__file__).parents[2] / "fixtures"
OVERFLOWS = "INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, FINALIZE, 128, 112, 128, false);"
NOT_SIZED = "INSTANTIATE_MISSING_GEMM(1, 2);"
SEVERAL = (
    "INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 112, 128, false);",
    OVERFLOWS,
    "INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, FINALIZE, 128, 128, 128, true);",
    "INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 16, 128, false);",  # is rejected
    "INSTANTIATE_MOE_GEMM(Sm120, float_e0m0_t, NONE, 128, 16, 128, false);",  # is unknown
    NOT_SIZED,
)


def graph(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cutlass_lint", "graph", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300, check=False)
    assert "Traceback" not in done.stdout + done.stderr
    return done


def tree(folder: Path, *calls: str) -> list[str | Path]:
    """Launchers and CUTLASS with a source of these calls, and the arguments that read it."""
    for name in ("cutlass", "launchers"):
        shutil.copytree(FIXTURES / name, folder / name)
    lines = ['#include "launchers/moe_launcher.inl"', "namespace moe {", *calls, "}", ""]
    (folder / "kernels.cu").write_text("\n".join(lines))
    return [folder, "--headers", folder, "--arch", "120"]


def test_one_kernel_in_every_format(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    arguments = tree(tmp_path / "tree", OVERFLOWS)
    outputs = [tmp_path / f"graph.{suffix}" for suffix in ("graphml", "dot", "json", "mmd")]
    done = graph(*arguments, *(part for output in outputs for part in ("-o", output)))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    graphml, dot, linked, mermaid = (output.read_text(encoding="utf-8") for output in outputs)
    assert dot == snapshot(name="dot")
    assert mermaid == snapshot(name="mermaid")
    document = json.loads(linked)
    assert document == snapshot(name="json")
    nodes = networkx.node_link_graph(document, edges="edges").nodes(data=True)
    assert dict(networkx.parse_graphml(graphml).nodes(data=True)) == dict(nodes)
    assert sorted(tmp_path.iterdir()) == sorted([*outputs, tmp_path / "tree"]), "something is left behind"


def test_several_kernels_as_pictures(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    arguments = tree(tmp_path / "tree", *SEVERAL)
    outputs = [tmp_path / "graph.gv", tmp_path / "graph.mermaid"]
    done = graph(*arguments, "-o", outputs[0], "-o", outputs[1])
    assert (done.returncode, done.stderr) == (0, "")
    for output in outputs:
        assert output.read_text(encoding="utf-8") == snapshot(name=output.suffix)


def test_standard_output_and_a_file_whose_suffix_tells_none(tmp_path: Path) -> None:
    arguments = tree(tmp_path, OVERFLOWS)
    done = graph(*arguments, "-o", "-", "-o", tmp_path / "kernels.txt", "--graph-format", "json")
    assert done.returncode == 0
    assert done.stdout == (tmp_path / "kernels.txt").read_text(encoding="utf-8")
    read = networkx.node_link_graph(json.loads(done.stdout), edges="edges")
    assert read.nodes["kernel:kernels.cu:3"]["margin"] == -1024


def test_kernels_of_one_status(tmp_path: Path) -> None:
    arguments = tree(tmp_path, OVERFLOWS, NOT_SIZED)
    done = graph(*arguments, "--graph-format", "json", "--status", "not-sized")
    kernels = [node["status"] for node in json.loads(done.stdout)["nodes"] if node["kind"] == "kernel"]
    assert kernels == ["not-sized"]
    done = graph(*arguments, "--graph-format", "json", "--status", "disabled", "--status", "rejected")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.endswith("is disabled or rejected\n")


def test_nothing_to_graph_is_3_and_writes_nothing(tmp_path: Path) -> None:
    done = graph(tmp_path, "-o", tmp_path / "kernels.dot")
    assert done.returncode == 3
    assert done.stderr == f"cutlass-lint: nothing to graph: no instantiation of a kernel in {tmp_path}\n"
    assert list(tmp_path.iterdir()) == []


def test_what_could_not_be_read_is_2_though_the_rest_is_written(tmp_path: Path) -> None:
    arguments = tree(tmp_path, OVERFLOWS)
    done = graph(*arguments, tmp_path / "nowhere", "-o", tmp_path / "kernels.mmd")
    assert done.returncode == 2
    assert "warning: nowhere: " in done.stderr
    assert (tmp_path / "kernels.mmd").read_text(encoding="utf-8").startswith("flowchart LR\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "say where to write"),
        (["-o", "kernels.txt"], "the format of kernels.txt is not known by its suffix: add --graph-format"),
        (["-o", "-"], "the format of - is not known by its suffix"),
        (["-o", "kernels.json", "--graph-format", "dot"], "no output is dot"),
        (["-o", "nowhere/kernels.json"], "cannot write nowhere/kernels.json: there is no folder "),
        (["nowhere", "--graph-format", "dot"], "nowhere does not exist"),
    ],
)
def test_unusable_options_are_2(arguments: list[str], message: str) -> None:
    done = graph(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr.splitlines()[-1]


def test_a_folder_in_the_place_of_the_output_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "kernels.dot").mkdir()
    done = graph(tmp_path, "-o", tmp_path / "kernels.dot")
    assert done.returncode == 2
    assert done.stderr == f"cutlass-lint: cannot write {tmp_path / 'kernels.dot'}: it is a folder\n"


def test_a_full_device_is_one_line(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    done = graph(*tree(tmp_path, NOT_SIZED), "-o", "/dev/full", "--graph-format", "dot")
    assert done.returncode == 2
    assert done.stderr == "cutlass-lint: cannot write /dev/full: No space left on device\n"


def test_a_file_is_replaced_with_its_mode_and_behind_its_link(tmp_path: Path) -> None:
    arguments = tree(tmp_path / "tree", NOT_SIZED)
    file, link = tmp_path / "kernels.dot", tmp_path / "link.dot"
    file.write_text("before")
    file.chmod(0o640)
    link.symlink_to(file)
    assert graph(*arguments, "-o", link).returncode == 0
    assert link.is_symlink()
    assert file.read_text(encoding="utf-8").startswith("digraph")
    assert file.stat().st_mode & 0o777 == 0o640


def test_help_teaches() -> None:
    done = graph("--help")
    assert done.returncode == 0
    for taught in ("Exit codes", "dot -Tsvg", "Gephi", "networkx.node_link_graph"):
        assert taught in done.stdout
