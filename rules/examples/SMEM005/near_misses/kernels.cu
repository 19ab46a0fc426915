#include "launcher.inl"
#include <cuda_runtime.h>
namespace by_hand {

// Two blocks share a multiprocessor as it is.
template void kernelLauncher<50176, 128>(int, cudaStream_t);
// More than 1,024 bytes too many.
template void kernelLauncher<51201, 128>(int, cudaStream_t);
// 8 warps with 255 registers a thread take all of a multiprocessor's: 10 and 12 may not fit.
template void kernelLauncher<50688, 160>(int, cudaStream_t);
template void kernelLauncher<50688, 384>(int, cudaStream_t);
// For a fourth block of 96 threads, 12 warps.
template void kernelLauncher<24577, 96>(int, cudaStream_t);
// Larger than a block may be.
template void kernelLauncher<101888, 128>(int, cudaStream_t);

}  // namespace by_hand
