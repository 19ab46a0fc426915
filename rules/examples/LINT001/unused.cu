#include "launchers/moe_launcher.inl"
namespace moe {

INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 112, 128,
                     false);  // cutlass-lint: ignore[SMEM001]: it fits  // LINT001: nothing here is found by SMEM001

// cutlass-lint: ignore[SMEM]: of the next one  // LINT001: nothing here is found by SMEM:
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 128, 128, false);

/* cutlass-lint: ignore-file[guarded-shared-memory-overflow] */  // LINT001: found by guarded-shared-memory-overflow

}  // namespace moe
