// Lies over CUTLASS's header of the same name. Every CUTLASS 3.x kernel that a launcher runs is an argument of
// GemmUniversalAdapter; this one launches nothing. It is deprecated, so that each use draws a warning that prints the
// kernel and whose notes tell which instantiation asked for it, and it names cutlass_lint::kernel<...>, whose own warning
// prints the kernel with its sizes, once for each distinct kernel.
#pragma once

#include "cutlass/cutlass.h"
#include "cutlass/gemm/gemm.h"
#include "cutlass/gemm/kernel/gemm_universal.hpp"
#if __has_include("cutlass/device_kernel.h")
#include "cutlass/device_kernel.h"
#endif
#if __has_include("cutlass/cuda_host_adapter.hpp")
#include "cutlass/cuda_host_adapter.hpp"
#endif
#if __has_include("cutlass/cluster_launch.hpp")
#include "cutlass/cluster_launch.hpp"
#endif
#if __has_include("cutlass/kernel_launch.h")
#include "cutlass/kernel_launch.h"
#endif
#if __has_include("cutlass/trace.h")
#include "cutlass/trace.h"
#endif
#if __has_include("cutlass/gemm/device/gemm_universal_base.h")
#include "cutlass/gemm/device/gemm_universal_base.h"
#endif
#if __has_include("cutlass/gemm/kernel/gemm_transpose_operands.h")
#include "cutlass/gemm/kernel/gemm_transpose_operands.h"
#endif
#if __has_include("cutlass/gemm/threadblock/threadblock_swizzle.h")
#include "cutlass/gemm/threadblock/threadblock_swizzle.h"
#endif
#if __has_include("cutlass/epilogue/threadblock/epilogue_with_visitor_callbacks.h")
#include "cutlass/epilogue/threadblock/epilogue_with_visitor_callbacks.h"
#endif

namespace cutlass_lint {

// Carries every number of one GemmKernel in its warning.
template <long long KernelBytes, long long MainloopBytes, long long EpilogueBytes, long long Stages, long long Threads,
          long long TileM, long long TileN, long long TileK, long long ClusterM, long long ClusterN, long long ClusterK,
          class ArchTag, class Schedule, class GemmKernel>
struct [[deprecated("cutlass-lint kernel")]] kernel {};

// Wraps the storage under a name of our own, so that it is found in a dump of record layouts.
template <class GemmKernel>
struct shared_storage {
  typename GemmKernel::SharedStorage storage;
};

struct none {};

template <class Policy, class = void>
struct stages_of {
  static constexpr long long value = -1;
};
template <class Policy>
struct stages_of<Policy, cute::void_t<decltype(Policy::Stages)>> {
  static constexpr long long value = Policy::Stages;
};

template <class Policy, class = void>
struct schedule_of {
  using type = none;
};
template <class Policy>
struct schedule_of<Policy, cute::void_t<typename Policy::Schedule>> {
  using type = typename Policy::Schedule;
};

template <class Collective, class = void>
struct output_op_of {
  using type = none;
};
template <class Collective>
struct output_op_of<Collective, cute::void_t<typename Collective::ThreadEpilogueOp>> {
  using type = typename Collective::ThreadEpilogueOp;
};

// The extent of one mode in elements, 0 where it is known at run time only.
template <int Mode, class Shape>
constexpr long long extent() {
  if constexpr (Mode >= decltype(cute::rank(Shape{}))::value) {
    return 1;
  } else if constexpr (cute::is_static_v<decltype(cute::get<Mode>(Shape{}))>) {
    return decltype(cute::size<Mode>(Shape{}))::value;
  } else {
    return 0;
  }
}

template <class Collective>
constexpr long long storage_bytes() {
  return sizeof(typename Collective::SharedStorage);
}

template <class GemmKernel>
constexpr long long kernel_bytes() {
#ifdef CUTLASS_LINT_DEEP
  // nvcc lays these out too, and some kernels are refused only then; the TMA descriptors' types triple the time.
  static_assert(sizeof(typename GemmKernel::Params) > 0);
#endif
  static_assert(sizeof(shared_storage<GemmKernel>) == sizeof(typename GemmKernel::SharedStorage));
  return sizeof(typename GemmKernel::SharedStorage);
}

// Not in the adapter itself: inside of a deprecated class, uses of what is deprecated draw no warning.
template <class GemmKernel>
struct measured {
  using Mainloop = typename GemmKernel::CollectiveMainloop;
  using Epilogue = typename GemmKernel::CollectiveEpilogue;
  using TileShape = typename GemmKernel::TileShape;
  using ClusterShape = typename GemmKernel::DispatchPolicy::ClusterShape;
  using report =
      kernel<kernel_bytes<GemmKernel>(), storage_bytes<Mainloop>(), storage_bytes<Epilogue>(),
             stages_of<typename Mainloop::DispatchPolicy>::value, GemmKernel::MaxThreadsPerBlock,
             extent<0, TileShape>(), extent<1, TileShape>(), extent<2, TileShape>(), extent<0, ClusterShape>(),
             extent<1, ClusterShape>(), extent<2, ClusterShape>(), typename GemmKernel::ArchTag,
             typename schedule_of<typename Mainloop::DispatchPolicy>::type, GemmKernel>;
};

}  // namespace cutlass_lint

namespace cutlass::gemm::device {

template <class GemmKernel_, class Enable = void>
class [[deprecated("cutlass-lint adapter")]] GemmUniversalAdapter : cutlass_lint::measured<GemmKernel_> {
 public:
  using GemmKernel = GemmKernel_;
  using TileShape = typename GemmKernel::TileShape;
  using ElementA = typename GemmKernel::ElementA;
  using ElementB = typename GemmKernel::ElementB;
  using ElementC = typename GemmKernel::ElementC;
  using ElementD = typename GemmKernel::ElementD;
  using ElementAccumulator = typename GemmKernel::ElementAccumulator;
  using DispatchPolicy = typename GemmKernel::DispatchPolicy;
  using CollectiveMainloop = typename GemmKernel::CollectiveMainloop;
  using CollectiveEpilogue = typename GemmKernel::CollectiveEpilogue;
  using EpilogueOutputOp = typename cutlass_lint::output_op_of<CollectiveEpilogue>::type;
  using ArchTag = typename GemmKernel::ArchTag;
  static constexpr int kThreadCount = GemmKernel::MaxThreadsPerBlock;
  static constexpr int kStages = int(cutlass_lint::stages_of<typename CollectiveMainloop::DispatchPolicy>::value);
  using Arguments = typename GemmKernel::Arguments;
  using Params = typename GemmKernel::Params;

  // Defined in launched.h, which says what for.
  GemmUniversalAdapter();
  static Status can_implement(Arguments const&);
  static size_t get_workspace_size(Arguments const&);
  static Status run(Params&, cudaStream_t = nullptr, CudaHostAdapter* = nullptr, bool = false);
  Status initialize(Arguments const&, void* = nullptr, cudaStream_t = nullptr, CudaHostAdapter* = nullptr);
  Status run(Arguments const&, void* = nullptr, cudaStream_t = nullptr, CudaHostAdapter* = nullptr, bool = false);
  Status operator()(Arguments const&, void* = nullptr, cudaStream_t = nullptr, CudaHostAdapter* = nullptr,
                    bool = false);

  Params const& params() const;
  static dim3 get_grid_shape(Arguments const&, void* = nullptr);
  static dim3 get_grid_shape(Params const&);
  static int maximum_active_blocks(int = -1);
  Status update(Arguments const&, void* = nullptr);
  Status run(cudaStream_t = nullptr, CudaHostAdapter* = nullptr, bool = false);
  Status operator()(cudaStream_t = nullptr, CudaHostAdapter* = nullptr, bool = false);
};

}  // namespace cutlass::gemm::device
