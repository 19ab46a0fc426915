#include "launchers/mixed_launcher.inl"
namespace mixed {

template void mixed_gemm_kernelLauncher<cutlass::half_t, cute::Shape<cute::Int<128>, cute::Int<64>, cute::Int<128>>,
                                        cute::Shape<cute::Int<1>, cute::Int<1>, cute::Int<1>>, 2>(int, int, int);
template void mixed_gemm_kernelLauncher<cutlass::float_e2m1_t, cute::Shape<cute::Int<128>, cute::Int<64>, cute::Int<128>>,
                                        cute::Shape<cute::Int<1>, cute::Int<1>, cute::Int<1>>, 2>(int, int, int);

}  // namespace mixed
