#include "../launcher_sm100.h"

// Sm103 runs code for Sm100.
INSTANTIATE_FP4_GEMM(half, 128)
