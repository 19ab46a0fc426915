#include "launchers/moe_launcher.inl"
namespace moe {

// Each module is a library of its own.
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 128, 128, false);

}  // namespace moe
