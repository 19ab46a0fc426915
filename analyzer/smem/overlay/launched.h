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

// What stands in a unit for `K<Kernel><<<grid, block, Bytes, stream>>>`, where a kernel is launched without an adapter.
// The class below is not deprecated itself, so that its use of cutlass_lint::kernel<...> draws a warning.
namespace cutlass_lint {

#define CUTLASS_LINT_CONSTANT(NAME, CONSTANT)                                 \
  template <class Kernel, class = void>                                       \
  struct NAME {                                                               \
    static constexpr long long value = -1;                                    \
  };                                                                          \
  template <class Kernel>                                                     \
  struct NAME<Kernel, cute::void_t<decltype(Kernel::CONSTANT)>> {             \
    static constexpr long long value = Kernel::CONSTANT;                      \
  };

CUTLASS_LINT_CONSTANT(launched_stages, kStages)
CUTLASS_LINT_CONSTANT(launched_threads, kThreadCount)

#undef CUTLASS_LINT_CONSTANT

template <class Kernel, long long Bytes>
struct launch_measured {
  using report = kernel<Bytes, -1, -1, launched_stages<Kernel>::value, launched_threads<Kernel>::value, -1, -1, -1, -1,
                        -1, -1, none, none, Kernel>;
  using here = launched<Kernel>;
};

template <class Kernel, long long Bytes>
struct [[deprecated("cutlass-lint adapter")]] launch : launch_measured<Kernel, Bytes> {};

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
