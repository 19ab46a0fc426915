// Builders that look at the cluster as CUTLASS's for blockwise scaling on Sm120 does: one loads with multicast where there
// is a cluster, the other never does.
#pragma once

#include "cutlass/epilogue/collective/collective_builder.hpp"
#include "cutlass/gemm/collective/collective_builder.hpp"
#include "cutlass/gemm/device/gemm_universal_adapter.h"
#include "cutlass/gemm/kernel/gemm_universal.hpp"

namespace cute {
struct SM90_TMA_LOAD {};
struct SM90_TMA_LOAD_MULTICAST {};
}  // namespace cute

namespace blockwise {

template <class Mainloop, class GmemTiledCopy>
struct LoadedBy : Mainloop {};

template <class Shape>
struct Load {
  using type = cute::SM90_TMA_LOAD_MULTICAST;
};
template <>
struct Load<cute::Shape<cute::Int<1>, cute::Int<1>, cute::Int<1>>> {
  using type = cute::SM90_TMA_LOAD;
};

template <typename Element, typename ClusterShape, typename GmemTiledCopy = typename Load<ClusterShape>::type>
void blockwise_gemm_kernelLauncher(int m) {
  using TileShape = cute::Shape<cute::Int<128>, cute::Int<128>, cute::Int<128>>;
  using CollectiveEpilogue = typename cutlass::epilogue::collective::CollectiveBuilder<
      cutlass::arch::Sm120, cutlass::arch::OpClassTensorOp, TileShape, ClusterShape,
      cutlass::epilogue::collective::EpilogueTileAuto, float, float, void, void, 8, cutlass::half_t, void, 8,
      cutlass::epilogue::TmaWarpSpecialized>::CollectiveOp;
  using CollectiveMainloop = LoadedBy<
      typename cutlass::gemm::collective::CollectiveBuilder<
          cutlass::arch::Sm120, cutlass::arch::OpClassTensorOp, Element, void, 32, Element, void, 32, float, TileShape,
          ClusterShape, cutlass::gemm::collective::StageCount<2>,
          cutlass::gemm::collective::KernelScheduleAuto>::CollectiveOp,
      GmemTiledCopy>;
  using GemmKernel = cutlass::gemm::kernel::GemmUniversal<void, CollectiveMainloop, CollectiveEpilogue>;
  (void)cutlass::gemm::device::GemmUniversalAdapter<GemmKernel>().run();
}

}  // namespace blockwise
