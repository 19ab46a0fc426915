// What the kernel classes beside it have in common.
#pragma once

#include "cutlass/cutlass.h"

namespace near {

template <class CollectiveMainloop_, class CollectiveEpilogue_>
class Layer {
 public:
  using CollectiveMainloop = CollectiveMainloop_;
  using CollectiveEpilogue = CollectiveEpilogue_;
  using TileShape = typename CollectiveMainloop::TileShape;
  using DispatchPolicy = typename CollectiveMainloop::DispatchPolicy;
  using ArchTag = typename CollectiveMainloop::ArchTag;
  using ElementA = typename CollectiveMainloop::ElementA;
  using ElementB = ElementA;
  using ElementC = void;
  using ElementD = cutlass::half_t;
  using ElementAccumulator = float;
  static constexpr int MaxThreadsPerBlock = 384;

  struct SharedStorage {
    typename CollectiveEpilogue::SharedStorage epilogue;
    typename CollectiveMainloop::SharedStorage mainloop;
  };

  struct Arguments {};
  struct Params {};
};

}  // namespace near
