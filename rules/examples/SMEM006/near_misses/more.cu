#include "launchers/moe_launcher.inl"
namespace moe {

// 3 and 4 stages are left.
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 112, 128, false);
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 64, 96, 128, false);

}  // namespace moe
