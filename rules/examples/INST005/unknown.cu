#include "launchers/moe_launcher.inl"
#include "launchers/my_gemm.h"
namespace moe {

INSTANTIATE_MY_GEMM(128, 128, 64);  // INST005: headers that are not found: launchers/my_gemm.h
INSTANTIATE_MY_GEMM(128, 64, 64);

template void my_gemm_kernelLauncher<float>(float*);  // INST005: headers that were looked at: launchers/moe_launcher.inl, and 7 by way of these

// Perhaps the header that is missing would define it, but then it would define what the guard asks for too.
#ifdef INSTANTIATE_OTHER_GEMM
INSTANTIATE_OTHER_GEMM(128);
#endif

}  // namespace moe
