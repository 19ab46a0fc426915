#include "launchers/mixed_launcher.inl"
namespace mixed {

template void forwarded_gemm_kernelLauncher<cutlass::half_t, cute::Shape<cute::Int<128>, cute::Int<112>, cute::Int<128>>, 2, true>(int);
template void forwarded_gemm_kernelLauncher<cutlass::half_t, cute::Shape<cute::Int<128>, cute::Int<112>, cute::Int<128> >, 2, true>(int);  // INST001: in this source already

// No kernel of CUTLASS, and an instantiation all the same.
template void plain_gemm_kernelLauncher<cutlass::half_t, 4>(int);
template void plain_gemm_kernelLauncher<cutlass::half_t, 4>(int);  // INST001: in this source already

}  // namespace mixed
