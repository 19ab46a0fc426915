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

template <class GemmKernel_, class Enable>
Status GemmUniversalAdapter<GemmKernel_, Enable>::can_implement(Arguments const&) {
  cutlass_lint::mark_launched<GemmKernel>();
  return {};
}

template <class GemmKernel_, class Enable>
size_t GemmUniversalAdapter<GemmKernel_, Enable>::get_workspace_size(Arguments const&) {
  cutlass_lint::mark_launched<GemmKernel>();
  return {};
}

template <class GemmKernel_, class Enable>
Status GemmUniversalAdapter<GemmKernel_, Enable>::run(Params&, cudaStream_t, CudaHostAdapter*, bool) {
  cutlass_lint::mark_launched<GemmKernel>();
  return {};
}

}  // namespace cutlass::gemm::device
