#include "launchers/mixed_launcher.inl"
#include "launchers/moe_launcher.inl"
namespace moe {

INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 128, 128, false);

// Seven, one of them empty; and what they are is another question.
INSTANTIATE_MOE_GEMM(Sm120, float_e0m0_t, NONE, 128, , 128, false);

}  // namespace moe

namespace mixed {

template void plain_gemm_kernelLauncher<cutlass::half_t, 4>(int);

// No launcher, so that no one knows what it takes.
INSTANTIATE_MISSING_GEMM(1, 2);

}  // namespace mixed
