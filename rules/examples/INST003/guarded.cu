#include "launchers/moe_launcher.inl"
namespace moe {

#if defined(ENABLE_FP4) && defined(WITH_WIDE_TILES) && defined(WITH_TALL_TILES)
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 128, 128, false);  // INST003: the conditions hold with -DWITH_WIDE_TILES -DWITH_TALL_TILES
#endif
#if defined(ENABLE_FP4) && defined(WITH_WIDE_TILES) && defined(WITH_TALL_TILES)
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 64, 128, 128, false);
#endif

#if !defined(WITH_NARROW_TILES)
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 64, 128, false);
#else
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, FINALIZE, 128, 64, 128, false);  // INST003: the instantiation is not built: `!(!defined(WITH_NARROW_TILES))` is off in module
#endif

}  // namespace moe
