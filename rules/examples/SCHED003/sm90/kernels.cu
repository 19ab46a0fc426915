#include "launcher.inl"
namespace clustered {

template void clustered_gemm_kernelLauncher<cutlass::half_t, cute::Shape<cute::Int<4>, cute::Int<8>, cute::Int<1>>>(int);  // SCHED003: a cluster of 4×8×1 has 32 thread blocks: Sm90 allows 16 at most
template void clustered_gemm_kernelLauncher<cutlass::half_t, cute::Shape<cute::Int<17>, cute::Int<1>, cute::Int<1>>>(int);  // SCHED003: 17×1×1 has 17 thread blocks

// As many as 16 are possible: CUTLASS asks for more than the portable 8.
template void clustered_gemm_kernelLauncher<cutlass::half_t, cute::Shape<cute::Int<4>, cute::Int<4>, cute::Int<1>>>(int);
template void clustered_gemm_kernelLauncher<cutlass::half_t, cute::Shape<cute::Int<1>, cute::Int<1>, cute::Int<1>>>(int);

// Chosen at run time.
template void clustered_gemm_kernelLauncher<cutlass::half_t, cute::Shape<int, int, cute::Int<1>>>(int);

}  // namespace clustered
