#include "launchers/moe_launcher.inl"
namespace moe {

INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 112, 128, false);  // cutlass-lint: ignore[SMEM01]: x  // LINT002: did you mean SMEM001?
// cutlass-lint: ignore: no code  // LINT002: not understood: ignore: no code
// cutlass-lint: ignore[]  // LINT002: write ignore[SMEM001]: and the reason
// cutlass-lint: disable=SMEM001  // LINT002: not understood: disable=SMEM001

}  // namespace moe
