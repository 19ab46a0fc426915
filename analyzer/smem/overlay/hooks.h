// Included before everything else. Redeclares the builders as deprecated, so that each use draws a warning that prints
// the builder's arguments: schedules, stage count, carveout. Sizes never depend on it: where a release declares one of
// these templates differently, the unit is parsed again with fewer of them: CUTLASS_LINT_HOOKS is 2, 1 or 0.
#pragma once

#if CUTLASS_LINT_HOOKS > 0

namespace cutlass::gemm::collective {

#define CUTLASS_LINT_MAINLOOP_BUILDER(NAME)                                                                          \
  template <class ArchTag, class OpClass, class ElementA, class LayoutA, int AlignmentA, class ElementB,             \
            class LayoutB, int AlignmentB, class ElementAccumulator, class TileShape, class ClusterShape,            \
            class StageCountType, class KernelSchedule, class Enable>                                                \
  struct [[deprecated("cutlass-lint mainloop")]] NAME;

CUTLASS_LINT_MAINLOOP_BUILDER(CollectiveBuilder)
#if CUTLASS_LINT_HOOKS > 1
// The builders that TensorRT-LLM's cutlass_extensions add; later releases give them more parameters.
CUTLASS_LINT_MAINLOOP_BUILDER(CollectiveBuilderMixedInput)
CUTLASS_LINT_MAINLOOP_BUILDER(CollectiveBuilderInterleaved)
#endif

#undef CUTLASS_LINT_MAINLOOP_BUILDER

}  // namespace cutlass::gemm::collective

namespace cutlass::epilogue::collective {

template <class ArchTag, class OpClass, class TileShape, class ClusterShape, class EpilogueTileType,
          class ElementAccumulator, class ElementCompute, class ElementC, class LayoutC, int AlignmentC, class ElementD,
          class LayoutD, int AlignmentD, class EpilogueSchedule, class FusionOpOrCallbacks, class Enable>
struct [[deprecated("cutlass-lint epilogue")]] CollectiveBuilder;

}  // namespace cutlass::epilogue::collective

#endif  // CUTLASS_LINT_HOOKS > 0
