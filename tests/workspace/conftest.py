"""Small FlashInfer caches and packages, made of empty files: only names, folders and flags matter here."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cutlass_lint.analyzer.workspace import headers

if TYPE_CHECKING:
    from pathlib import Path

INCLUDE_DIRS = (
    "csrc/nv_internal",
    "csrc/nv_internal/include",
    "csrc/nv_internal/tensorrt_llm/cutlass_extensions/include",
    "csrc/nv_internal/tensorrt_llm/kernels/cutlass_kernels/include",
    "csrc/nv_internal/tensorrt_llm/kernels/cutlass_kernels",
    "include",
    "csrc",
    "cutlass/include",
    "cutlass/tools/util/include",
    "spdlog/include",
)


class Maker:
    """Writes below one temporary folder."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def file(self, path: str | Path, text: str = "") -> Path:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8", "surrogateescape")
        return target

    def wheel(self, folder: str = "wheel", version: str | None = "0.6.3", cutlass: str = "4.2.1") -> Path:
        """An unpacked wheel."""
        data = f"{folder}/flashinfer/data"
        for name in INCLUDE_DIRS:
            (self.root / data / name).mkdir(parents=True, exist_ok=True)
        self.cutlass(f"{data}/cutlass/include", cutlass)
        if version:
            self.file(f"{folder}/flashinfer/_build_meta.py", f'"""Build."""\n__version__ = "{version}"\n')
        return self.root / folder

    def cutlass(self, include: str, version: str = "4.2.1") -> Path:
        major, minor, patch = version.split(".")
        text = f"#define CUTLASS_MAJOR {major}\n#define CUTLASS_MINOR {minor}\n # define CUTLASS_PATCH {patch}\n"
        self.file(f"{include}/cutlass/cutlass.h")
        return self.file(f"{include}/cutlass/version.h", text)

    def moe(self, architecture: str, devarch: str = "120", count: int = 2) -> list[Path]:
        """Generated fused-MoE sources in a cache's architecture folder."""
        folder = f"{architecture}/generated/cutlass_instantiations/{devarch}/gemm_grouped/{devarch}"
        name = f"cutlass_kernel_file_gemm_grouped_sm{devarch}_M128_group"
        return [self.file(f"{folder}/{name}{i}.generated.cu") for i in range(count)]

    def ninja(
        self, architecture: str, module: str, sources: list[Path], data: Path, *, gencode: str = "120a", more: str = ""
    ) -> Path:
        """A build.ninja such as FlashInfer 0.6 writes."""
        launchers = [f"-I{data / name}" for name in INCLUDE_DIRS[:5]]
        system = [f"-isystem {data / name}" for name in INCLUDE_DIRS[5:]]
        text = "\n".join(
            [
                f"name = {module}",
                "cuda_home = /nonexistent/cuda",
                "nvcc = $cuda_home/bin/nvcc",
                "common_cflags = " + " $\n    ".join([*launchers, "-isystem $cuda_home/include", *system]),
                f"cuda_cflags = $common_cflags $\n    -gencode=arch=compute_{gencode},code=sm_{gencode} -DENABLE_FP4",
                "cuda_post_cflags =",
                "rule cuda_compile",
                "  command = $nvcc -MF $out.d $cuda_cflags -c $in -o $out $cuda_post_cflags",
                *(f"build {source.with_suffix('.o')}: cuda_compile {source}\n{more}" for source in sources),
                "",
            ]
        )
        return self.file(f"{architecture}/cached_ops/{module}/build.ninja", text)


@pytest.fixture
def make(tmp_path: Path) -> Maker:
    return Maker(tmp_path)


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No FlashInfer is installed, and no release was fetched."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "user-cache"))
    monkeypatch.setattr(headers, "installed", lambda: None)
