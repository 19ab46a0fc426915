#include "../launcher_sm100.h"

INSTANTIATE_FP4_GEMM(float, 128)
