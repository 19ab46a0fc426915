"""The machine that a release is told of: one GPU, CUDA 13.0, no network, and one folder to write to."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from .imports import PACKAGE

_CUDA = "13.0"
_TORCH = "2.9.0"
_HOME = "/usr/local/cuda"
"""Where FlashInfer looks for a toolkit by default. Nothing is read or run there."""
_STARTS = frozenset({"subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork"})
_CONNECTS = frozenset({"socket.connect", "socket.getaddrinfo", "socket.bind", "urllib.Request"})
_CHANGES = frozenset(
    {"os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.symlink", "os.link", "os.chmod", "os.truncate"}
)


def pretend(capability: str, out: Path) -> None:
    """Replace what FlashInfer asks about the machine. Its own settings make it keep its cache below `out`."""
    major, minor = int(capability[:-1]), int(capability[-1])
    os.environ |= {"FLASHINFER_WORKSPACE_BASE": str(out), "CUDA_HOME": _HOME}
    torch: Any = importlib.import_module("torch")
    torch.__version__ = _TORCH
    version: Any = importlib.import_module("torch.torch_version")
    version.__version__, version.TorchVersion = _TORCH, importlib.import_module("packaging.version").Version
    torch.version.cuda = _CUDA
    torch._C._GLIBCXX_USE_CXX11_ABI = True  # noqa: SLF001 - the name that FlashInfer reads
    torch.cuda.device_count = lambda: 1
    torch.cuda.get_device_capability = lambda *_device: (major, minor)
    extension: Any = importlib.import_module("torch.utils.cpp_extension")  # what releases up to 0.3.1 read
    extension.CUDA_HOME = _HOME
    extension._TORCH_PATH = "/nonexistent/torch"  # noqa: SLF001
    extension._get_pybind11_abi_build_flags = list  # noqa: SLF001
    extension._get_cuda_arch_flags = partial(_arch_flags, capability)  # noqa: SLF001
    tvm_ffi: Any = importlib.import_module("tvm_ffi")
    tvm_ffi.libinfo.find_include_path = lambda: "/nonexistent/tvm_ffi/include"
    tvm_ffi.libinfo.find_dlpack_include_path = lambda: "/nonexistent/dlpack/include"
    subprocess.check_output = _answer  # type: ignore[assignment] # fewer arguments than it has


def _arch_flags(capability: str, flags: Sequence[str] = ()) -> list[str]:
    """Answer as torch does: the GPU's own architecture, unless the flags name one already."""
    named = any("arch" in flag for flag in flags)
    return [] if named else [f"-gencode=arch=compute_{capability},code=sm_{capability}"]


def refuse_downloads() -> None:
    """Make the release's loader of prebuilt kernels fail at once: it would try again, and wait in between."""
    loader: Any = importlib.import_module(f"{PACKAGE}.jit.cubin_loader")

    def refuse(*_arguments: object, **_named: object) -> NoReturn:
        raise ConnectionError("nothing is downloaded here")

    loader.download_file = refuse


def _answer(command: Sequence[str], **_options: Any) -> str:
    """Answer as nvcc would, the only program that FlashInfer asks before it compiles."""
    if Path(command[0]).name == "nvcc" and "--version" in command:
        return f"Cuda compilation tools, release {_CUDA}, V{_CUDA}.0"
    raise FileNotFoundError(f"{command[0]} is not run here")


def guard(out: Path) -> None:
    """Refuse programs, the network and changes outside of `out` and the current folder, for good.

    It keeps a release's folder as it is and stops downloads early. It is no sandbox: the code could get around it.
    """
    writable = (os.path.realpath(out) + os.sep, os.path.realpath(Path.cwd()) + os.sep)

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event in _STARTS:
            raise FileNotFoundError(f"{event}: programs are not run here")
        if event in _CONNECTS:
            raise ConnectionError(f"{event}: there is no network here")
        if event == "open":
            path, _mode, flags = arguments
            changed = (path,) if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT) else ()
        else:
            changed = arguments[:2] if event in _CHANGES else ()
        for path in changed:
            if isinstance(path, str | os.PathLike) and not f"{os.path.realpath(path)}/".startswith(writable):
                raise PermissionError(f"{event}: {os.fspath(path)} is not to be changed")

    sys.addaudithook(hook)
