// A kernel layer in the manner of CUTLASS: a primary template without a body, and a specialization for each schedule.
#pragma once

#include "cutlass/cutlass.h"

namespace unchecked {

template <class CollectiveMainloop_, class CollectiveEpilogue_, class Enable = void>
class GroupedGemm;

template <class CollectiveMainloop_, class CollectiveEpilogue_>
class GroupedGemm<CollectiveMainloop_, CollectiveEpilogue_,  // SMEM004: 2 kernels of up to 107,520 bytes
                  cute::void_t<typename CollectiveMainloop_::DispatchPolicy::Schedule>> {
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
  // It asserts something, but for its size there is only this comment: static_assert(sizeof(SharedStorage) <= 101376).
  static_assert(MaxThreadsPerBlock % 128 == 0, "Whole warp groups only.");

  struct SharedStorage {
    typename CollectiveEpilogue::SharedStorage epilogue;
    typename CollectiveMainloop::SharedStorage mainloop;
  };

  struct Arguments {};
  struct Params {};
};

}  // namespace unchecked
