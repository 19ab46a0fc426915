#include "../launcher_sm120.h"

// As it should be.
INSTANTIATE_FP4_GEMM(float, 128)
