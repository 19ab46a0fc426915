#include "launchers/moe_launcher.inl"
namespace moe {

// No build tells that both go into one program.
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 128, 128, false);

}  // namespace moe
