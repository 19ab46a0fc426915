#include "launchers/mixed_launcher.inl"
namespace mixed {

// What is not built says nothing.
template void forwarded_gemm_kernelLauncher<cutlass::half_t, cute::Shape<cute::Int<128>, cute::Int<112>, cute::Int<128>>, 2, false>(int);

template void forwarded_gemm_kernelLauncher<cutlass::half_t, cute::Shape<cute::Int<128>, cute::Int<112>, cute::Int<128>>, 2, true>(int);  // INST004: forwarded_gemm_kernelLauncher comes from mixed_launcher.inl, whose kernels for Sm120 do not run on Sm90

}  // namespace mixed
