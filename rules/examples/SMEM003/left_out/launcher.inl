// Launchers that tell the builder of nothing but the epilogue.
#pragma once

#include "cute/tensor.hpp"
#include "cutlass/cutlass.h"
#include "cutlass/epilogue/collective/collective_builder.hpp"
#include "cutlass/gemm/collective/collective_builder.hpp"
#include "cutlass/gemm/device/gemm_universal_adapter.h"
#include "cutlass/gemm/kernel/gemm_universal.hpp"

#include "large_kernel.h"

namespace left_out {

template <int CtaN, class Fusion>
void gemm_kernelLauncher() {
  using TileShape = cute::Shape<cute::Int<128>, cute::Int<CtaN>, cute::Int<128>>;
  using ClusterShape = cute::Shape<cute::Int<1>, cute::Int<1>, cute::Int<1>>;
  using CollectiveEpilogue = typename cutlass::epilogue::collective::CollectiveBuilder<
      cutlass::arch::Sm120, cutlass::arch::OpClassTensorOp, TileShape, ClusterShape,
      cutlass::epilogue::collective::EpilogueTileAuto, float, float, void, void, 8, cutlass::half_t, void, 8,
      cutlass::epilogue::TmaWarpSpecialized, Fusion>::CollectiveOp;
  using StageCountType = cutlass::gemm::collective::StageCountAutoCarveout<
      sizeof(typename CollectiveEpilogue::SharedStorage)>;  // SMEM003: of 721 bytes more: 2 stages, 71,680 bytes
  using CollectiveMainloop = typename cutlass::gemm::collective::CollectiveBuilder<
      cutlass::arch::Sm120, cutlass::arch::OpClassTensorOp, cutlass::float_e2m1_t, void, 32,
      cutlass::float_e2m1_t, void, 32, float, TileShape, ClusterShape, StageCountType,
      cutlass::gemm::collective::KernelScheduleAuto>::CollectiveOp;
  using GemmKernel = cutlass::gemm::kernel::GemmUniversal<void, CollectiveMainloop, CollectiveEpilogue>;
  cutlass::gemm::device::GemmUniversalAdapter<GemmKernel> gemm;
  (void)gemm.run();
}

// Its kernels hold so much beside the tensors that a stage less is not always enough.
template <int CtaN, int TableBytes>
void large_gemm_kernelLauncher() {
  using TileShape = cute::Shape<cute::Int<128>, cute::Int<CtaN>, cute::Int<128>>;
  using ClusterShape = cute::Shape<cute::Int<1>, cute::Int<1>, cute::Int<1>>;
  using CollectiveEpilogue = typename cutlass::epilogue::collective::CollectiveBuilder<
      cutlass::arch::Sm120, cutlass::arch::OpClassTensorOp, TileShape, ClusterShape,
      cutlass::epilogue::collective::EpilogueTileAuto, float, float, void, void, 8, cutlass::half_t, void, 8,
      cutlass::epilogue::TmaWarpSpecialized>::CollectiveOp;
  using CollectiveMainloop = typename cutlass::gemm::collective::CollectiveBuilder<
      cutlass::arch::Sm120, cutlass::arch::OpClassTensorOp, cutlass::float_e2m1_t, void, 32,
      cutlass::float_e2m1_t, void, 32, float, TileShape, ClusterShape,
      cutlass::gemm::collective::StageCountAutoCarveout<
          sizeof(typename CollectiveEpilogue::SharedStorage)>,  // SMEM003: 31,697 bytes more: 2 stages, 91,136
      cutlass::gemm::collective::KernelScheduleAuto>::CollectiveOp;
  using GemmKernel = LargeKernel<Table<TableBytes>, CollectiveEpilogue, CollectiveMainloop>;
  cutlass::gemm::device::GemmUniversalAdapter<GemmKernel> gemm;
  (void)gemm.run();
}

}  // namespace left_out
