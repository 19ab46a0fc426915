"""Heuristics and dispatchers: the code of a module by which it comes to its instantiations."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cutlass_lint.analyzer import unsaved
from cutlass_lint.analyzer.model import Flags, Module
from cutlass_lint.analyzer.sources import read_source
from cutlass_lint.analyzer.sources.dispatch import Unit, read_dispatch
from fuzzing.scratch import scratch

_LAUNCHER = b"template <typename T, int M, int N, int K>\nvoid gemm_kernelLauncher(int m, int n, int k) {}\n"
_KERNELS = b'#include "launcher.inl"\n' + b"".join(
    b"template void gemm_kernelLauncher<cutlass::half_t, %d, 128, 64>(int, int, int);\n" % m for m in (64, 128, 256)
)


def target(data: bytes) -> None:
    """What is offered and what is idle are the module's own, whatever its code says."""
    module, kernels = _module()
    code = str(scratch() / "runner.cu")
    with unsaved.opened(code, data):
        found = read_dispatch(module, (Unit(code, Flags()),), {module.sources[0]: read_source(Path(kernels))})
    if found is None:
        return
    assert sum(found.total.values()) >= 0
    assert all(idle.instantiation.file == kernels for idle in found.idle)
    for offer in found.offers:
        assert offer.device == "120"
        assert offer.location.file == code
        assert {place.file for place in offer.instantiations} <= {kernels}
        assert not (offer.is_dropped and offer.instantiations)


@cache
def _module() -> tuple[Module, str]:
    folder = scratch() / "dispatch"
    folder.mkdir()
    (folder / "launcher.inl").write_bytes(_LAUNCHER)
    kernels = folder / "kernels.generated.cu"
    kernels.write_bytes(_KERNELS)
    return Module(str(folder), "module", (str(kernels),), Flags(), ("120",), None), str(kernels)
