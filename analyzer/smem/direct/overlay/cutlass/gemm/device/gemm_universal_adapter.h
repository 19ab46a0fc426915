// Lies over CUTLASS's header of the same name for sources that make their kernels themselves. They may use all that an
// adapter has, so that ours derives from CUTLASS's own. It is deprecated: each use draws a warning that prints the kernel,
// and whose notes lead to the place that asks for it.
#pragma once

#define GemmUniversalAdapter CutlassGemmUniversalAdapter
#include_next <cutlass/gemm/device/gemm_universal_adapter.h>
#undef GemmUniversalAdapter

#include <cutlass_lint/measured.h>

namespace cutlass_lint {

// A kernel of the 2.x API has no collectives to measure.
template <class GemmKernel, class = void>
struct measured_if_3x {};
template <class GemmKernel>
struct measured_if_3x<GemmKernel, cute::void_t<typename GemmKernel::CollectiveMainloop>> : measured<GemmKernel> {};

}  // namespace cutlass_lint

namespace cutlass::gemm::device {

template <class GemmKernel_, class Enable = void>
class [[deprecated("cutlass-lint adapter")]] GemmUniversalAdapter : public CutlassGemmUniversalAdapter<GemmKernel_> {
  // Not a base: a source may ask for members of an adapter by any name.
  static_assert(sizeof(cutlass_lint::measured_if_3x<GemmKernel_>) > 0);
};

}  // namespace cutlass::gemm::device
