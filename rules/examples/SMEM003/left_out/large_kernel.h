// A kernel class that keeps a table in shared memory, and names its collectives in another order.
#pragma once

#include "cutlass/cutlass.h"

namespace left_out {

template <int Bytes>
struct Table {
  unsigned char entries[Bytes];
};

template <class Table, class CollectiveEpilogue_, class CollectiveMainloop_>
class LargeKernel {
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
    typename CollectiveMainloop::SharedStorage mainloop;
    typename CollectiveEpilogue::SharedStorage epilogue;
    Table table;
  };

  struct Arguments {};
  struct Params {};
};

}  // namespace left_out
