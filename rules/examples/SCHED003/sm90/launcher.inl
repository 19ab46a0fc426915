// A launcher of Sm90 kernels with any cluster shape, as CUTLASS's builders for it accept any.
#pragma once

#include "cutlass/epilogue/collective/collective_builder.hpp"
#include "cutlass/gemm/collective/collective_builder.hpp"
#include "cutlass/gemm/device/gemm_universal_adapter.h"
#include "cutlass/gemm/kernel/gemm_universal.hpp"

namespace cutlass::gemm::collective {

template <class ElementA, class LayoutA, int AlignmentA, class ElementB, class LayoutB, int AlignmentB,
          class ElementAccumulator, class TileShape, class ClusterShape, class StageCountType, class KernelSchedule>
struct CollectiveBuilder<arch::Sm90, arch::OpClassTensorOp, ElementA, LayoutA, AlignmentA, ElementB, LayoutB, AlignmentB,
                         ElementAccumulator, TileShape, ClusterShape, StageCountType, KernelSchedule> {
  using DispatchPolicy = MainloopTmaWarpSpecialized<2, ClusterShape, KernelTmaWarpSpecializedCooperative>;
  using CollectiveOp = CollectiveMma<DispatchPolicy, arch::Sm90, TileShape, ElementA>;
};

}  // namespace cutlass::gemm::collective

namespace clustered {

template <typename Element, typename ClusterShape>
void clustered_gemm_kernelLauncher(int m) {
  using TileShape = cute::Shape<cute::Int<128>, cute::Int<128>, cute::Int<128>>;
  using CollectiveEpilogue = typename cutlass::epilogue::collective::CollectiveBuilder<
      cutlass::arch::Sm90, cutlass::arch::OpClassTensorOp, TileShape, ClusterShape,
      cutlass::epilogue::collective::EpilogueTileAuto, float, float, void, void, 8, cutlass::half_t, void, 8,
      cutlass::epilogue::TmaWarpSpecialized>::CollectiveOp;
  using CollectiveMainloop = typename cutlass::gemm::collective::CollectiveBuilder<
      cutlass::arch::Sm90, cutlass::arch::OpClassTensorOp, Element, void, 32, Element, void, 32, float, TileShape,
      ClusterShape, cutlass::gemm::collective::StageCount<2>,
      cutlass::gemm::collective::KernelScheduleAuto>::CollectiveOp;
  using GemmKernel = cutlass::gemm::kernel::GemmUniversal<void, CollectiveMainloop, CollectiveEpilogue>;
  (void)cutlass::gemm::device::GemmUniversalAdapter<GemmKernel>().run();
}

}  // namespace clustered
