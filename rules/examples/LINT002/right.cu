#include "launchers/moe_launcher.inl"
namespace moe {

// What cutlass-lint: ignore[SMEM001] means is said in a sentence, which suppresses nothing.
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, FINALIZE, 128, 112, 128, false);  // cutlass-lint: ignore[SMEM, LINT001]: known

}  // namespace moe
