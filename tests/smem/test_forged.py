"""Headers that print what only this tool's headers do."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

FIXTURES = Path(__file__).parents[2] / "fixtures"
CALL = "INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 112, 128, false);"


def test_a_forged_answer_costs_the_sizes_of_its_own_kernels_only(tmp_path: Path) -> None:
    for name in ("cutlass", "launchers"):
        shutil.copytree(FIXTURES / name, tmp_path / name)
    launcher = tmp_path / "launchers" / "moe_launcher.inl"
    before, begin, after = launcher.read_text().partition("#define INSTANTIATE_MOE_GEMM")
    forged = 'template <int N>\nstruct [[deprecated("cutlass-lint kernel")]] forged {};\n'
    use = after.replace("using CollectiveEpilogue", "forged<CTA_M_> forgery; using CollectiveEpilogue", 1)
    launcher.write_text(f"{before}{forged}{begin}{use}")
    (tmp_path / "a.cu").write_text(f'#include "launchers/moe_launcher.inl"\nnamespace moe {{\n{CALL}\n}}\n')
    shutil.copy(FIXTURES / "instantiations" / "mixed.cu", tmp_path / "b.cu")
    command = [sys.executable, "-m", "cutlass_lint", str(tmp_path), "--headers", str(tmp_path), "--arch", "120"]
    options = ["-D", "COMPILE_MIXED_GEMMS", "--no-cache", "--output-format", "json"]
    done = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
    kernels = json.loads(done.stdout)["kernels"]
    assert [(kernel["status"], kernel["reason"]) for kernel in kernels if kernel["file"] == "a.cu"] == [
        ("unknown", "its headers print what only this tool's do: forged<128>")
    ]
    assert any(kernel["status"] == "sized" for kernel in kernels if kernel["file"] == "b.cu")
