#include "launchers/moe_launcher.inl"
namespace moe {

INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 16, 128, false);  // SCHED001: 'C<16>::value >= 32': Invalid tile shape N.
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 128, 128, false);

// The kernel class, rather than a builder.
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 256, 256, 128, false);  // SCHED001: Stages set to value 2 or more

// Nothing of it is built: no one refuses it.
#ifdef WITH_NARROW_TILES
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 64, 16, 128, false);
#endif

}  // namespace moe
