#include "../launcher_sm100.h"

// All that is known of the launcher is its name, and no source of this folder has another.
INSTANTIATE_FP4_GEMM(half, 128)
