"""Run a FlashInfer release's own generator of CUTLASS instantiations, alone.

    python -I -S -B generate_sources.py RELEASE DEVICE OUT

writes to the folder OUT what the release in the folder RELEASE generates for its module of DEVICE (90, 100, 120, ...).
Only the generator's own modules are loaded, under stand-ins for the packages around them, which need torch. Runs on the
standard library and imports nothing else of this project: the caller starts it in an interpreter of its own.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

_PLACES = ("jit/gemm/cutlass", "jit/cutlass_gemm")  # the second one up to 0.3.1
_MODULE = "generate_kernels"


def main(release: Path, device: str, out: Path) -> None:
    """Generate into `out`.

    Raises:
        SystemExit: the release has no generator, or it has no function that is known.

    """
    package = release / "flashinfer"
    place = next((place for place in _PLACES if (package / place / f"{_MODULE}.py").is_file()), None)
    if place is None:
        raise SystemExit("it has no generator of CUTLASS kernels")
    _stand_in("flashinfer")
    name = "flashinfer"
    for part in Path(place).parts:
        name = f"{name}.{part}"
        _stand_in(name)
    sys.modules[name].__path__ = [str(package / place)]
    toolkit = _stand_in("flashinfer.jit.cpp_ext")
    # Sources are wanted as with a toolkit that is new enough for all of them; none is installed here.
    vars(toolkit)["is_cuda_version_at_least"] = lambda _version: True
    generator = importlib.import_module(f"{name}.{_MODULE}")
    generate = getattr(generator, "generate_gemm_operations", None)
    if generate is None:
        raise SystemExit("its generator has no function generate_gemm_operations")
    generate(str(out), f"{device};{device}-real")


def _stand_in(name: str) -> ModuleType:
    module = ModuleType(name)
    module.__path__ = []
    sys.modules[name] = module
    return module


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
