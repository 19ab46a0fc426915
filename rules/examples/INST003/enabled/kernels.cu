#include "launchers/moe_launcher.inl"
namespace moe {

#if defined(ENABLE_FP4)
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 128, 128, false);
#endif

// Refused and not understood are not the same as left out.
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 16, 128, false);
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128);

}  // namespace moe
