from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cutlass_lint.analyzer.workspace import flags, headers
from cutlass_lint.analyzer.workspace.flags import device_module, module_defines

if TYPE_CHECKING:
    from conftest import Maker

INSTALLED = headers.installed


def relative(found: headers.Headers, root: Path) -> list[str]:
    return [Path(folder).relative_to(root).as_posix() for folder in found.include_dirs]


@pytest.mark.parametrize("below", ["", "flashinfer", "flashinfer/data"])
def test_a_wheel_its_package_and_its_data(make: Maker, below: str) -> None:
    wheel = make.wheel()
    found = headers.find(wheel / below)
    assert found.root.path == str(wheel / below)
    assert (found.root.origin, found.root.release, found.root.cutlass) == ("--headers", "0.6.3", "4.2.1")
    assert relative(found, wheel / "flashinfer/data") == [
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
    ]


def test_cccl_is_left_out(make: Maker) -> None:
    wheel = make.wheel()
    make.file("wheel/flashinfer/data/cccl/cub/cub/cub.cuh")
    assert not [folder for folder in headers.find(wheel).include_dirs if "/data/cccl" in folder]


@pytest.mark.parametrize("below", ["", "flashinfer"])
def test_a_checkout(make: Maker, below: str) -> None:
    make.file("repo/csrc/nv_internal/tensorrt_llm/kernels/cutlass_kernels/x.inl")
    make.cutlass("repo/3rdparty/cutlass/include", "4.1.0")
    make.file("repo/version.txt", "0.3.1\n")
    make.file("repo/flashinfer/__init__.py")
    found = headers.find(make.root / "repo" / below)
    assert (found.root.release, found.root.cutlass) == ("0.3.1", "4.1.0")
    assert str(make.root / "repo/csrc/nv_internal") == found.include_dirs[0]
    assert str(make.root / "repo/3rdparty/cutlass/include") in found.include_dirs


def test_a_folder_of_unknown_layout(make: Maker) -> None:
    make.file("mine/src/cpp/tensorrt_llm/kernels/cutlass_kernels/x.inl")
    make.cutlass("mine/third/cutlass/include", "4.4.2")
    found = headers.find(make.root / "mine")
    assert relative(found, make.root / "mine") == [
        "src/cpp",
        "src/cpp/tensorrt_llm/kernels/cutlass_kernels",
        ".",
        "third/cutlass/include",
    ]
    assert (found.root.release, found.root.cutlass) == (None, "4.4.2")


def test_an_include_folder_itself(make: Maker) -> None:
    make.cutlass("include")
    assert headers.find(make.root / "include").include_dirs == (str(make.root / "include"),)


@pytest.mark.parametrize("name", ["nothing", "missing"])
def test_no_cutlass(make: Maker, name: str) -> None:
    make.file("nothing/a/b.txt")
    with pytest.raises(headers.HeadersError, match=f"{name}"):
        headers.find(make.root / name)


def test_a_link_to_a_parent_ends(make: Maker) -> None:
    make.file("loop/a/b.txt")
    (make.root / "loop/a/up").symlink_to(make.root / "loop")
    with pytest.raises(headers.HeadersError):
        headers.find(make.root / "loop")


def test_the_version_from_dist_info(make: Maker) -> None:
    wheel = make.wheel(version=None)
    assert headers.find(wheel).root.release is None
    make.file("wheel/flashinfer_python-0.6.7.post1.dist-info/METADATA")
    assert headers.find(wheel).root.release == "0.6.7.post1"
    assert headers.find(wheel / "flashinfer/data").root.release == "0.6.7.post1"


def test_installed_is_found_without_importing_it(make: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    make.wheel("site")
    make.file("site/flashinfer/__init__.py", "raise SystemExit('imported')\n")
    monkeypatch.syspath_prepend(str(make.root / "site"))
    importlib.invalidate_caches()
    assert INSTALLED() == make.root / "site/flashinfer"
    assert "flashinfer" not in sys.modules


def test_an_installed_package_of_that_name_that_is_another(make: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    make.file("site/flashinfer/__init__.py")
    monkeypatch.syspath_prepend(str(make.root / "site"))
    assert INSTALLED() is None


SCRIPT = """
from .core import sm90a_nvcc_flags
raise SystemExit("executed")

def gen_cutlass_fused_moe_sm120_module(use_fast_build=False):
    nvcc_flags = ["-DFOR_120", "-O3", "-DVALUE=1", "-D"]
    nvcc_flags += context.get_nvcc_flags_list(supported_major_versions=[12])
    return gen_cutlass_fused_moe_module(nvcc_flags, "120", use_fast_build)

def gen_cutlass_fused_moe_sm90_module(use_fast_build=False):
    nvcc_flags = sm90a_nvcc_flags + [
        "-DNEW" if is_cuda_version_at_least("12.8") else "",
        "-DODD" if something_else() else "-DUSUAL",
        f"-DFORMATTED={use_fast_build}",
    ]
    if is_one_particular_gpu():
        nvcc_flags.append("-DPARTICULAR")
    if is_cuda_version_at_least("12.9"):
        nvcc_flags.extend(["-DNEWER"])
    return gen_cutlass_fused_moe_module(nvcc_flags, "90", use_fast_build, module_name=None)
"""

CORE = """
common_nvcc_flags = ["-DCOMMON"]
sm90a_nvcc_flags = ["-gencode=arch=compute_90a,code=sm_90a", "-DHOPPER"] + common_nvcc_flags

def gen_jit_spec(name):
    cuda_cflags = ["-use_fast_math", "-DEVERYWHERE"]
    if debug:
        cuda_cflags += ["-DDEBUG"]
    else:
        cuda_cflags += ["-DNDEBUG"]
"""


def test_defines_are_read_from_the_scripts(make: Maker) -> None:
    make.file("wheel/flashinfer/jit/fused_moe.py", SCRIPT)
    make.file("wheel/flashinfer/jit/core.py", CORE)
    make.file("wheel/flashinfer/compilation_context.py", 'class C:\n    COMMON_NVCC_FLAGS: list = ["-DCONTEXT"]\n')
    wheel = make.root / "wheel"
    assert module_defines(wheel, "120") == ("EVERYWHERE", "NDEBUG", "FOR_120", "VALUE=1", "CONTEXT")
    expected = ("EVERYWHERE", "NDEBUG", "HOPPER", "COMMON", "NEW", "USUAL", "NEWER")
    assert module_defines(wheel / "flashinfer", "90") == expected
    make.wheel()
    assert module_defines(wheel / "flashinfer/data", "90") == expected


def test_defines_of_a_device_that_the_scripts_do_not_have(make: Maker) -> None:
    make.file("wheel/flashinfer/jit/fused_moe.py", SCRIPT)
    assert module_defines(make.root / "wheel", "103") == flags.TABLE["103"]


@pytest.mark.parametrize("text", [None, "def (", "\0", "x = 1\n"])
def test_defines_without_usable_scripts(make: Maker, text: str | None) -> None:
    if text is not None:
        make.file("wheel/flashinfer/jit/fused_moe.py", text)
    for device, defines in flags.TABLE.items():
        assert module_defines(make.root / "wheel", device) == defines
    assert module_defines(None, "999") == ("ENABLE_BF16", "ENABLE_FP8", "USING_OSS_CUTLASS_MOE_GEMM", "ENABLE_FP4")


def test_which_module_serves_a_device() -> None:
    served = {name: device_module(name) for name in ("86", "89", "90", "103", "110", "120", "121")}
    assert served == {"86": "80", "89": "89", "90": "90", "103": "103", "110": "100", "120": "120", "121": "120"}
