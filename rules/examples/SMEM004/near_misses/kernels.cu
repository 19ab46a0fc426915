#include "launcher.inl"
namespace near {

template void gemm_kernelLauncher<Checked, 112>();
template void gemm_kernelLauncher<Checked, 128>();
template void gemm_kernelLauncher<CheckedLate, 128>();

}  // namespace near
