#include "launchers/moe_launcher.inl"
namespace moe {

// An argument is wrong, if anything is: the launcher is for any architecture.
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 128, 128, false);

}  // namespace moe
