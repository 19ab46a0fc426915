#include "launchers/mixed_launcher.inl"
namespace mixed {

template void mixed_gemm_kernelLauncher<cutlass::half_t, cute::Shape<cute::Int<128>, cute::Int<64>, cute::Int<128>>,
                                        cute::Shape<cute::Int<1>, cute::Int<1>, cute::Int<1>>, 2>(int, int, int);
template void mixed_gemm_kernelLauncher<cutlass::float_e2m1_t, cute::Shape<cute::Int<128>, cute::Int<64>, cute::Int<128>>,
                                        cute::Shape<cute::Int<1>, cute::Int<1>, cute::Int<1>>, 2>(int, int, int);

// No case leads to these.
template void mixed_gemm_kernelLauncher<cutlass::half_t, cute::Shape<cute::Int<64>, cute::Int<64>, cute::Int<128>>,  // DISP003: 3 of 5 instantiations of mixed_gemm_kernelLauncher in fused_moe_120: no dispatcher leads to their tiles
                                        cute::Shape<cute::Int<1>, cute::Int<1>, cute::Int<1>>, 2>(int, int, int);
template void mixed_gemm_kernelLauncher<cutlass::float_e2m1_t, cute::Shape<cute::Int<64>, cute::Int<64>, cute::Int<128>>,
                                        cute::Shape<cute::Int<1>, cute::Int<1>, cute::Int<1>>, 2>(int, int, int);
template void mixed_gemm_kernelLauncher<cutlass::half_t, cute::Shape<cute::Int<128>, cute::Int<32>, cute::Int<128>>,
                                        cute::Shape<cute::Int<1>, cute::Int<1>, cute::Int<1>>, 2>(int, int, int);

// Nothing calls it.
template void plain_gemm_kernelLauncher<cutlass::half_t, 4>(int);  // DISP003: 1 instantiation of plain_gemm_kernelLauncher in fused_moe_120: no code names it

}  // namespace mixed
