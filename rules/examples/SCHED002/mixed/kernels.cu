#include "launcher.inl"
namespace scheduled {

template void scheduled_gemm_kernelLauncher<cutlass::half_t, 128, Cooperative, Epilogue>(int);
template void scheduled_gemm_kernelLauncher<cutlass::half_t, 64, Auto, Epilogue>(int);  // SCHED002: 2 kernels ask for KernelScheduleAuto, where others of scheduled_gemm_kernelLauncher with the same element types name KernelTmaWarpSpecializedCooperative (2)
template void scheduled_gemm_kernelLauncher<cutlass::half_t, 32, Auto, Epilogue>(int);
template void scheduled_gemm_kernelLauncher<cutlass::half_t, 96, Cooperative, AutoEpilogue>(int);  // SCHED002: the kernel asks for EpilogueScheduleAuto, where others of scheduled_gemm_kernelLauncher with the same element types name TmaWarpSpecialized (3)

// Of other element types, none names a schedule.
template void scheduled_gemm_kernelLauncher<cutlass::float_e2m1_t, 128, Auto, AutoEpilogue>(int);

}  // namespace scheduled
