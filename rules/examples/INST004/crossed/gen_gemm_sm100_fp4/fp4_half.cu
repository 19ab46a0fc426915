#include "../launcher_sm100.h"

INSTANTIATE_FP4_GEMM(half, 128)
INSTANTIATE_FP4_GEMM(half, 64)
