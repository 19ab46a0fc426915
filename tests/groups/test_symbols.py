"""Undefined symbols, on launchers written for it; names are those that nvcc and the linkers gave (fixtures/symbols)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

import pytest

from cutlass_lint.analyzer.devices import parse_device
from cutlass_lint.analyzer.diff import Asked, compare
from cutlass_lint.analyzer.groups import Diff, Unnamed
from cutlass_lint.analyzer.groups.symbols import Undefined, read_name
from cutlass_lint.analyzer.pipeline import read
from cutlass_lint.analyzer.requests import Request
from cutlass_lint.analyzer.smem.frontend import Settings
from cutlass_lint.analyzer.smem.symbols import Made, symbols
from cutlass_lint.analyzer.workspace.extra_flags import extra_flags
from cutlass_lint.reports import diff_html, diff_json, diff_markdown
from cutlass_lint.reports.diff_json import Words

FIXTURES = Path(__file__).parents[2] / "fixtures"
LOG = (FIXTURES / "logs" / "symbols.log").read_text()
INCLUDE = (FIXTURES / "symbols", FIXTURES / "cutlass" / "include")


def request(*sources: Path, include: Iterable[Path] = INCLUDE, defines: Iterable[str] = ()) -> Request:
    files = sources or (FIXTURES / "symbols" / "gemm.cu",)
    return Request(files, Settings(jobs=1), device=parse_device("120"), extra=extra_flags(include, defines))


def asked(log: str, made: Request | None = None) -> Diff:
    found, _ = compare(made or request(), Asked(logs=(Path("-"),)), BytesIO(log.encode()))
    return found


def told(diff: Diff) -> dict[str, Undefined]:
    """What is known of each symbol, by its name without scopes."""
    cast, scope = r"\([\w:]+\)(?=\d)", r"\w+::"
    found = (entry for entry in diff.logs if isinstance(entry, Undefined))
    return {re.sub(f"{cast}|{scope}", "", entry.name): entry for entry in found}


def test_instantiations_make_the_symbols_that_nvcc_makes_of_them() -> None:
    source = FIXTURES / "symbols" / "gemm.cu"
    lines = enumerate(source.read_text().splitlines(), 1)
    expected = {number: mark[1] for number, line in lines if (mark := re.search(r"// makes (_Z\w+)$", line))}
    inputs = read(request())
    names = [f"{name}_kernelLauncher" for name in ("tiled", "aligned", "specialized", "indexed")]
    found = [one for name in names for one in symbols(inputs.modules, inputs.sources, Settings(jobs=1), name)]
    assert {one.instantiation.line: one.symbol for one in found if isinstance(one, Made)} == expected
    (left_out,) = {one for one in found if not isinstance(one, Made)}
    assert (left_out.instantiation.line, left_out.reason) == (11, None)


def test_o23_each_symbol_is_instantiated_or_not_or_no_launchers() -> None:
    found = told(asked(LOG))
    outcomes = {name: (entry.outcome, [place.id for place in entry.places]) for name, entry in found.items()}
    assert outcomes == {
        "unused_kernelLauncher<half_t, 2>": ("not instantiated", []),
        "indexed_kernelLauncher<vector<int, allocator<int>>>": ("instantiated", ["gemm.cu:20"]),
        "specialized_kernelLauncher<float>": ("other arguments", ["gemm.cu:18"]),
        "specialized_kernelLauncher<__half>": ("instantiated", ["gemm.cu:18"]),
        "aligned_kernelLauncher<float, 16ul>": ("other arguments", ["gemm.cu:16"]),
        "aligned_kernelLauncher<__half, 16ul>": ("instantiated", ["gemm.cu:15"]),
        "tiled_kernelLauncher<half_t, __half, 1, tuple<C<128>, C<64>>, 3, false, Relu>": (
            "other arguments",
            ["gemm.cu:6"],
        ),
        "tiled_kernelLauncher<half_t, __half, 0, tuple<C<128>, C<128>>, 4, false, Bias>": (
            "other arguments",
            ["gemm.cu:8"],
        ),
        "tiled_kernelLauncher<half_t, __half, 1, tuple<C<128>, C<64>>, 3, false, Bias>": (
            "instantiated",
            ["gemm.cu:6"],
        ),
        "not_a_launcher(__half)": ("no launcher", []),
        "device(int)": ("no launcher", []),
        "cudaGraphConditionalHandleCreate": ("no launcher", []),
    }


def test_o23_the_arguments_that_differ_are_named_with_both_values() -> None:
    texts = {name: entry.explain(Words()) for name, entry in told(asked(LOG)).items()}
    relu = texts["tiled_kernelLauncher<half_t, __half, 1, tuple<C<128>, C<64>>, 3, false, Relu>"]
    assert "with Epilogue=gemm::epilogue::Bias instead of gemm::epilogue::Relu" in relu
    assert "a preprocessor condition leaves out 1 more of its launcher: gemm.cu:11 in module symbols" in relu
    assert "with Alignment=8ul instead of 16ul" in texts["aligned_kernelLauncher<float, 16ul>"]
    assert "gemm.cu:15 in module symbols makes it" in texts["aligned_kernelLauncher<__half, 16ul>"]
    assert "the function template at gemm_launcher.inl:16" in texts["unused_kernelLauncher<half_t, 2>"]
    assert texts["not_a_launcher(__half)"].endswith("\nno launcher here has this name")


def test_what_a_define_turns_on_is_instantiated() -> None:
    found = told(asked(LOG, request(defines=("ENABLE_RELU",))))
    relu = found["tiled_kernelLauncher<half_t, __half, 1, tuple<C<128>, C<64>>, 3, false, Relu>"]
    assert (relu.outcome, [place.id for place in relu.places]) == ("instantiated", ["gemm.cu:11"])
    assert all(not entry.left_out for entry in found.values())


def line(declaration: str) -> str:
    return f"ld.lld: error: undefined symbol: {declaration}\n"


@pytest.mark.parametrize(
    ("declaration", "parameter", "undefined", "here"),
    [
        ("int* other::aligned_kernelLauncher<float, 8ul>(float const*, int)", "namespace", "other", "gemm"),
        ("int* gemm::aligned_kernelLauncher<float, 8ul>(float const*, long)", "parameters", "float const*,long", None),
        ("int* gemm::aligned_kernelLauncher<float, 8u>(float const*, int)", "Alignment", "8u", "8ul"),
        ("int* gemm::aligned_kernelLauncher<float, 8ul, 3>(float const*, int)", "argument 3", "3", "nothing"),
    ],
)
def test_what_differs_beside_the_arguments_is_told_too(
    declaration: str, parameter: str, undefined: str, here: str | None
) -> None:
    (entry,) = told(asked(line(declaration))).values()
    assert entry.outcome == "other arguments"
    (difference,) = entry.differences
    assert (difference.parameter, difference.undefined) == (parameter, undefined)
    assert difference.here == (here or "float const*,int")


def test_names_of_another_c_plus_plus_library_are_not_compared() -> None:
    vector = "std::__1::vector<int, std::__1::allocator<int>>"
    (entry,) = told(asked(line(f"void gemm::indexed_kernelLauncher<{vector}>({vector} const&)"))).values()
    assert entry.outcome == "unknown"
    assert "gemm.cu:20 makes it but for what cannot be compared: Indices (std::__1::vector<int," in (entry.reason or "")


def test_the_nearest_is_that_with_the_nearest_number() -> None:
    tile = "cute::tuple<cute::C<128>, cute::C<{}>>"
    arguments = f"cutlass::half_t, __half, (gemm::Scaling)1, {tile}, {{}}, false, gemm::epilogue::Bias"
    lines = [line(f"void gemm::tiled_kernelLauncher<{arguments.format(*of)}>()") for of in ((96, 3), (112, 5))]
    near_64, near_128 = told(asked("".join(lines))).values()
    assert [place.id for place in near_64.places] == ["gemm.cu:6"]
    assert [place.id for place in near_128.places] == ["gemm.cu:8"]
    assert [difference.parameter for difference in near_128.differences] == ["TileShape", "Stages"]


def test_without_headers_nothing_is_said_of_what_is_not_found(tmp_path: Path) -> None:
    (tmp_path / "gemm.cu").write_text((FIXTURES / "symbols" / "gemm.cu").read_text())
    made = request(tmp_path / "gemm.cu", include=())
    (entry,) = told(asked(line("void gemm::tiled_kernelLauncher<int>()"), made)).values()
    assert entry.outcome == "unknown"
    assert "gemm.cu:6 and 2 more make is not known: no header that it includes defines" in (entry.reason or "")
    (entry,) = told(asked(line("void gemm::another_kernelLauncher<int>()"), made)).values()
    assert entry.outcome == "unknown"
    assert (entry.reason or "").endswith("gemm.cu includes are not found; name them with --headers")


def test_an_instantiation_that_does_not_parse_leaves_it_open(tmp_path: Path) -> None:
    text = (
        (FIXTURES / "symbols" / "gemm.cu").read_text().replace("INSTANTIATE_ALIGNED(float", "INSTANTIATE_ALIGNED(flot")
    )
    (tmp_path / "gemm.cu").write_text(text)
    found = told(asked(LOG, request(tmp_path / "gemm.cu")))
    assert found["aligned_kernelLauncher<__half, 16ul>"].outcome == "instantiated"
    missing = found["aligned_kernelLauncher<float, 16ul>"]
    assert missing.outcome == "unknown"
    assert "gemm.cu:16 makes is not known" in (missing.reason or "")


@pytest.mark.parametrize(
    "symbol",
    [
        "_Z",
        "_ZN4gemm",
        "_ZN" + "1aI" * 3000,
        "_Z3foo" + "P" * 7000,
        "a<" * 2000,
        ">>>(((",
        "f<",
        "<>()",
        "(",
        "::<>(",
        "x y z<",
    ],
)
def test_a_symbol_may_be_anything(symbol: str) -> None:
    name = read_name(symbol)
    assert name is None or name.text
    for entry in told(asked(f"a.o: undefined reference to `{symbol}'\n")).values():
        assert entry.outcome in ("no launcher", "unknown")


def test_every_report_has_it_and_escapes_it() -> None:
    found = asked(LOG)
    assert "&lt;cutlass::half_t, 2&gt;" in diff_html.render(found)
    assert "`gemm::unused_kernelLauncher<cutlass::half_t, 2>`" in diff_markdown.render(found)
    assert '"outcome": "other arguments"' in diff_json.render(found)


def test_nothing_is_asked_where_no_symbol_is_undefined() -> None:
    assert asked("an unrelated line\n").logs == ()
    (entry,) = asked("Unsupported tile shape config 17\n").logs
    assert isinstance(entry, Unnamed)
