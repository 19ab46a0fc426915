#include "launcher.inl"
namespace blockwise {

template void blockwise_gemm_kernelLauncher<cutlass::half_t, cute::Shape<cute::Int<2>, cute::Int<1>, cute::Int<1>>>(int);  // SCHED003: a cluster of 2×1×1 with multicast loads: CUTLASS supports 1×1×1 only on Sm120

template void blockwise_gemm_kernelLauncher<cutlass::half_t, cute::Shape<cute::Int<1>, cute::Int<1>, cute::Int<1>>>(int);

// A cluster that shares its memory, but no loads.
template void blockwise_gemm_kernelLauncher<cutlass::half_t, cute::Shape<cute::Int<2>, cute::Int<1>, cute::Int<1>>,
                                            cute::SM90_TMA_LOAD>(int);

}  // namespace blockwise
