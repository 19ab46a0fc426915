// Included by a unit after its precompiled header, which skips function bodies. Defines what a launcher calls first of an
// adapter: a definition is instantiated for code that runs, not for a branch that `if constexpr` discards, so that its
// warning tells a kernel that is launched from one that is only named.
#pragma once

#include "cutlass/gemm/device/gemm_universal_adapter.h"

namespace cutlass_lint {

template <class>
struct [[deprecated("cutlass-lint launched")]] launched {};

template <class GemmKernel>
void mark_launched() {
  launched<GemmKernel> here;
  (void)here;
}

// Used behind each instantiation of a unit: what is instantiated at the unit's end comes in the order of its uses.
template <int Index>
struct [[deprecated("cutlass-lint end")]] ended {};

template <int Index>
void end() {
  ended<Index> here;
  (void)here;
}

}  // namespace cutlass_lint

namespace cutlass::gemm::device {

template <class GemmKernel_, class Enable>
GemmUniversalAdapter<GemmKernel_, Enable>::GemmUniversalAdapter() {
  cutlass_lint::mark_launched<GemmKernel>();
}

#define CUTLASS_LINT_LAUNCHES(RESULT, FUNCTION, ...)                                \
  template <class GemmKernel_, class Enable>                                        \
  RESULT GemmUniversalAdapter<GemmKernel_, Enable>::FUNCTION(__VA_ARGS__) {         \
    cutlass_lint::mark_launched<GemmKernel>();                                      \
    return {};                                                                      \
  }

CUTLASS_LINT_LAUNCHES(Status, can_implement, Arguments const&)
CUTLASS_LINT_LAUNCHES(size_t, get_workspace_size, Arguments const&)
CUTLASS_LINT_LAUNCHES(Status, run, Params&, cudaStream_t, CudaHostAdapter*, bool)
CUTLASS_LINT_LAUNCHES(Status, initialize, Arguments const&, void*, cudaStream_t, CudaHostAdapter*)
CUTLASS_LINT_LAUNCHES(Status, run, Arguments const&, void*, cudaStream_t, CudaHostAdapter*, bool)
CUTLASS_LINT_LAUNCHES(Status, operator(), Arguments const&, void*, cudaStream_t, CudaHostAdapter*, bool)

#undef CUTLASS_LINT_LAUNCHES

}  // namespace cutlass::gemm::device
