#include "launchers/moe_launcher.inl"
namespace moe {

// The least that the builder accepts.
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 32, 128, false);

// Accepted by the headers, though too large for the device.
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, FINALIZE, 128, 112, 128, false);

// An error that is no assertion: perhaps the front end's own.
INSTANTIATE_MOE_GEMM(Sm120, float_e0m0_t, NONE, 128, 128, 128, false);

}  // namespace moe
