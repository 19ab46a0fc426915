#include "launcher.inl"
namespace versioned {

// The launcher takes 2 or 3 arguments, as the macros of its build have it.
INSTANTIATE_VERSIONED_GEMM(half, 128);
INSTANTIATE_VERSIONED_GEMM(half, 128, false);
INSTANTIATE_VERSIONED_GEMM(half);  // INST002: the call passes 1

}  // namespace versioned
