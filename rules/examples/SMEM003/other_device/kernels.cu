#include "launchers/moe_launcher.inl"
namespace moe {

// The builder divides 101,376 bytes, more than the 65,536 of the device: what a carveout leaves out has no part in it.
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, FINALIZE, 128, 112, 128, false);

}  // namespace moe
