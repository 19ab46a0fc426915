#include "launchers/moe_launcher.inl"
namespace moe {

// 75,776 bytes, more than the 65,536 of the device: a check for what ArchTag Sm120 has would let it pass.
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, FINALIZE, 128, 128, 128, false);

}  // namespace moe
