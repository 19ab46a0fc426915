#include "../launcher_sm100.h"

// No source of this name is there for Sm100, so that the header may be meant.
INSTANTIATE_FP4_GEMM(double, 128)
