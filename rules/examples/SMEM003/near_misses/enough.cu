#include "enough_launcher.inl"
namespace enough {

template void gemm_kernelLauncher<112, cutlass::epilogue::fusion::Finalize>();

}  // namespace enough
