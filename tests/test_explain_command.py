"""`cutlass-lint explain` as its users run it, on the stand-in CUTLASS."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

FIXTURES = Path(__file__).parents[1] / "fixtures"
OVERFLOW = "moe.cu:6"


def explain(tree: Path, name: str, *options: str, paths: tuple[Path, ...] = ()) -> subprocess.CompletedProcess[str]:
    plain = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    command = [sys.executable, "-m", "cutlass_lint", "explain", name, *map(str, paths), "--headers", str(tree)]
    command += ["--arch", "120", *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, env=plain, cwd=tree)
    assert "Traceback" not in done.stdout + done.stderr
    return done


def document(tree: Path, name: str) -> dict[str, Any]:
    done = explain(tree, name, "--output-format", "json", paths=(tree / "instantiations",))
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("name", [OVERFLOW, "mixed.cu:21", "by_hand.cu:9#2", "moe.cu:15"])
def test_the_whole_explanation(tree: Path, name: str, snapshot: SnapshotAssertion) -> None:
    done = explain(tree, name, paths=(tree / "instantiations",))
    assert done.returncode == 0, done.stderr
    assert done.stdout.replace(str(tree), "TREE") == snapshot


def test_a_kernel_launched_by_hand(tree: Path) -> None:
    done = explain(tree, "by_hand.cu:7", paths=(tree / "instantiations",))
    assert done.returncode == 0, done.stderr
    for text in (
        "does not fit: 131,072 of the 101,376 bytes that a block on Sm120 can have, 29,696 too many",
        "    131,072  sizeof(Kernel::SharedStorage)",
        "     65,536    65,536        2  └─ b  half_t[4][128][64]",
        "launch of Kernel by <<<...>>>",
        "└─ Kernel = ByHand<half_t, 128, 4>",
    ):
        assert text in done.stdout


@pytest.mark.parametrize("style", ["json", "markdown"])
def test_the_other_formats(tree: Path, style: str, snapshot: SnapshotAssertion) -> None:
    done = explain(tree, OVERFLOW, "--output-format", style, paths=(tree / "instantiations",))
    assert done.returncode == 0, done.stderr
    assert done.stdout.replace(str(tree), "TREE") == snapshot


@pytest.mark.parametrize(
    "name",
    [
        "instantiations/moe.cu:8",  # the instantiation's first line
        "instantiations/moe.cu:9",  # and its last
        "moe.cu:8",
        "moe:8",
        "oe.cu:8",
        "/root/.cache/somewhere/else/moe.cu:8",
        "moe.cu:8#1",
    ],
)
def test_names_of_one_kernel(tree: Path, name: str) -> None:
    paths = () if name.startswith("instantiations") else (tree / "instantiations",)
    done = explain(tree, name, paths=paths)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("moe.cu:8\nfits: 75,776 of the 101,376 bytes")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("moe.cu", "moe.cu is the name of 13 kernels: moe.cu:5, moe.cu:6, moe.cu:7, moe.cu:8 and 9 more"),
        ("moe.cu:10", "no kernel begins at moe.cu:10; the nearest: moe.cu:6, moe.cu:7, moe.cu:8, moe.cu:12"),
        ("mo.cu:8", "no kernel is called mo.cu:8; the nearest: moe.cu:8"),
        ("zzz:1", "no kernel is called zzz:1; there are 25, such as "),
        ("by_hand.cu:9", "name one of by_hand.cu:9#1 (StaticPersistent), by_hand.cu:9#2 (StreamK)"),
        ("by_hand.cu:9#3", "by_hand.cu:9#3: there are 2 kernels, counted from #1"),
        ("", "no kernel is called "),
    ],
)
def test_a_name_that_means_no_one_kernel_is_one_line(tree: Path, name: str, message: str) -> None:
    done = explain(tree, name, paths=(tree / "instantiations",))
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert message in line


def test_names_from_the_input_cannot_drive_the_terminal(tmp_path: Path) -> None:
    calls = "INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 128, 128, false);\n" * 2
    (tmp_path / "a\x1b[31m.cu").write_text(f'#include "launchers/moe_launcher.inl"\nnamespace moe {{\n{calls}}}\n')
    for name in ("a\x1b[31m", "a\x1b[31m:9", "b\x1b[31m:3"):
        done = explain(FIXTURES, name, paths=(tmp_path,))
        assert (done.returncode, done.stdout) == (2, "")
        assert "\x1b" not in done.stderr
    done = explain(FIXTURES, "a\x1b[31m:3", paths=(tmp_path,))
    assert done.returncode == 0
    assert "\x1b" not in done.stdout


def test_a_kernel_that_cannot_be_sized_says_why(tree: Path) -> None:
    done = explain(tree, "moe.cu:21", paths=(tree / "instantiations",))
    assert done.returncode == 2
    assert "unknown: INSTANTIATE_MOE_GEMM takes 7 arguments" in done.stdout


def test_help_teaches() -> None:
    command = [sys.executable, "-m", "cutlass_lint", "explain", "--help"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0
    for text in ("FILE:LINE", "the end of one", "--output-format", "Error Internal", "Exit codes"):
        assert text in done.stdout


def test_every_conditional_is_resolved_for_this_instantiation(tree: Path) -> None:
    chosen = {}
    for line in (5, 6):
        aliases = {alias["name"]: alias for alias in document(tree, f"moe.cu:{line}")["aliases"]}
        fusion = aliases["Fusion"]
        chosen[line] = (fusion["conditions"][0]["holds"], fusion["chosen"], fusion["resolved"])
    name = "cutlass::epilogue::fusion::{}"
    assert chosen == {
        5: (False, name.format("LinearCombination"), name.format("LinearCombination")),
        6: (True, name.format("Finalize"), name.format("Finalize")),
    }


def test_every_place_is_that_of_the_name_in_the_source(tree: Path) -> None:
    found = document(tree, OVERFLOW)
    launcher = tree / "launchers" / "moe_launcher.inl"
    lines = launcher.read_text().splitlines()
    for alias in found["aliases"]:
        if alias["file"] == str(launcher) and alias["kind"] in ("alias", "constant"):
            assert f" {alias['name']} =" in lines[alias["line"] - 1]
    assert {alias["kind"] for alias in found["aliases"]} == {"kernel", "alias", "constant", "argument", "builder"}


def test_the_numbers_agree_with_each_other(tree: Path) -> None:
    found = document(tree, OVERFLOW)
    (term,) = found["terms"]
    assert term["size"] == found["kernel"]["sizes"]["epilogue"] == found["stages"]["budget"]["carveout"] == 8448
    assert found["layout"]["size"] == found["kernel"]["sizes"]["kernel"] == 102400
    assert found["residency"] == {
        "device": "Sm120", "limit": 101376, "margin": -1024,
        "per_multiprocessor": 102400, "reserved": 1024, "blocks": 0,
    }  # fmt: skip
    assert found["launch_bounds"] == {"threads": 384, "blocks": 1, "registers": 168}
    assert found["aliases"][0]["resolved"] == found["kernel"]["type"]


LAUNCHER = r"""
#include "cutlass/gemm/device/gemm_universal_adapter.h"
#include "cutlass/epilogue/collective/collective_builder.hpp"
namespace odd {
template <class Shape>
struct Pair {
  using First = Shape;
  static constexpr int N = decltype(cute::size<1>(Shape{}))::value;
};
template <class Element, int Tile>
void odd_kernelLauncher(int m) {
  constexpr double Scale = 0.5;
  constexpr int Rows = int(Tile * Scale) * 2;
  using Narrow = cute::Shape<cute::Int<Rows>, cute::Int<64>, cute::Int<128>>;
  using Wide = cute::Shape<cute::Int<Rows>, cute::Int<112>, cute::Int<128>>;
  using TileShape = typename Pair<Wide>::First;
  constexpr int Other = Pair<Narrow>::N;
  using ClusterShape = cute::Shape<cute::Int<1>, cute::Int<1>, cute::Int<1>>;
  using Epilogue = typename cutlass::epilogue::collective::CollectiveBuilder<
      cutlass::arch::Sm120, cutlass::arch::OpClassTensorOp, TileShape, ClusterShape,
      cutlass::epilogue::collective::EpilogueTileAuto, float, float, void, void, 8, cutlass::half_t, void, 8,
      cutlass::epilogue::TmaWarpSpecialized>::CollectiveOp;
  using Mainloop = typename cutlass::gemm::collective::CollectiveBuilder<
      cutlass::arch::Sm120, cutlass::arch::OpClassTensorOp, Element, void, 32, Element, void, 32, float, TileShape,
      ClusterShape, cutlass::gemm::collective::StageCount<(Other > 0 ? 2 : 3)>,
      cutlass::gemm::KernelTmaWarpSpecializedCooperative>::CollectiveOp;
  using GemmKernel = cutlass::gemm::kernel::GemmUniversal<void, Mainloop, Epilogue>;
  cutlass::gemm::device::GemmUniversalAdapter<GemmKernel> gemm;
  (void)gemm.run();
}
template void odd_kernelLauncher<cutlass::half_t, 128>(int);
}
"""


def test_a_question_that_cannot_be_asked_costs_only_itself(tree: Path, tmp_path: Path) -> None:
    file = tmp_path / "odd.cu"
    file.write_text(LAUNCHER)
    line = 1 + next(i for i, text in enumerate(LAUNCHER.splitlines()) if text.startswith("template void"))
    done = explain(tree, f"{file}:{line}", "--output-format", "json")
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(done.stdout)
    aliases = {alias["name"]: alias for alias in found["aliases"]}
    # No template takes a floating-point argument in C++17.
    assert aliases["Scale"]["resolved"] is None
    assert "it cannot be asked for there" in aliases["Scale"]["reason"]
    assert aliases["Rows"]["resolved"] == "128"
    assert aliases["TileShape"]["resolved"] == "cute::tuple<cute::C<128>, cute::C<112>, cute::C<128>>"
    assert aliases["Mainloop"]["conditions"][0]["holds"] is True
    # Two of these classes are instantiated: the name alone does not tell which one it is about.
    assert aliases["Pair::First"]["resolved"] is None
    assert "instantiated several times" in aliases["Pair::First"]["reason"]


MACRO = r"""
#include "launchers/moe_launcher.inl"
#define INSTANTIATE_ODD(N_)                                                                      \
  struct Odd_##N_ {                                                                              \
    static constexpr double Scale = 0.5; static constexpr int Half = int(N_ * Scale);            \
    using TileShape = cute::Shape<cute::Int<128>, cute::Int<Half>, cute::Int<128>>;              \
    using ClusterShape = cute::Shape<cute::Int<1>, cute::Int<1>, cute::Int<1>>;                  \
    using CollectiveEpilogue = typename cutlass::epilogue::collective::CollectiveBuilder<        \
        cutlass::arch::Sm120, cutlass::arch::OpClassTensorOp, TileShape, ClusterShape,           \
        cutlass::epilogue::collective::EpilogueTileAuto, float, float, void, void, 8,            \
        cutlass::half_t, void, 8, cutlass::epilogue::TmaWarpSpecialized>::CollectiveOp;          \
    using CollectiveMainloop = typename cutlass::gemm::collective::CollectiveBuilder<            \
        cutlass::arch::Sm120, cutlass::arch::OpClassTensorOp, cutlass::half_t, void, 32,         \
        cutlass::half_t, void, 32, float, TileShape, ClusterShape,                               \
        cutlass::gemm::collective::StageCount<2>,                                                \
        cutlass::gemm::KernelTmaWarpSpecializedCooperative>::CollectiveOp;                       \
    using GemmKernel = cutlass::gemm::kernel::GemmUniversal<void, CollectiveMainloop,            \
                                                            CollectiveEpilogue>;                 \
    using Gemm = cutlass::gemm::device::GemmUniversalAdapter<GemmKernel>;                        \
  };                                                                                             \
  void run_##N_() { (void)typename Odd_##N_::Gemm().run(); }
namespace moe {
INSTANTIATE_ODD(224)
}
"""


def test_a_question_that_a_macro_cannot_be_asked(tmp_path: Path) -> None:
    file = tmp_path / "odd_macro.cu"
    file.write_text(MACRO)
    line = 1 + next(i for i, text in enumerate(MACRO.splitlines()) if text.startswith("INSTANTIATE_ODD("))
    done = explain(FIXTURES, f"{file}:{line}", "--output-format", "json")
    assert done.returncode == 0, done.stdout + done.stderr
    aliases = {alias["name"]: alias for alias in json.loads(done.stdout)["aliases"]}
    assert aliases["Scale"]["resolved"] is None
    assert aliases["Half"]["resolved"] == "112"
    assert aliases["N_"]["resolved"] == "224"
    assert aliases["TileShape"]["line"] == 6
