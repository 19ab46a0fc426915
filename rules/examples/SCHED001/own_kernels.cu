// A source that makes its kernels itself.
#include "direct/config.h"
#include "cutlass/gemm/device/gemm_universal_adapter.h"

template <class TileShape>
int run() {
  cutlass::gemm::device::GemmUniversalAdapter<typename Config<TileShape>::GemmKernel> gemm;
  return int(gemm.run({}));
}

int main() {
  run<Tile<128, 112, 128>>();
  return run<Tile<256, 256, 128>>();  // SCHED001: Stages set to value 2 or more
}
