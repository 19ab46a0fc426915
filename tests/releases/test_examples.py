"""CUTLASS's own examples, fetched here, against what nvcc's own `sizeof` answered (fixtures/truth/examples.csv).

nvcc, asked by an error in each kernel, leaves out kernels that only function templates make: of these there are more.
"""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from cutlass_package import cutlass

TRUTH = Path(__file__).parents[2] / "fixtures" / "truth" / "examples.csv"
# The architecture that each example is for, and the kernels that it makes.
EXAMPLES = {
    "48_hopper_warp_specialized_gemm.cu": ("90", 1),
    "49_collective_builder.cu": ("90", 7),
    "53_hopper_gemm_permute.cu": ("90", 9),
    "55_hopper_mixed_dtype_gemm.cu": ("90", 4),
    "57_hopper_grouped_gemm.cu": ("90", 2),
    "62_hopper_sparse_gemm.cu": ("90", 2),
    "63_hopper_gemm_with_weight_prefetch.cu": ("90", 1),
    "69_hopper_mixed_dtype_grouped_gemm.cu": ("90", 3),
    "70_blackwell_fp16_gemm.cu": ("100", 1),
    "71_blackwell_gemm_with_collective_builder.cu": ("100", 8),
    "72a_blackwell_nvfp4_bf16_gemm.cu": ("100", 1),
    "79a_blackwell_geforce_nvfp4_bf16_gemm.cu": ("120", 1),
    "79b_blackwell_geforce_nvfp4_nvfp4_gemm.cu": ("120", 1),
    "79c_blackwell_geforce_mixed_mxfp8_mxfp6_bf16_gemm.cu": ("120", 1),
    "79d_blackwell_geforce_nvfp4_grouped_gemm.cu": ("120", 2),
    "80a_blackwell_geforce_mxfp8_bf16_sparse_gemm.cu": ("120", 1),
    "87b_blackwell_geforce_fp8_bf16_gemm_groupwise.cu": ("120", 2),
    "89_sm103_fp4_ultra_gemm.cu": ("103", 1),
}

Numbers = tuple[int | None, ...]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cutlass_lint", *arguments, "--output-format", "json"]
    return subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)


def flags() -> list[str]:
    # An example may include another's headers, by a path that begins with `..`.
    folders = ("include", "tools/util/include", "examples/common", "examples")
    return [word for folder in folders for word in ("-I", str(cutlass() / folder))]


@cache
def truth() -> dict[str, Counter[Numbers]]:
    found: dict[str, Counter[Numbers]] = defaultdict(Counter)
    with TRUTH.open() as file:
        for name, *numbers in list(csv.reader(file))[1:]:
            found[name][tuple(int(text) if text else None for text in numbers)] += 1
    return dict(found)


def numbers(kernel: dict[str, Any]) -> Numbers:
    sizes = kernel["sizes"]
    counts = (sizes["epilogue"], sizes["mainloop"], sizes["kernel"], kernel["stages"], kernel["threads"])
    return (*counts, *kernel["tile"], *kernel["cluster"])


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_equals_nvcc(name: str) -> None:
    (source,) = (cutlass() / "examples").rglob(name)
    arch, count = EXAMPLES[name]
    done = run(str(source), *flags(), "--arch", arch)
    assert done.returncode == 0, done.stderr
    kernels = json.loads(done.stdout)["kernels"]
    assert {kernel["status"] for kernel in kernels} == {"sized"}
    assert len(kernels) == count
    assert truth()[name] <= Counter(map(numbers, kernels))


def test_a_kernel_is_reported_where_the_source_makes_it() -> None:
    (source,) = (cutlass() / "examples").rglob("49_collective_builder.cu")
    kernels = json.loads(run(str(source), *flags(), "--arch", "90").stdout)["kernels"]
    lines = source.read_text().splitlines()
    # A declaration of several lines is at that of the name it declares.
    assert all("ExampleRunner<" in "".join(lines[k["line"] - 6 : k["line"]]) for k in kernels)
    assert {k["launcher"] for k in kernels} == {"ExampleRunner"}
    assert kernels[2]["schedule"] == {
        "kernel": "KernelTma", "epilogue": "NoSmemWarpSpecialized", "resolved": "KernelTma",
    }  # fmt: skip


def test_without_cutlass_the_message_says_what_to_add() -> None:
    (source,) = (cutlass() / "examples").rglob("48_hopper_warp_specialized_gemm.cu")
    done = run(str(source), "-I", str(cutlass() / "include"), "--arch", "90")
    assert done.returncode == 2
    (kernel,) = json.loads(done.stdout)["kernels"]
    assert kernel["status"] == "unknown"
    assert "`cutlass/util/command_line.h` is not found; add its folder with -I" in kernel["reason"]


def test_a_kernel_whose_build_leaves_it_out_is_there_with_its_macro() -> None:
    (source,) = (cutlass() / "examples").rglob("65_distributed_gemm.cu")
    done = run(str(source), *flags(), "-D", "CUTLASS_ARCH_MMA_SM90A_ENABLED", "--arch", "90")
    kernels = json.loads(done.stdout)["kernels"]
    assert Counter(map(numbers, kernels)) == truth()["65_distributed_gemm.cu"]


def test_an_example_that_does_not_fit_is_accounted_for() -> None:
    (source,) = (cutlass() / "examples").rglob("48_hopper_warp_specialized_gemm.cu")
    done = run(str(source), *flags(), "--arch", "120")
    assert done.returncode == 1, done.stderr
    document = json.loads(done.stdout)
    (kernel,) = document["kernels"]
    assert kernel["layout"]["size"] == kernel["sizes"]["kernel"]
    # It is written for Sm90: that it does not fit on Sm120 is no cause of anything.
    (finding,) = document["findings"]
    assert (finding["rule"], finding["line"]) == ("SCHED004", kernel["line"])
