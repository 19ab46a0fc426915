"""Where dispatchers lead: which tile becomes which shape, and which instantiations that comes to."""

from pathlib import Path

import pytest
from dispatched import CASES, CONFIGS, INSTANCES, RUNNER, TILES, TYPES, Parts, dispatch, found

from cutlass_lint.analyzer.model import Flags, Location, Module, Offer
from cutlass_lint.analyzer.sources import read_source
from cutlass_lint.analyzer.sources.dispatch import Shared, Unit, read_dispatch

ALL = "return {Config{Tile::Shape64x64x64}, Config{Tile::Shape64x128x64}, Config{Tile::Shape128x64x64}};"
HEAD = """
using Cluster = cute::Shape<cute::Int<1>, cute::Int<1>, cute::Int<1>>;
template <int M, int N, int K>
using Shape = cute::Shape<cute::Int<M>, cute::Int<N>, cute::Int<K>>;
"""
DISPATCH = "template <typename T>\nvoid dispatch(Config config, int m) {\n  switch (config.tile) {\n"
FIRST = "case Tile::Shape64x64x64: mixed_gemm_kernelLauncher<T, Shape<64, 64, 64>, Cluster, 2>(m, m, m); break;\n"


def cases(text: str, before: str = "") -> str:
    """A dispatcher with a case that leads to a kernel for each type, and others."""
    return f"{HEAD}{before}{DISPATCH}{FIRST}{text}\n  default: throw 1;\n  }}\n}}\n"


def offer(folder: Path, tile: str, text: str, *, kind: str = TYPES[0], before: str = "", made: bool = True) -> Offer:
    """What becomes of a tile in a dispatcher with some more cases, where it is instantiated or not."""
    parts = Parts(
        f"return {{Config{{Tile::Shape64x64x64}}, Config{{Tile::Shape{tile}}}}};",
        cases=cases(text, before),
        instances=tuple(one for one in INSTANCES if made or one != (kind, tile)),
    )
    (one,) = (one for one in found(folder, parts).offers if one.tile.endswith(tile) and kind in one.runner)
    return one


def outcome(one: Offer) -> str:
    if not one.cases:
        return "no case"
    if one.instantiations:
        return "instantiated"
    return "dropped" if one.is_dropped else "open" if one.is_open else "not instantiated"


def test_each_type_comes_to_its_own_instantiation_of_the_tile(tmp_path: Path) -> None:
    offers = found(tmp_path, Parts(ALL)).offers
    assert len(offers) == 6
    lines = (tmp_path / "kernels.generated.cu").read_text().splitlines()
    for one in offers:
        (shape,), (place,) = one.shapes, one.instantiations
        assert "x".join(map(str, shape)) == one.tile.removeprefix("Tile::Shape")
        kind = one.runner.removeprefix("Runner<").removesuffix(">")
        wanted = f"<{kind}, cute::Shape<cute::Int<{shape[0]}>, cute::Int<{shape[1]}>, cute::Int<{shape[2]}>>"
        assert wanted in lines[place.line - 1]


def test_a_case_is_where_the_macro_that_makes_it_is_called(tmp_path: Path) -> None:
    for one in found(tmp_path, Parts(ALL)).offers:
        (case,) = one.cases
        extents = one.tile.removeprefix("Tile::Shape").split("x")
        assert f"SHAPE_CASE({', '.join(extents)})" in (tmp_path / "dispatch.h").read_text().splitlines()[case.line - 1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "case Tile::Shape64x128x64: mixed_gemm_kernelLauncher<T, Shape<64, 128, 64>, Cluster, 2>(m, m, m); break;",
            "",
        ),
        # Falls through to the next, which has a kernel.
        ("case Tile::Shape64x128x64: case Tile::Shape128x64x64: here<T, Shape<128, 64, 64>>(m); break;", ""),
        ("case Tile::Shape64x128x64: m += 1; case Tile::Shape128x64x64: here<T, Shape<128, 64, 64>>(m); break;", ""),
        ("case Tile::Shape64x128x64: here<T, Shape<64, 128, 64>>(m); break;", ""),
        ("case Tile::Shape64x128x64: { using S = Shape<64, 128, 64>; here<T, S>(m); break; }", ""),
        ("case Tile::Shape64x128x64: { constexpr int K = 128 / 2; here<T, Shape<64, 128, K>>(m); break; }", ""),
        # What is not known may be anything.
        ("case Tile::Shape64x128x64: here<T, typename Traits<T>::Tile>(m); break;", ""),
        ("case Tile::Shape64x128x64: if (m) here<T, Shape<8, 8, 8>>(m); else here<T, Shape<64, 128, 64>>(m);", ""),
        ("case Tile::Shape64x128x64: here<T, Shape<64, 128, 32>>(m); break;", "not instantiated"),
        ("case Tile::Shape64x128x64: here<int, Shape<64, 128, 64>>(m); break;", "not instantiated"),
        ("", "no case"),
        ("// case Tile::Shape64x128x64: here<T, Shape<64, 128, 64>>(m);", "no case"),
        ("case Tile::Shape128x64x64: here<T, Shape<64, 128, 64>>(m); break;", "no case"),
        ("#ifdef OTHERS\ncase Tile::Shape64x128x64: here<T, Shape<64, 128, 64>>(m);\n#endif\n", "no case"),
        ('case Tile::Shape64x128x64: throw "Tile::Shape64x128x64";', "open"),
    ],
)
def test_what_becomes_of_a_tile(tmp_path: Path, text: str, expected: str) -> None:
    here = (
        "template <typename T, typename CTAShape>\n"
        "void here(int m) { mixed_gemm_kernelLauncher<T, CTAShape, Cluster, 2>(m, m, m); }\n"
    )
    assert outcome(offer(tmp_path, "64x128x64", text, before=here)) == (expected or "instantiated")


@pytest.mark.parametrize(
    ("text", "half", "fp4"),
    [
        ("if constexpr (Bits<T> == 4) { LAUNCH; }", "dropped", "instantiated"),
        ("if constexpr (Bits<T> == 4) { throw 1; } else { LAUNCH; }", "instantiated", "dropped"),
        ("if (Bits<T> == 4) return; LAUNCH;", "instantiated", "dropped"),
        ("if constexpr (is_supported<T, Shape<64, 128, 64>>()) { LAUNCH; }", "instantiated", "dropped"),
        ("if constexpr (std::is_same_v<T, cutlass::half_t>) { LAUNCH; }", "instantiated", "dropped"),
        ("if constexpr (Traits<T>::value) { LAUNCH; }", "instantiated", "instantiated"),
        ("if (m > 4) { LAUNCH; }", "instantiated", "instantiated"),
        # Another kernel, which is made on the spot, may be what the tile is for.
        ("if constexpr (Bits<T> == 4) { LAUNCH; } else { own<T>(m); }", "open", "instantiated"),
        ("if constexpr (Bits<T> == 4) { LAUNCH; } else { through<T>(m); }", "open", "instantiated"),
        ("if constexpr (Bits<T> == 4) { LAUNCH; } else { deduced(T{}); }", "open", "instantiated"),
    ],
)
def test_conditions_on_the_way(tmp_path: Path, text: str, half: str, fp4: str) -> None:
    launch = "mixed_gemm_kernelLauncher<T, Shape<64, 128, 64>, Cluster, 2>(m, m, m)"
    before = (
        "template <typename T>\nconstexpr int Bits = cutlass::sizeof_bits<T>::value;\n"
        "template <typename T, typename CTAShape>\nconstexpr bool is_supported() {\n"
        "  if constexpr (cutlass::sizeof_bits<T>::value == 4) { return cute::size<2>(CTAShape{}) >= 128; }\n"
        "  return true;\n}\n"
        "template <typename T>\nvoid own(int m) { cutlass::gemm::device::GemmUniversalAdapter<T>().run(); }\n"
        "template <typename T>\nvoid through(int m) { own<T>(m); }\n"
        "template <typename T>\nvoid deduced(T one) { device_code<<<1, 1>>>(one); }\n"
    )
    text = text.replace("Bits<T>", "cutlass::sizeof_bits<T>::value").replace("LAUNCH", launch)
    case = f"case Tile::Shape64x128x64: {{ {text} break; }}"
    for kind, expected in zip(TYPES, (half, fp4), strict=True):
        made = expected == "instantiated"
        assert outcome(offer(tmp_path, "64x128x64", case, before=before, kind=kind, made=made)) == expected


def test_a_condition_around_a_case_does_not_reach_into_the_next(tmp_path: Path) -> None:
    text = (
        "case Tile::Shape128x64x64: if (cutlass::sizeof_bits<T>::value == 16) return; break;\n"
        "case Tile::Shape64x128x64: mixed_gemm_kernelLauncher<T, Shape<64, 128, 64>, Cluster, 2>(m, m, m); break;"
    )
    assert outcome(offer(tmp_path, "64x128x64", text, made=False)) == "not instantiated"


def test_k_in_bytes_is_another_number_of_elements_for_each_type(tmp_path: Path) -> None:
    text = (
        "case Tile::Shape64x128x64: { constexpr int K = 64 * 8 / cutlass::sizeof_bits<T>::value;\n"
        "mixed_gemm_kernelLauncher<T, Shape<64, 128, K>, Cluster, 2>(m, m, m); break; }"
    )
    assert offer(tmp_path, "64x128x64", text).shapes == ((64, 128, 32),)
    assert offer(tmp_path, "64x128x64", text, kind=TYPES[1]).shapes == ((64, 128, 128),)


def test_a_tile_of_another_enumeration_with_the_same_name_is_no_case(tmp_path: Path) -> None:
    parts = Parts(
        ALL,
        configs=CONFIGS + "enum class Tile90 { Shape64x128x64 };\n",
        cases=cases("case Tile::Shape128x64x64: break;\n")
        + "inline int other(Tile90 tile) { switch (tile) { case Tile90::Shape64x128x64: return 1; } return 0; }\n",
    )
    places = {one.tile: one.cases for one in found(tmp_path, parts).offers}
    assert places["Tile::Shape64x128x64"] == ()
    assert len(places["Tile::Shape128x64x64"]) == 1


@pytest.mark.parametrize("name", ["Shape64x128x64", "Shapes::Shape64x128x64"])
def test_a_name_of_which_it_is_not_known_what_it_belongs_to_may_be_a_case(tmp_path: Path, name: str) -> None:
    assert outcome(offer(tmp_path, "64x128x64", f"case {name}: throw 1;")) == "open"


def test_a_runner_that_no_tile_leads_anywhere_for_is_not_meant_for_the_device(tmp_path: Path) -> None:
    offers = found(tmp_path, Parts(ALL, types=(*TYPES, "float"))).offers
    assert {one.runner for one in offers} == {f"Runner<{kind}>" for kind in TYPES}


def test_instantiations_that_no_case_leads_to_are_idle(tmp_path: Path) -> None:
    instances = (*((kind, TILES[0]) for kind in TYPES), (TYPES[0], "128x128x64"), (TYPES[1], "64x64x32"))
    read = found(tmp_path, Parts(ALL, cases=cases(""), instances=instances))
    assert [(idle.tile, idle.is_named) for idle in read.idle] == [((128, 128, 64), True), ((64, 64, 32), True)]
    assert read.total == {"mixed_gemm_kernelLauncher": 4}


@pytest.mark.parametrize(
    "text",
    [
        "default: mixed_gemm_kernelLauncher<T, typename Traits<T>::Tile, Cluster, 2>(m, m, m);",
        "default: mixed_gemm_kernelLauncher<T, Shape<128, 128, 64>, Cluster, 2>(m, m, m);",
        "case Tile::Undefined: if (false) { mixed_gemm_kernelLauncher<T, Shape<128, 128, 64>, Cluster, 2>(m, m, m); }",
        "default: LAUNCH(mixed_gemm)<T, Shape<128, 128, 64>, Cluster, 2>(m, m, m);",
        "default: LAUNCH_OTHERS(T);",
    ],
)
def test_what_may_be_reached_is_not_idle(tmp_path: Path, text: str) -> None:
    macros = (
        "#define LAUNCH(NAME) NAME##_kernelLauncher\n"
        "#define LAUNCH_OTHERS(T) mixed_gemm_kernelLauncher<T, Shape<128, 128, 64>, Cluster, 2>(m, m, m)\n"
    )
    code = f"{HEAD}{macros}{DISPATCH}{FIRST}{text}\n  }}\n}}\n"
    instances = ((TYPES[0], TILES[0]), (TYPES[0], "128x128x64"))
    read = found(tmp_path, Parts(ALL, cases=code, types=TYPES[:1], instances=instances))
    assert read.idle == ()


def test_a_function_template_that_no_code_names_is_idle_whatever_it_is_made_for(tmp_path: Path) -> None:
    source = tmp_path / "more.generated.cu"
    source.write_text(
        '#include "launchers/mixed_launcher.inl"\nnamespace mixed {\n'
        "template void plain_gemm_kernelLauncher<cutlass::half_t, 4>(int);\n}\n"
    )
    found(tmp_path, Parts(ALL))
    module = Module(
        str(tmp_path),
        "module",
        tuple(str(tmp_path / name) for name in ("kernels.generated.cu", "more.generated.cu")),
        Flags((), (str(Path(__file__).parents[2] / "fixtures"),)),
        ("120",),
        None,
    )
    units = tuple(Unit(str(tmp_path / name), Flags()) for name in ("heuristic.cpp", "runner.cu"))
    read = read_dispatch(module, units, {file: read_source(Path(file)) for file in module.sources})
    assert read is not None
    assert [(idle.function, idle.is_named, idle.instantiation.line) for idle in read.idle if not idle.is_named] == [
        ("plain_gemm_kernelLauncher", False, 3)
    ]


def test_nothing_is_said_where_not_all_of_the_code_is_there(tmp_path: Path) -> None:
    (tmp_path / "detail").mkdir()
    (tmp_path / "detail" / "there.h").write_text("#pragma once\n")
    assert dispatch(tmp_path, Parts(ALL, cases='#include "detail/there.h"\n' + CASES)) is not None
    assert dispatch(tmp_path, Parts(ALL, cases='#include "detail/there.h"\n#include "detail/gone.h"\n' + CASES)) is None
    # What lies somewhere else is a library's.
    assert dispatch(tmp_path, Parts(ALL, cases='#include "library/gone.h"\n' + CASES)) is not None


def test_nothing_is_said_of_a_module_without_code_of_its_own(tmp_path: Path) -> None:
    found(tmp_path, Parts(ALL))
    kernels = str(tmp_path / "kernels.generated.cu")
    module = Module(str(tmp_path), "module", (kernels,), Flags(), ("120",), None)
    assert read_dispatch(module, (), {kernels: read_source(Path(kernels))}) is None


def test_what_modules_have_in_common_is_read_once(tmp_path: Path) -> None:
    shared = Shared()
    first = dispatch(tmp_path, Parts(ALL), shared)
    elsewhere = dispatch(tmp_path, Parts(ALL, devices=("90",)), shared)
    assert (shared.code.cache_info().misses, shared.ways.cache_info().misses) == (1, 1)
    assert first is not None
    assert elsewhere is not None
    assert [(one.tile, one.device) for one in elsewhere.offers] == [(one.tile, "90") for one in first.offers]
    # What is compiled with another macro is other code.
    assert dispatch(tmp_path, Parts(ALL, defines=("OTHER",)), shared) is not None
    assert (shared.code.cache_info().misses, shared.ways.cache_info().misses) == (2, 2)


def test_members_that_are_defined_outside_of_their_class_are_followed(tmp_path: Path) -> None:
    code = RUNNER.replace(" { dispatch<T>(config, m); }", ";").replace("};", "};\n") + (
        "template <class U>\nvoid Runner<U>::run(Config config, int m) { dispatch<U>(config, m); }\n"
    )
    offers = found(tmp_path, Parts(ALL, code=code)).offers
    assert {outcome(one) for one in offers} == {"instantiated"}


def test_places_are_those_of_the_files(tmp_path: Path) -> None:
    first = found(tmp_path, Parts(ALL)).offers[0]
    assert isinstance(first.location, Location)
    assert {place.file for place in first.cases} == {str(tmp_path / "dispatch.h")}
    assert {place.file for place in first.instantiations} == {str(tmp_path / "kernels.generated.cu")}
