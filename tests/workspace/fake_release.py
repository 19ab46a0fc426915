"""A small FlashInfer release, written for the tests: the parts that generate sources, in the form of real releases."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Maker

VERSION = "0.6.4"

CONTEXT = """
import torch

class CompilationContext:
    def __init__(self):
        major, minor = torch.cuda.get_device_capability(0)
        self.TARGET_CUDA_ARCHS = {(major, f"{minor}a" if major >= 9 else str(minor))}

    def get_nvcc_flags_list(self, supported_major_versions):
        archs = [arch for arch in self.TARGET_CUDA_ARCHS if arch[0] in supported_major_versions]
        if not archs:
            raise RuntimeError("No supported CUDA architectures found")
        return [f"-gencode=arch=compute_{major}{minor},code=sm_{major}{minor}" for major, minor in archs]
"""

ENV = """
import os, pathlib
from ..compilation_context import CompilationContext
from ..version import __version__

_root = pathlib.Path(__file__).resolve().parents[1]
_arch = "_".join(f"{major}{minor}" for major, minor in CompilationContext().TARGET_CUDA_ARCHS)
FLASHINFER_WORKSPACE_DIR = (
    pathlib.Path(os.environ["FLASHINFER_WORKSPACE_BASE"]) / ".cache/flashinfer" / __version__ / _arch
)
FLASHINFER_JIT_DIR = FLASHINFER_WORKSPACE_DIR / "cached_ops"
FLASHINFER_GEN_SRC_DIR = FLASHINFER_WORKSPACE_DIR / "generated"
FLASHINFER_CSRC_DIR = _root / "data" / "csrc"
"""

CORE = """
import dataclasses, logging, os
import tvm_ffi
from filelock import FileLock
from packaging.version import Version
from ..compilation_context import CompilationContext
from . import env as jit_env

os.makedirs(jit_env.FLASHINFER_WORKSPACE_DIR, exist_ok=True)
os.makedirs(jit_env.FLASHINFER_CSRC_DIR, exist_ok=True)
logging.getLogger("flashinfer").addHandler(logging.FileHandler(jit_env.FLASHINFER_WORKSPACE_DIR / "jit.log"))
current_compilation_context = CompilationContext()
sm90a_nvcc_flags = ["-gencode=arch=compute_90a,code=sm_90a"]
sm100a_nvcc_flags = ["-gencode=arch=compute_100a,code=sm_100a"]
sm100f_nvcc_flags = ["-gencode=arch=compute_100f,code=sm_100f"]

def is_cuda_version_at_least(version):
    import subprocess
    return Version(subprocess.check_output(["nvcc", "--version"]).split()[4].strip(",")) >= Version(version)

@dataclasses.dataclass
class JitSpec:
    name: str
    sources: list
    extra_cuda_cflags: list
    extra_include_paths: list

    def write_ninja(self):
        data = jit_env.FLASHINFER_CSRC_DIR.parent
        include = [f"-I{path}" for path in self.extra_include_paths]
        include += [f"-isystem {data / name}" for name in ("include", "csrc", "cutlass/include")]
        lines = [f"cuda_cflags = {' '.join(include + self.extra_cuda_cflags)}"]
        lines += ["rule cuda_compile", "  command = nvcc $cuda_cflags -c $in -o $out"]
        lines += [f"build {s.stem}.o: cuda_compile {s.resolve()}" for s in self.sources if s.suffix == ".cu"]
        folder = jit_env.FLASHINFER_JIT_DIR / self.name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "build.ninja").write_text("\\n".join(lines) + "\\n")

def gen_jit_spec(name, sources, extra_cuda_cflags=(), extra_include_paths=()):
    return JitSpec(name, list(sources), list(extra_cuda_cflags), list(extra_include_paths))
"""

LOADER = """
def get_cubin(name):
    return download_file(name)

def download_file(name):
    raise SystemExit("downloaded")
"""

GEMM = """
import functools, os
import jinja2
import torch
from .. import env as jit_env
from ..core import current_compilation_context, gen_jit_spec, sm90a_nvcc_flags, sm100a_nvcc_flags, sm100f_nvcc_flags
from ..cubin_loader import get_cubin

NAMES = {torch.float16: "half", torch.bfloat16: "bf16"}

def _write(folder, name, tiles, flags):
    directory = jit_env.FLASHINFER_GEN_SRC_DIR / folder
    os.makedirs(directory, exist_ok=True)
    template = jinja2.Template((jit_env.FLASHINFER_CSRC_DIR / "gemm.jinja").read_text())
    sources = [jit_env.FLASHINFER_CSRC_DIR / "gemm_binding.cu"]
    for tile in tiles:
        sources.append(directory / f"{name}_{tile}.cu")
        sources[-1].write_text(template.render(tile=tile))
    return gen_jit_spec(name, sources, extra_cuda_cflags=flags() + ["-DENABLE_FP4"])

def _flags(*majors):
    return lambda: current_compilation_context.get_nvcc_flags_list(supported_major_versions=majors)

def gen_gemm_module():
    return gen_jit_spec("gemm", [jit_env.FLASHINFER_CSRC_DIR / "bmm.cu"])

def gen_gemm_sm90_module():
    return _write("gen_gemm_sm90", "gemm_sm90", [64], lambda: sm90a_nvcc_flags)

def gen_gemm_sm100_module_cutlass_fp4():
    return _write("gen_gemm_sm100_cutlass_fp4", "fp4_gemm_cutlass", [64, 128], _flags(10, 11, 12))

def gen_gemm_sm103_module_cutlass_fp4():
    return _write("gen_gemm_sm103_cutlass_fp4", "fp4_gemm_cutlass_sm103", [128], _flags(10))

@functools.cache
def gen_gemm_sm120_module_cutlass_fp4():
    return _write("gen_gemm_sm120_cutlass_fp4", "fp4_gemm_cutlass_sm120", [128], _flags(12))

def gen_tgv_gemm_sm10x_module(dtype: torch.dtype = torch.bfloat16, use_sm_100f: bool = False):
    name = "tgv_gemm_" + NAMES[dtype]
    return _write(f"gen_{name}", name, [8], lambda: sm100f_nvcc_flags if use_sm_100f else sm100a_nvcc_flags)

def gen_prebuilt_gemm_module():
    return _write("gen_prebuilt", "prebuilt", [get_cubin("x")], _flags(9, 10, 12))
"""

MOE = """
from . import env as jit_env
from .core import current_compilation_context, gen_jit_spec, is_cuda_version_at_least
from .gemm.cutlass.generate_kernels import generate_gemm_operations

def gen_cutlass_fused_moe_sm120_module(use_fast_build=False):
    flags = current_compilation_context.get_nvcc_flags_list(supported_major_versions=[12])
    flags += ["-DENABLE_BF16", "-DENABLE_FP8" if is_cuda_version_at_least("12.8") else ""]
    return gen_cutlass_fused_moe_module(flags, "120", use_fast_build)

def gen_cutlass_fused_moe_module(nvcc_flags, device_arch, use_fast_build=False):
    output_dir = jit_env.{folder} / f"{below}cutlass_instantiations/{{device_arch}}"
    output_dir.mkdir(parents=True, exist_ok=True)
    generate_gemm_operations(output_dir, f"{{device_arch}};{{device_arch}}-real")
    internal = jit_env.FLASHINFER_CSRC_DIR / "nv_internal"
    return gen_jit_spec(
        f"fused_moe_{{device_arch}}",
        [internal / "moe.cu", *(output_dir / kernel for kernel in output_dir.rglob("*.generated.cu"))],
        extra_cuda_cflags=nvcc_flags,
        extra_include_paths=[internal],
    )
"""

KERNELS = """
import os
from .cutlass_library import NAME

def generate_gemm_operations(output_dir, architectures):
    assert os.listdir() == [] and not {"HOME", "PATH", "PYTHONPATH"} & set(os.environ), (os.listdir(), os.environ)
    for arch in (80, architectures.split(";")[0]):
        os.makedirs(f"{output_dir}/gemm_grouped/{arch}")
        with open(f"{output_dir}/gemm_grouped/{arch}/{NAME}.generated.cu", "w") as file:
            file.write(f"// {architectures}")
"""


def write(make: Maker, folder: str = "release", version: str = VERSION) -> Path:
    """The layout from 0.4.0 on; instantiations are written into the package up to 0.6.2."""
    package = f"{folder}/flashinfer"
    into_package = version < "0.6.3"
    texts = {
        "__init__.py": "raise SystemExit('imported')",
        "_build_meta.py": f'__version__ = "{version}"',
        "version.py": "from ._build_meta import __version__",
        "compilation_context.py": CONTEXT,
        "jit/__init__.py": "import torch.absent",
        "jit/env.py": ENV,
        "jit/core.py": CORE,
        "jit/cubin_loader.py": LOADER,
        "jit/gemm/__init__.py": "raise SystemExit('imported')",
        "jit/gemm/core.py": GEMM,
        "jit/gemm/cutlass/generate_kernels.py": KERNELS,
        "jit/gemm/cutlass/cutlass_library.py": "NAME = 'kernels'",
        "jit/fused_moe.py": MOE.format(
            folder="FLASHINFER_CSRC_DIR" if into_package else "FLASHINFER_GEN_SRC_DIR",
            below="nv_internal/tensorrt_llm/" if into_package else "",
        ),
        "data/csrc/gemm.jinja": "GEMM({{ tile }})\n",
        "data/csrc/gemm_binding.cu": "",
        "data/csrc/nv_internal/moe.cu": "",
        "data/include/flashinfer/gemm.cuh": "",
    }
    for name, text in texts.items():
        make.file(f"{package}/{name}", text)
    make.cutlass(f"{package}/data/cutlass/include")
    return make.root / folder


def write_up_to_0_3_1(make: Maker) -> Path:
    """The functions lie beside the operators, and use what `flashinfer.jit` re-exports."""
    release = write(make, version="0.3.1")
    package = release / "flashinfer"
    exported = "from . import env as env\nfrom .core import gen_jit_spec as gen_jit_spec\nimport torch.absent\n"
    (package / "jit/__init__.py").write_text(exported)
    gemm, moe = package / "jit/gemm/core.py", package / "jit/fused_moe.py"
    text = gemm.read_text().replace("from ..", "from .jit.").replace("from .jit. import env", "from .jit import env")
    (package / "gemm.py").write_text(
        text.replace("gen_jit_spec, sm90a", "sm90a").replace("\nNAMES", "\nfrom .jit import gen_jit_spec\nNAMES", 1)
    )
    (package / "jit/gemm/cutlass").rename(package / "jit/cutlass_gemm")
    text = (
        moe.read_text().replace("from . import env", "from ..jit import env").replace("from .core", "from ..jit.core")
    )
    make.file("release/flashinfer/fused_moe/core.py", text.replace("from .gemm.cutlass.", "from ..jit.cutlass_gemm."))
    make.file("release/flashinfer/fused_moe/__init__.py", "raise SystemExit('imported')")
    moe.unlink()
    gemm.unlink()
    (package / "jit/gemm/__init__.py").unlink()
    (package / "jit/gemm").rmdir()
    return release
