#include "launcher.inl"
namespace computed {

// 3 stages, 2 of 32,768 and 33,792 bytes, 4.
template void gemm_kernelLauncher<128, 112>();
template void gemm_kernelLauncher<128, 128>();
template void gemm_kernelLauncher<128, 136>();
template void gemm_kernelLauncher<64, 96>();

template void other_gemm_kernelLauncher<112, 16384>();
template void other_gemm_kernelLauncher<96, 12288>();

}  // namespace computed
