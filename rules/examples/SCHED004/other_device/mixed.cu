#include "launchers/mixed_launcher.inl"
#include <cuda_runtime.h>
namespace mixed {

template void forwarded_gemm_kernelLauncher<cutlass::half_t, cute::Shape<cute::Int<128>, cute::Int<112>, cute::Int<128>>, 2, true>(int);  // SCHED004: ArchTag Sm120 does not run on Sm90, the device of module other_device

// No CUTLASS collectives, and no ArchTag: they run wherever they are compiled for.
template void by_hand_kernelLauncher<cutlass::half_t, 128, 128, 64, 3>(int, cudaStream_t);

}  // namespace mixed
