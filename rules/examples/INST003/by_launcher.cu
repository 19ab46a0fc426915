#include "launchers/mixed_launcher.inl"
namespace mixed {

template void forwarded_gemm_kernelLauncher<cutlass::half_t, cute::Shape<cute::Int<128>, cute::Int<112>, cute::Int<128>>, 2, true>(int);
template void forwarded_gemm_kernelLauncher<cutlass::half_t, cute::Shape<cute::Int<128>, cute::Int<112>, cute::Int<128>>, 2, false>(int);  // INST003: discards it by `if constexpr`

template void mixed_gemm_kernelLauncher<cutlass::half_t, cute::Shape<cute::Int<128>, cute::Int<112>, cute::Int<128>>,  // INST003: the conditions hold with -DCOMPILE_MIXED_GEMMS
                                        cute::Shape<cute::Int<1>, cute::Int<1>, cute::Int<1>>, 3>(int, int, int);

}  // namespace mixed
