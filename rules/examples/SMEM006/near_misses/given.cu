#include "launchers/mixed_launcher.inl"
namespace mixed {

// Its launcher asks for StageCount<2>.
template void mixed_gemm_kernelLauncher<cutlass::half_t, cute::Shape<cute::Int<128>, cute::Int<112>, cute::Int<128>>,
                                        cute::Shape<cute::Int<2>, cute::Int<1>, cute::Int<1>>, 2>(int, int, int);

}  // namespace mixed
