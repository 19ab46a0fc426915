#include "launcher.inl"
namespace unchecked {

// 8,192 for the epilogue, 1,024 for barriers and tensormaps, and the tensors of a stage: 30,720, 31,744 and 32,768.
template void gemm_kernelLauncher<112, 3>();
template void gemm_kernelLauncher<120, 3>();
template void gemm_kernelLauncher<128, 3>();
template void gemm_kernelLauncher<128, 2>();

}  // namespace unchecked
