#pragma once

#include "layer.h"

namespace near {

// Refuses what is too large: rejected, so that no kernel overflows through it.
template <class CollectiveMainloop, class CollectiveEpilogue>
class Checked : public Layer<CollectiveMainloop, CollectiveEpilogue> {
  static_assert(sizeof(typename Layer<CollectiveMainloop, CollectiveEpilogue>::SharedStorage) <= 101376,
                "SMEM usage exceeded capacity.");
};

}  // namespace near
