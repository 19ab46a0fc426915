#include "launcher.inl"
namespace clustered {

// Sm120 runs no code of Sm90, whatever its cluster: that is another rule's.
template void clustered_gemm_kernelLauncher<cutlass::half_t, cute::Shape<cute::Int<4>, cute::Int<8>, cute::Int<1>>>(int);

}  // namespace clustered
