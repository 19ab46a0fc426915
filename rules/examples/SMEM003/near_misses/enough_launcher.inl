// The launcher of `left_out`, with 1,024 bytes for what the kernel holds besides.
#pragma once

#include "cute/tensor.hpp"
#include "cutlass/cutlass.h"
#include "cutlass/epilogue/collective/collective_builder.hpp"
#include "cutlass/gemm/collective/collective_builder.hpp"
#include "cutlass/gemm/device/gemm_universal_adapter.h"
#include "cutlass/gemm/kernel/gemm_universal.hpp"

namespace enough {

template <int CtaN, class Fusion>
void gemm_kernelLauncher() {
  using TileShape = cute::Shape<cute::Int<128>, cute::Int<CtaN>, cute::Int<128>>;
  using ClusterShape = cute::Shape<cute::Int<1>, cute::Int<1>, cute::Int<1>>;
  using CollectiveEpilogue = typename cutlass::epilogue::collective::CollectiveBuilder<
      cutlass::arch::Sm120, cutlass::arch::OpClassTensorOp, TileShape, ClusterShape,
      cutlass::epilogue::collective::EpilogueTileAuto, float, float, void, void, 8, cutlass::half_t, void, 8,
      cutlass::epilogue::TmaWarpSpecialized, Fusion>::CollectiveOp;
  using CollectiveMainloop = typename cutlass::gemm::collective::CollectiveBuilder<
      cutlass::arch::Sm120, cutlass::arch::OpClassTensorOp, cutlass::float_e2m1_t, void, 32,
      cutlass::float_e2m1_t, void, 32, float, TileShape, ClusterShape,
      cutlass::gemm::collective::StageCountAutoCarveout<sizeof(typename CollectiveEpilogue::SharedStorage) + 1024>,
      cutlass::gemm::collective::KernelScheduleAuto>::CollectiveOp;
  using GemmKernel = cutlass::gemm::kernel::GemmUniversal<void, CollectiveMainloop, CollectiveEpilogue>;
  cutlass::gemm::device::GemmUniversalAdapter<GemmKernel> gemm;
  (void)gemm.run();
}

}  // namespace enough
