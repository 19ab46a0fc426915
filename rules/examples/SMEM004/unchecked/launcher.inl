#pragma once

#include "cute/tensor.hpp"
#include "cutlass/cutlass.h"
#include "cutlass/epilogue/collective/collective_builder.hpp"
#include "cutlass/gemm/collective/collective_builder.hpp"
#include "cutlass/gemm/device/gemm_universal_adapter.h"

#include "kernel.h"

namespace unchecked {

template <int CtaN, int Stages>
void gemm_kernelLauncher() {
  using TileShape = cute::Shape<cute::Int<128>, cute::Int<CtaN>, cute::Int<128>>;
  using ClusterShape = cute::Shape<cute::Int<1>, cute::Int<1>, cute::Int<1>>;
  using CollectiveEpilogue = typename cutlass::epilogue::collective::CollectiveBuilder<
      cutlass::arch::Sm120, cutlass::arch::OpClassTensorOp, TileShape, ClusterShape,
      cutlass::epilogue::collective::EpilogueTileAuto, float, float, void, void, 8, cutlass::half_t, void, 8,
      cutlass::epilogue::TmaWarpSpecialized>::CollectiveOp;
  using CollectiveMainloop = typename cutlass::gemm::collective::CollectiveBuilder<
      cutlass::arch::Sm120, cutlass::arch::OpClassTensorOp, cutlass::float_e2m1_t, void, 32,
      cutlass::float_e2m1_t, void, 32, float, TileShape, ClusterShape, cutlass::gemm::collective::StageCount<Stages>,
      cutlass::gemm::collective::KernelScheduleAuto>::CollectiveOp;
  using GemmKernel = GroupedGemm<CollectiveMainloop, CollectiveEpilogue>;
  cutlass::gemm::device::GemmUniversalAdapter<GemmKernel> gemm;
  (void)gemm.run();
}

}  // namespace unchecked
