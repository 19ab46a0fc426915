#include "launchers/moe_launcher.inl"
namespace moe {

INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 128, 128, false);
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 128, 128, true);
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, FINALIZE, 128, 128, 128, false);
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, FINALIZE, 128, 128, 128, true);

}  // namespace moe
