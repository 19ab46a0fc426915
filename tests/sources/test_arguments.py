from pathlib import Path

import pytest

from cutlass_lint.analyzer.model import Form, Instantiation, Launcher, Lookup, Problem
from cutlass_lint.analyzer.sources import cluster_of, find_launcher, name_arguments, read_source, tile_of


def launcher(*parameters: str, defaults: int = 0, form: Form = "macro") -> Launcher:
    return Launcher("INSTANTIATE_X", form, "/include/launcher.inl", 190, parameters, defaults=defaults)


def call(*arguments: str) -> Instantiation:
    return Instantiation("/a.cu", 7, 1, 7, 0, 1, "INSTANTIATE_X", "macro", arguments)


def test_names_by_position() -> None:
    assert name_arguments(launcher("A", "B"), call("1", "2")) == {"A": "1", "B": "2"}


@pytest.mark.parametrize(
    ("parameters", "defaults", "arguments", "takes"),
    [
        (17, 0, 14, "takes 17 arguments (launcher.inl:190), the call passes 14"),
        (14, 0, 17, "takes 14 arguments (launcher.inl:190), the call passes 17"),
        (1, 0, 2, "takes 1 argument (launcher.inl:190), the call passes 2"),
        (11, 1, 9, "takes 10 to 11 arguments (launcher.inl:190), the call passes 9"),
        (11, 1, 12, "takes 10 to 11 arguments (launcher.inl:190), the call passes 12"),
    ],
)
def test_wrong_count(parameters: int, defaults: int, arguments: int, takes: str) -> None:
    names = [f"P{i}" for i in range(parameters)]
    problem = name_arguments(launcher(*names, defaults=defaults), call(*map(str, range(arguments))))
    assert isinstance(problem, Problem)
    assert problem.message == f"INSTANTIATE_X {takes}"
    assert (problem.file, problem.line) == ("/a.cu", 7)
    assert "--headers" in problem.remedy


def test_defaults_may_be_left_out() -> None:
    template = launcher("T", "M", "N", defaults=1, form="template")
    assert name_arguments(template, call("int", "1")) == {"T": "int", "M": "1"}
    assert name_arguments(template, call("int", "1", "2")) == {"T": "int", "M": "1", "N": "2"}


def test_variadic() -> None:
    macro = launcher("T", "...", defaults=1)
    assert name_arguments(macro, call("int", "1", "2")) == {"T": "int", "...": "1, 2"}
    assert name_arguments(macro, call("int")) == {"T": "int"}
    problem = name_arguments(launcher("T", "U", "...", defaults=1), call("int"))
    assert isinstance(problem, Problem)
    assert "takes at least 2 arguments" in problem.message


def test_empty_call() -> None:
    assert name_arguments(launcher(), call()) == {}
    assert name_arguments(launcher("A"), call()) == {"A": ""}
    assert isinstance(name_arguments(launcher("A", form="template"), call()), Problem)


def test_from_source_to_names(fixtures: Path) -> None:
    source = read_source(fixtures / "macro_calls.cu")
    found = find_launcher("INSTANTIATE_DEMO_GEMM", source, Lookup())
    assert found is not None
    named = name_arguments(found, source.instantiations[0])
    assert isinstance(named, dict)
    assert named["Arch_"] == "Sm120"
    assert tile_of(named) == (128, 256, 128)
    assert cluster_of(named) is None


@pytest.mark.parametrize(
    ("arguments", "tile"),
    [
        ({"CTA_M_": "128", "CTA_N_": "16", "CTA_K_": "64"}, (128, 16, 64)),
        ({"CTA_M": "128", "CTA_N": "16", "CTA_K": "64"}, (128, 16, 64)),
        ({"TILE_M": "_128", "TILE_N": "cute::_16", "TILE_K": "cute::Int<64>"}, (128, 16, 64)),
        ({"MaxTileM_": "16", "TileN_": "128", "TileK_": "64"}, (16, 128, 64)),
        ({"CTAShape": "cute::Shape<cute::Int<128>, cute::Int<16>, cute::Int<128>>"}, (128, 16, 128)),
        ({"TileShape": "Shape<_128,_16,Int< 64 >>"}, (128, 16, 64)),
        ({"TileShape_": "cutlass::gemm::GemmShape<128, 16, 64>"}, (128, 16, 64)),
        ({"TileShape": "MyTile"}, None),
        ({"TileShape": "Shape<_128, N, _64>"}, None),
        ({"TileShape": "Shape<Shape<_1, _2>, _3>"}, None),
        ({"CTA_M_": "128", "CTA_N_": "16"}, None),
        ({"CTA_M_": "kM", "CTA_N_": "16", "CTA_K_": "64"}, None),
        ({"ClusterShape": "Shape<_1, _1, _1>"}, None),
        ({}, None),
    ],
)
def test_tile(arguments: dict[str, str], tile: tuple[int, ...] | None) -> None:
    assert tile_of(arguments) == tile


@pytest.mark.parametrize(
    ("arguments", "cluster"),
    [
        ({"CGA_M_": "2", "CGA_N_": "1", "CGA_K_": "1", "CTA_M_": "128"}, (2, 1, 1)),
        ({"ClusterShape": "cute::Shape<cute::Int<2>, cute::_1, _1>", "CTAShape": "X"}, (2, 1, 1)),
        ({"ClusterShape": "cute::Shape<int, int, _1>"}, None),
    ],
)
def test_cluster(arguments: dict[str, str], cluster: tuple[int, ...] | None) -> None:
    assert cluster_of(arguments) == cluster
