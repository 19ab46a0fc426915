#include "launcher.inl"
namespace overloaded {

// More than any overload takes.
template void overloaded_gemm_kernelLauncher<half, 128, 2, 1>(half*);  // INST002: takes 2 arguments

// The type of the pointer is deduced from the parameters.
template void overloaded_gemm_kernelLauncher<128>(half*);

// The other overload takes three.
template void overloaded_gemm_kernelLauncher<half, 128, 2>(half*);

}  // namespace overloaded
