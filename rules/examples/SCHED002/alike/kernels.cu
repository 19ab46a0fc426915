#include "launcher.inl"
namespace scheduled {

// All leave it to the builder, or none does.
template void scheduled_gemm_kernelLauncher<cutlass::half_t, 128, Auto, Epilogue>(int);
template void scheduled_gemm_kernelLauncher<cutlass::half_t, 64, Auto, Epilogue>(int);
template void scheduled_gemm_kernelLauncher<cutlass::float_e2m1_t, 128, Cooperative, AutoEpilogue>(int);

// One that is refused names nothing.
template void scheduled_gemm_kernelLauncher<cutlass::half_t, 16, Cooperative, AutoEpilogue>(int);

}  // namespace scheduled
