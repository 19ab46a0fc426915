#include "launchers/moe_launcher.inl"
namespace moe {

INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 128, 128);  // INST002: takes 7 arguments (moe_launcher.inl:
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, void, NONE, 128, 128, 128, false);  // INST002: the call passes 8
INSTANTIATE_MOE_GEMM();  // INST002: its parameters are ArchTag_, DataType_, FUSION_, CTA_M_, CTA_N_, CTA_K_, SWAP_AB_

INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 128, 128, false);

// Whether it is compiled, the command does not tell.
#if defined(LAUNCHER_OF_SIX)
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 128, 128);
#endif

}  // namespace moe
