#include "launchers/moe_launcher.inl"
namespace moe {

INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 128, 128, false);  // SCHED004: 2 kernels of INSTANTIATE_MOE_GEMM: ArchTag Sm120 does not run on Sm90
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 64, 128, 128, false);

// Refused and left out, so that nothing of them could run anywhere.
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 16, 128, false);
#ifdef WITH_WIDE_TILES
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 96, 128, false);
#endif

}  // namespace moe
