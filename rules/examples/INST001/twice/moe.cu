#include "launchers/moe_launcher.inl"
namespace moe {

INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 128, 128, false);
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 64, 128, 128, false);
INSTANTIATE_MOE_GEMM( Sm120,float_e2m1_t, NONE, 128,  // INST001: the instantiation is in this source already
                     128, 128, false)

// Both are built, whatever the guards.
#if defined(ENABLE_FP4)
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 64, 128, 128, false);  // INST001: the instantiation is in this source already
#endif

}  // namespace moe
