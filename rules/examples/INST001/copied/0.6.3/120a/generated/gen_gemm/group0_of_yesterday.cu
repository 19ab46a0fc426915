// Written for the last release.
#include "launchers/moe_launcher.inl"

namespace moe
{
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 64, 128, 128, false);  // INST001: 2 instantiations are in another source of module gemm already
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, FINALIZE, 64, 128, 128, false);
INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 128, 128, false);
}
