#include "launcher.inl"
namespace left_out {

// 3 × 30,720 for the tensors of 3 stages, 8,448 for the epilogue: 102,400 with the rest. Without a bias row, it fits.
template void gemm_kernelLauncher<112, cutlass::epilogue::fusion::Finalize>();
template void gemm_kernelLauncher<112, cutlass::epilogue::fusion::LinearCombination>();

// 4 stages, each 20,480 for its tensors and 16 for its barriers, leave 11,200 of 101,376 − 8,192: the first fits with
// one less, the second with two, the third never.
template void large_gemm_kernelLauncher<32, 20 * 1024>();
template void large_gemm_kernelLauncher<32, 40 * 1024>();
template void large_gemm_kernelLauncher<32, 60 * 1024>();

}  // namespace left_out
