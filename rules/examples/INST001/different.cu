#include "launchers/mixed_launcher.inl"

namespace mixed {

// One of them is built.
#if defined(ENABLE_FP4)
template void plain_gemm_kernelLauncher<cutlass::half_t, 4>(int);
#else
template void plain_gemm_kernelLauncher<cutlass::half_t, 4>(int);
#endif

// What is left out is there no second time.
#ifdef WITH_WIDE_TILES
template void forwarded_gemm_kernelLauncher<cutlass::half_t, cute::Shape<cute::Int<128>, cute::Int<112>, cute::Int<128>>, 2, true>(int);
#endif
template void forwarded_gemm_kernelLauncher<cutlass::half_t, cute::Shape<cute::Int<128>, cute::Int<112>, cute::Int<128>>, 2, true>(int);

// The same text for another type, as the alias between them may change its meaning.
using Element = cutlass::half_t;
template void plain_gemm_kernelLauncher<Element, 2>(int);

}  // namespace mixed

namespace narrow {

using Element = cutlass::float_e2m1_t;
using mixed::plain_gemm_kernelLauncher;
template void plain_gemm_kernelLauncher<Element, 2>(int);

}  // namespace narrow
