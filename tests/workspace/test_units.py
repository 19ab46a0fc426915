"""The hand-written sources of a module, and how its build.ninja compiles them."""

from pathlib import Path

import pytest

from cutlass_lint.analyzer.model import Build, Flags, Module
from cutlass_lint.analyzer.sources.dispatch import Unit
from cutlass_lint.analyzer.workspace.units import hand_written

NINJA = """
common_cflags = -DCOMMON -I/package/include
cflags = $common_cflags -fPIC -O3
post_cflags = -DFAST_BUILD
cuda_cflags = $common_cflags -DON_CUDA

rule compile
  command = $cxx $cflags -c $in -o $out $post_cflags
rule cuda_compile
  command = $nvcc $cuda_cflags -c $in -o $out

build moe/a.o: cuda_compile {sources}/generated/moe/a.generated.cu
build moe/runner.o: cuda_compile {sources}/runner.cu
  cuda_cflags = $cuda_cflags -DITS_OWN
build moe/heuristic.o: compile {sources}/heuristic.cpp
"""


def module(folder: Path, *, spelled: str = "", listed: tuple[str, ...] = ()) -> tuple[Module, Build]:
    """A module with one generated source, and its build.ninja."""
    sources = folder / "sources"
    file = folder / "120a" / "cached_ops" / "moe" / "build.ninja"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(NINJA.format(sources=spelled or sources))
    names = ("generated/moe/a.generated.cu", "runner.cu", "heuristic.cpp", *listed)
    build = Build(
        str(file), "moe", str(folder / "120a"), None, None, None, (), tuple(str(sources / n) for n in names), ()
    )
    return Module(str(folder), "moe", (str(sources / "generated/moe/a.generated.cu"),), Flags(), ("120",), None), build


def defines(units: tuple[Unit, ...]) -> dict[str, tuple[str, ...]]:
    return {Path(unit.file).name: unit.flags.defines for unit in units}


@pytest.mark.parametrize("spelled", ["", "../../sources", "../../../sources"])
def test_each_is_compiled_as_its_rule_says_from_whichever_folder(tmp_path: Path, spelled: str) -> None:
    found, build = module(tmp_path, spelled=spelled)
    units = hand_written(found, (build,), set(found.sources))
    assert [unit.file for unit in units] == [
        str(tmp_path / "sources" / name) for name in ("runner.cu", "heuristic.cpp")
    ]
    assert defines(units) == {"runner.cu": ("COMMON", "ON_CUDA", "ITS_OWN"), "heuristic.cpp": ("COMMON", "FAST_BUILD")}
    assert {unit.flags.include_dirs for unit in units} == {("/package/include",)}


def test_what_no_compiler_reads_is_left_out(tmp_path: Path) -> None:
    found, build = module(tmp_path, listed=("table.bin", "kernel.ptx"))
    assert set(defines(hand_written(found, (build,), set(found.sources)))) == {"runner.cu", "heuristic.cpp"}


@pytest.mark.parametrize("other", ["generated/moe/b.cu", "cutlass_instantiations/120/b.generated.cu"])
def test_nothing_is_known_where_a_generated_source_is_not_in_the_module(tmp_path: Path, other: str) -> None:
    found, build = module(tmp_path, listed=(other,))
    assert hand_written(found, (build,), set(found.sources)) == ()


def test_nothing_is_known_without_a_build_of_the_module(tmp_path: Path) -> None:
    found, build = module(tmp_path)
    assert hand_written(found, (), set(found.sources)) == ()
    other, _ = module(tmp_path / "other")
    assert hand_written(other, (build,), set(other.sources)) == ()


def test_nothing_is_known_where_its_build_can_no_longer_be_read(tmp_path: Path) -> None:
    found, build = module(tmp_path)
    Path(build.file).write_text("rule cuda_compile\n  command = '\nbuild a: cuda_compile b.cu\n")
    assert hand_written(found, (build,), set(found.sources)) == ()
    Path(build.file).unlink()
    assert hand_written(found, (build,), set(found.sources)) == ()
