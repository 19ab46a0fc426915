#include "launchers/moe_launcher.inl"
namespace moe {

INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 128, 128, false);  // SCHED004: does not run on Sm90, the device of module gen_gemm

}  // namespace moe
