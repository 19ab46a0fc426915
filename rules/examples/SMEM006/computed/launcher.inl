#pragma once

#include "cute/tensor.hpp"
#include "cutlass/cutlass.h"
#include "cutlass/epilogue/collective/collective_builder.hpp"
#include "cutlass/gemm/collective/collective_builder.hpp"
#include "cutlass/gemm/device/gemm_universal_adapter.h"
#include "cutlass/gemm/kernel/gemm_universal.hpp"

namespace computed {

template <int CtaM, int CtaN>
void gemm_kernelLauncher() {
  using TileShape = cute::Shape<cute::Int<CtaM>, cute::Int<CtaN>, cute::Int<128>>;
  using ClusterShape = cute::Shape<cute::Int<1>, cute::Int<1>, cute::Int<1>>;
  using CollectiveEpilogue = typename cutlass::epilogue::collective::CollectiveBuilder<
      cutlass::arch::Sm120, cutlass::arch::OpClassTensorOp, TileShape, ClusterShape,
      cutlass::epilogue::collective::EpilogueTileAuto, float, float, void, void, 8, cutlass::half_t, void, 8,
      cutlass::epilogue::TmaWarpSpecialized>::CollectiveOp;
  using CollectiveMainloop = typename cutlass::gemm::collective::CollectiveBuilder<
      cutlass::arch::Sm120, cutlass::arch::OpClassTensorOp, cutlass::float_e2m1_t, void, 32,
      cutlass::float_e2m1_t, void, 32, float, TileShape, ClusterShape,
      cutlass::gemm::collective::StageCountAutoCarveout<
          sizeof(typename CollectiveEpilogue::SharedStorage)>,  // SMEM006: one more takes up to 33,280, and 26,624
      cutlass::gemm::collective::KernelScheduleAuto>::CollectiveOp;
  using GemmKernel = cutlass::gemm::kernel::GemmUniversal<void, CollectiveMainloop, CollectiveEpilogue>;
  cutlass::gemm::device::GemmUniversalAdapter<GemmKernel> gemm;
  (void)gemm.run();
}

// As many stages as are left after a carveout of another number.
template <int CtaN, int Carveout>
void other_gemm_kernelLauncher() {
  using TileShape = cute::Shape<cute::Int<128>, cute::Int<CtaN>, cute::Int<128>>;
  using ClusterShape = cute::Shape<cute::Int<1>, cute::Int<1>, cute::Int<1>>;
  using CollectiveEpilogue = typename cutlass::epilogue::collective::CollectiveBuilder<
      cutlass::arch::Sm120, cutlass::arch::OpClassTensorOp, TileShape, ClusterShape,
      cutlass::epilogue::collective::EpilogueTileAuto, float, float, void, void, 8, cutlass::half_t, void, 8,
      cutlass::epilogue::TmaWarpSpecialized>::CollectiveOp;
  using CollectiveMainloop = typename cutlass::gemm::collective::CollectiveBuilder<  // SMEM006: left to 1 of 2 kernels
      cutlass::arch::Sm120, cutlass::arch::OpClassTensorOp, cutlass::float_e2m1_t, void, 32,
      cutlass::float_e2m1_t, void, 32, float, TileShape, ClusterShape,
      cutlass::gemm::collective::StageCountAutoCarveout<Carveout>,
      cutlass::gemm::collective::KernelScheduleAuto>::CollectiveOp;
  using GemmKernel = cutlass::gemm::kernel::GemmUniversal<void, CollectiveMainloop, CollectiveEpilogue>;
  cutlass::gemm::device::GemmUniversalAdapter<GemmKernel> gemm;
  (void)gemm.run();
}

}  // namespace computed
