#include "../launcher_sm100.h"

INSTANTIATE_FP4_GEMM(half, 128)  // INST004: INSTANTIATE_FP4_GEMM comes from launcher_sm100.h, whose kernels for Sm100 do not run on Sm120
INSTANTIATE_FP4_GEMM(half, 64)
