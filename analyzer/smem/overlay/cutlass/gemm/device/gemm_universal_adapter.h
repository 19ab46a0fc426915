// Lies over CUTLASS's header of the same name. Every CUTLASS 3.x kernel that a launcher runs is an argument of
// GemmUniversalAdapter; this one launches nothing. It is deprecated, so that each use draws a warning that prints the
// kernel and whose notes tell which instantiation asked for it, and it derives from cutlass_lint::measured, which prints
// the kernel with its sizes.
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

#include <cutlass_lint/measured.h>

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
