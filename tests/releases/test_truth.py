"""Sizes of a real FlashInfer release, fetched here, against what nvcc's own `sizeof` answered (fixtures/truth)."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from cutlass_lint.analyzer.devices import parse_device
from cutlass_lint.analyzer.model import Instantiation, Kernel
from cutlass_lint.analyzer.smem.frontend import Settings
from cutlass_lint.analyzer.smem.resolve import resolve
from cutlass_lint.analyzer.sources import read_source
from cutlass_lint.analyzer.workspace import discover, releases

TRUTH = Path(__file__).parents[2] / "fixtures" / "truth"
# The truth's column for each of the macro's parameters that it tells apart.
COLUMNS = {
    "ArchTag_": "arch", "DataType_": "act", "WeightType_": "weight", "OutputType_": "out",
    "EpilogueSchedule_": "epi_sched", "FUSION_": "fusion", "CTA_M_": "m", "CTA_N_": "n", "CTA_K_": "k",
    "CGA_M_": "cm", "CGA_N_": "cn", "CGA_K_": "ck", "MXFPX_": "mx", "DYNAMIC_CGA_": "dyn", "BIAS_": "bias",
    "SWAP_AB_": "swap",
}  # fmt: skip
NUMBERS = ("epi", "main", "kernel", "stages", "threads")

Row = dict[str, str]


def rows(version: str, name: str) -> list[Row]:
    with (TRUTH / f"truth_{version}_{name}.csv").open() as file:
        return list(csv.DictReader(file))


def size(version: str, device: str, wanted: frozenset[tuple[str, ...]], launcher: str) -> list[Kernel]:
    """The kernels of one launcher, sized from the release's own sources, only those with the wanted arguments."""
    release = releases.fetch(f"flashinfer=={version}")
    cache = releases.generate(release, parse_device(device)).cache
    workspace = discover(cache, device=parse_device(device), modules=("fused_moe_*",))
    assert not workspace.problems
    sources = {file: read_source(Path(file)) for module in workspace.modules for file in module.sources}

    def chosen(instantiation: Instantiation) -> bool:
        return instantiation.launcher == launcher and instantiation.arguments in wanted

    return list(resolve(workspace.modules, sources, Settings(jobs=2), wanted=chosen))


def numbers(kernel: Kernel) -> tuple[int, ...] | str:
    if kernel.sizes is None:
        return f"{kernel.status}: {kernel.reason}"
    sizes = kernel.sizes
    return (sizes.epilogue, sizes.mainloop, sizes.kernel, kernel.stages or 0, kernel.threads or 0)


def macro_arguments(row: Row) -> tuple[str, ...]:
    """A row as the arguments of the macro call that it was measured on."""
    flags = {"mx", "dyn", "bias", "swap"}
    values = [("true" if row[c] == "1" else "false") if c in flags else row[c] for c in COLUMNS.values()]
    position = list(COLUMNS).index("FUSION_")
    return (*values[:position], "EpilogueOpDefault", *values[position:])


def template_arguments(row: Row) -> tuple[str, ...]:
    pieces, depth = [""], 0
    for character in row["template_arguments"]:
        depth += {"<": 1, ">": -1}.get(character, 0)
        if character == "," and depth == 0:
            pieces.append("")
        else:
            pieces[-1] += character
    return tuple(piece.strip() for piece in pieces)


@pytest.mark.parametrize(("device", "count"), [("120", 40), ("90", 64), ("100", 64), ("103", 48)])
def test_the_macro_launcher_equals_nvcc(device: str, count: int) -> None:
    truth = {macro_arguments(row): tuple(int(row[c]) for c in NUMBERS) for row in rows("0.6.3", device)}
    assert len(truth) == count
    kernels = size("0.6.3", device, frozenset(truth), "INSTANTIATE_TMA_WARP_SPECIALIZED_MOE_GEMM")
    assert {kernel.instantiation.arguments: numbers(kernel) for kernel in kernels} == truth


@pytest.mark.parametrize(
    ("version", "launcher", "count"),
    [
        ("0.6.3", "sm90_generic_mixed_gemm_kernelLauncher", 24),
        ("0.6.3", "sm90_generic_mixed_moe_gemm_kernelLauncher", 24),
        # These two only call a template that makes the kernel. 20 of these kernels do not fit on SM90.
        ("0.7.4", "sm90_generic_mixed_moe_gemm_kernelLauncher", 32),
        ("0.7.4", "sm90_generic_mixed_moe_small_k_kernelLauncher", 20),
    ],
)
def test_the_function_template_launchers_equal_nvcc(version: str, launcher: str, count: int) -> None:
    truth = {template_arguments(row): tuple(int(row[c]) for c in NUMBERS) for row in rows(version, launcher)}
    assert len(truth) == count
    kernels = size(version, "90", frozenset(truth), launcher)
    assert {kernel.instantiation.arguments: numbers(kernel) for kernel in kernels} == truth


def test_kernels_launched_by_hand_equal_nvcc() -> None:
    launcher = "sm80_generic_fused_moe_gemm_kernelLauncher"
    truth = {
        template_arguments(row): (int(row["kernel"]), row["threads"], row["stages"]) for row in rows("0.6.3", launcher)
    }
    assert len(truth) == 60
    kernels = size("0.6.3", "120", frozenset(truth), launcher)
    found = {k.instantiation.arguments: (k.sizes and k.sizes.kernel, str(k.threads), str(k.stages)) for k in kernels}
    assert found == truth
