"""Small modules for the tests of dispatch: a heuristic, a dispatcher and instantiations, read as one."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from msgspec import Struct

from cutlass_lint.analyzer.model import Dispatch, Flags, Module, Offer
from cutlass_lint.analyzer.sources import read_source
from cutlass_lint.analyzer.sources.dispatch import Shared, Unit, read_dispatch

FIXTURES = Path(__file__).parents[2] / "fixtures"
TILES = ("64x64x64", "64x128x64", "128x64x64", "128x128x64", "128x128x128", "256x128x64")
CONFIGS = f"""
#include <vector>
enum class Tile {{ Undefined, {", ".join(f"Shape{tile}" for tile in TILES)} }};
struct Config {{
  enum Flags {{ NONE = 0, FP4 = 1, GROUPED = 1 << 1, BOTH = FP4 | GROUPED }};
  Tile tile = Tile::Undefined;
  bool swap_ab = false;
}};
std::vector<Config> candidates(int sm, Config::Flags flags);
"""
LAUNCHER = """
template <typename Element, typename CTAShape, typename ClusterShape, int Stages>
void mixed_gemm_kernelLauncher(int m, int n, int k);
"""
CASES = """
using Cluster = cute::Shape<cute::Int<1>, cute::Int<1>, cute::Int<1>>;
template <typename T>
void dispatch(Config config, int m) {
#define SHAPE_CASE(M, N, K)                                                                \\
  case Tile::Shape##M##x##N##x##K: {                                                       \\
    using CTAShape = cute::Shape<cute::Int<M>, cute::Int<N>, cute::Int<K>>;                \\
    mixed_gemm_kernelLauncher<T, CTAShape, Cluster, 2>(m, m, m);                           \\
    break;                                                                                 \\
  }
  switch (config.tile) {
    SHAPE_CASE(64, 64, 64)
    SHAPE_CASE(64, 128, 64)
    SHAPE_CASE(128, 64, 64)
    SHAPE_CASE(128, 128, 64)
    default:
      throw 1;
  }
}
"""
RUNNER = """
template <typename T>
class Runner {
 public:
  std::vector<Config> configs(int sm) const {
    return candidates(sm, cutlass::sizeof_bits<T>::value == 4 ? Config::FP4 : Config::NONE);
  }
  void run(Config config, int m) { dispatch<T>(config, m); }
};
"""
TYPES = ("cutlass::half_t", "cutlass::float_e2m1_t")
INSTANCES = tuple((kind, tile) for kind in TYPES for tile in TILES[:4])


class Parts(Struct, frozen=True):
    """The sources of a module. `heuristic` is the body of `candidates`, `code` has the runner."""

    heuristic: str
    configs: str = CONFIGS
    cases: str = CASES
    code: str = RUNNER
    types: tuple[str, ...] = TYPES
    instances: tuple[tuple[str, str], ...] = INSTANCES
    more: str = ""
    """What stands before the heuristic."""
    defines: tuple[str, ...] = ()
    """Macros that the heuristic is compiled with."""
    devices: tuple[str, ...] = ("120",)


def dispatch(folder: Path, parts: Parts, shared: Shared | None = None) -> Dispatch | None:
    """Write a module's sources and read how it comes to its instantiations."""
    written = {
        "configs.h": parts.configs,
        "heuristic.cpp": f'#include "configs.h"\n{parts.more}\n'
        f"std::vector<Config> candidates(int sm, Config::Flags flags) {{\n{parts.heuristic}\n}}\n",
        "dispatch.h": f'#include "configs.h"\n{LAUNCHER}{parts.cases}{parts.code}',
        "runner.cu": '#include "dispatch.h"\n' + "".join(f"template class Runner<{kind}>;\n" for kind in parts.types),
        "kernels.generated.cu": '#include "launchers/mixed_launcher.inl"\nnamespace mixed {\n'
        + "".join(map(_instance, parts.instances))
        + "}\n",
    }
    for name, text in written.items():
        (folder / name).write_text(text)
    kernels = str(folder / "kernels.generated.cu")
    flags = Flags((), (str(FIXTURES),))
    module = Module(str(folder), "module", (kernels,), flags, parts.devices, None)
    units = (Unit(str(folder / "heuristic.cpp"), Flags(parts.defines)), Unit(str(folder / "runner.cu"), Flags()))
    return read_dispatch(module, units, {kernels: read_source(folder / "kernels.generated.cu")}, shared)


def found(folder: Path, parts: Parts) -> Dispatch:
    """A dispatch that can be read."""
    read = dispatch(folder, parts)
    assert read is not None
    return read


def names(offers: Iterable[Offer]) -> list[str]:
    """The tiles of offers, without what is the same in all."""
    return sorted({offer.tile.removeprefix("Tile::Shape") for offer in offers})


def offered(folder: Path, heuristic: str, *, runner: str = "half_t", **changes: Any) -> list[str]:
    """The tiles that a heuristic offers for certain to a runner."""
    offers = found(folder, Parts(heuristic, **changes)).offers
    return names(offer for offer in offers if runner in offer.runner)


def _instance(instance: tuple[str, str]) -> str:
    kind, tile = instance
    shape = ", ".join(f"cute::Int<{extent}>" for extent in tile.split("x"))
    cluster = "cute::Shape<cute::Int<1>, cute::Int<1>, cute::Int<1>>"
    return f"template void mixed_gemm_kernelLauncher<{kind}, cute::Shape<{shape}>, {cluster}, 2>(int, int, int);\n"
