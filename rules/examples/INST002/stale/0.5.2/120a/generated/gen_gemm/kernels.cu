#include "nv_internal/stale_gemm.h"

#if defined(ENABLE_FP4)
INSTANTIATE_STALE_GEMM(half, 128)  // INST002: the source is of FlashInfer 0.5.2, the headers are of FlashInfer 0.5.3
#endif
