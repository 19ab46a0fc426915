// A launcher that is told its schedules.
#pragma once

#include "cutlass/epilogue/collective/collective_builder.hpp"
#include "cutlass/gemm/collective/collective_builder.hpp"
#include "cutlass/gemm/device/gemm_universal_adapter.h"
#include "cutlass/gemm/kernel/gemm_universal.hpp"

namespace cutlass::epilogue::collective {
struct EpilogueScheduleAuto {};
}  // namespace cutlass::epilogue::collective

namespace scheduled {

template <typename Element, int N, typename KernelSchedule, typename EpilogueSchedule>
void scheduled_gemm_kernelLauncher(int m) {
  using TileShape = cute::Shape<cute::Int<128>, cute::Int<N>, cute::Int<128>>;
  using ClusterShape = cute::Shape<cute::Int<1>, cute::Int<1>, cute::Int<1>>;
  using CollectiveEpilogue = typename cutlass::epilogue::collective::CollectiveBuilder<
      cutlass::arch::Sm120, cutlass::arch::OpClassTensorOp, TileShape, ClusterShape,
      cutlass::epilogue::collective::EpilogueTileAuto, float, float, void, void, 8, cutlass::half_t, void, 8,
      EpilogueSchedule>::CollectiveOp;
  using CollectiveMainloop = typename cutlass::gemm::collective::CollectiveBuilder<
      cutlass::arch::Sm120, cutlass::arch::OpClassTensorOp, Element, void, 32, Element, void, 32, float, TileShape,
      ClusterShape, cutlass::gemm::collective::StageCount<2>, KernelSchedule>::CollectiveOp;
  using GemmKernel = cutlass::gemm::kernel::GemmUniversal<void, CollectiveMainloop, CollectiveEpilogue>;
  (void)cutlass::gemm::device::GemmUniversalAdapter<GemmKernel>().run();
}

using Auto = cutlass::gemm::collective::KernelScheduleAuto;
using Cooperative = cutlass::gemm::KernelTmaWarpSpecializedCooperative;
using AutoEpilogue = cutlass::epilogue::collective::EpilogueScheduleAuto;
using Epilogue = cutlass::epilogue::TmaWarpSpecialized;

}  // namespace scheduled
