"""Headers that are named as paths: which sources stand in their place."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutlass_lint.analyzer.workspace import discover
from cutlass_lint.analyzer.workspace.dependents import dependents


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    (tmp_path / "repository" / ".git").mkdir(parents=True)
    return tmp_path / "repository"


def write(folder: Path, **files: str) -> Path:
    """Files by their paths, with / and . spelled __ and _, each with what it includes; the first of them."""
    paths = []
    for name, includes in files.items():
        path = folder / ".".join(name.replace("__", "/").rsplit("_", 1))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"#include {include}\n" for include in includes.split()))
        paths.append(path)
    return paths[0]


def sources(header: Path) -> list[str]:
    found = dependents(header)
    return [str(source.relative_to(found.folder)) for source in found.sources] if found else []


def test_sources_that_include_it_directly_or_through_headers_and_sources(repository: Path) -> None:
    header = write(
        repository,
        launchers__gemm_inl="",
        launchers__beside_cu='"gemm.inl"',
        csrc__upward_cu='"../launchers/gemm.inl"',
        csrc__searched_cu="<launchers/gemm.inl>",
        csrc__outside_cu='"../../launchers/gemm.inl"',
        include__more_h='"launchers/gemm.inl"',
        include__most_hpp='"more.h"',
        csrc__deep_cu='<vector> "most.hpp"',
        csrc__deeper_cu='"deep.cu"',
        csrc__other_cu='"other.inl" <vector>',
    )
    names = ("deep", "deeper", "outside", "searched", "upward")
    assert sources(header) == [*(f"csrc/{name}.cu" for name in names), "launchers/beside.cu"]


def test_another_header_of_that_name_is_another(repository: Path) -> None:
    header = write(
        repository,
        a__gemm_inl="",
        b__gemm_inl="",
        b__own_cu='"gemm.inl"',
        c__either_cu='"gemm.inl"',
        c__longer_cu='"x/a/gemm.inl"',
    )
    assert sources(header) == ["c/either.cu"]


def test_headers_that_include_each_other_come_to_an_end(repository: Path) -> None:
    header = write(repository, a_h='"b.h"', b_h='"a.h"', c_cu='"b.h"')
    assert sources(header) == ["c.cu"]


def test_hidden_folders_hold_no_sources(repository: Path) -> None:
    assert sources(write(repository, a_h="", **{".venv__b_cu": '"a.h"'})) == []


def test_outside_of_a_repository_the_working_folder_is_searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    header = write(tmp_path, include__a_h="", csrc__b_cu='"a.h"')
    monkeypatch.chdir(tmp_path)
    assert sources(header) == ["csrc/b.cu"]
    monkeypatch.chdir(tmp_path / "csrc")
    assert sources(header) == [], "only the header's own folder is searched where the working folder does not hold it"


def test_a_header_that_instantiates_kernels_is_linted_itself(repository: Path) -> None:
    header = write(repository, a_h="", b_cu='"a.h"')
    header.write_text("INSTANTIATE_GEMM(1, 2);\n")
    assert dependents(header) is None
    assert [module.sources for module in discover(header).modules] == [(str(header),)]


def test_a_header_that_nothing_includes_is_linted_itself(repository: Path) -> None:
    header = write(repository, a_h="", b_cu='"c.h"')
    workspace = discover(header)
    assert [module.sources for module in workspace.modules] == [(str(header),)]
    assert (workspace.root.path, workspace.root.kind, workspace.root.note) == (str(header), "file", "")


def test_what_is_linted_instead_is_said(repository: Path) -> None:
    header = write(repository, a_h="", **{f"b{number}_cu": '"a.h"' for number in range(7)})
    workspace = discover(header)
    assert (workspace.root.path, workspace.root.kind) == (str(repository), "folder")
    assert workspace.root.note == (
        "a.h: linting the 7 sources that include it: b0.cu, b1.cu, b2.cu, b3.cu, b4.cu and 2 more"
    )
    for number in range(1, 7):
        (repository / f"b{number}.cu").unlink()
    assert discover(header).root.note == "a.h: linting the source that includes it: b0.cu"


def test_a_source_that_cannot_be_read_is_named(repository: Path) -> None:
    header = write(repository, a_h="", b_cu='"a.h"')
    (repository / "c.cu").write_bytes(b'#include "a.h"\n\0')
    (repository / "d.cu").mkdir()
    workspace = discover(header)
    assert [Path(source).name for module in workspace.modules for source in module.sources] == ["b.cu"]
    (problem,) = workspace.problems
    assert (problem.file, problem.remedy) != ("", "")
    assert problem.file == str(repository / "c.cu")
