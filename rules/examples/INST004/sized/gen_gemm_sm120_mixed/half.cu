#include "launchers/mixed_launcher.inl"
namespace mixed {

template void forwarded_gemm_kernelLauncher<cutlass::half_t, cute::Shape<cute::Int<128>, cute::Int<112>, cute::Int<128>>, 2, true>(int);

}  // namespace mixed
