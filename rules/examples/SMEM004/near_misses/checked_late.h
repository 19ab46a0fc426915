#pragma once

#include "layer.h"

namespace near {

// Asserts in the midst of its device code, which a host parse skips.
template <class CollectiveMainloop, class CollectiveEpilogue>
class CheckedLate : public Layer<CollectiveMainloop, CollectiveEpilogue> {
 public:
  using typename Layer<CollectiveMainloop, CollectiveEpilogue>::SharedStorage;
  using typename Layer<CollectiveMainloop, CollectiveEpilogue>::Params;

  CUTLASS_DEVICE
  void operator()(Params const& params, char* smem_buf) {
    auto lane = threadIdx.x % 32;
    static_assert(sizeof(SharedStorage) <= 101376, "SMEM usage exceeded capacity.");
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(smem_buf + lane));
  }
};

}  // namespace near
