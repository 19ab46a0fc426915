#include "launchers/mixed_launcher.inl"
namespace mixed {

// A kernel of its own, and known for all that.
template void plain_gemm_kernelLauncher<cutlass::half_t, 4>(int);

// A member of a class: not one that is understood, but there.
template void GemmUniversalAdapter<int>::run<int>(int);

// Defined after all, by another macro.
#define INSTANTIATE_GEMM_ALIAS INSTANTIATE_GEMM
INSTANTIATE_GEMM_ALIAS(128);

}  // namespace mixed
