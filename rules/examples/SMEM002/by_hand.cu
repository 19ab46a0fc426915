#include "launchers/mixed_launcher.inl"
#include <cuda_runtime.h>
namespace mixed {

template void by_hand_kernelLauncher<cutlass::half_t, 128, 128, 64, 4>(int, cudaStream_t);  // SMEM002: it fits on Sm80
template void by_hand_kernelLauncher<cutlass::half_t, 128, 128, 64, 3>(int, cudaStream_t);

}  // namespace mixed
